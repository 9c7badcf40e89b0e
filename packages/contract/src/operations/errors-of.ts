import { ERROR_CATALOGUE, type ErrorCode } from "../errors.ts";
import type { Operation } from "./operation.ts";

const OF_EVERY_CALLER = [
  "UNAUTHORIZED",
  "FORBIDDEN",
  "CROSS_TENANT_ACCESS_DENIED",
  // `?tenantId=`, on every route.
  "VALIDATION_ERROR",
  "NOT_FOUND",
  "RATE_LIMITED",
] as const;
const OF_JSON = ["VALIDATION_ERROR", "UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE"] as const;
const OF_FORM = ["VALIDATION_ERROR", "UNSUPPORTED_MEDIA_TYPE"] as const;
const OF_KEYS = ["VALIDATION_ERROR", "INVALID_STATE", "IDEMPOTENCY_KEY_REUSED"] as const;
const OF_EVERY_REQUEST = ["INTERNAL_ERROR", "SERVICE_UNAVAILABLE"] as const;

/** The codes that an operation may reply with, by status: its own, and those that follow from what it asks for. */
export function errorsOf({
  method,
  path,
  role,
  query,
  body,
  form,
  content,
  idempotent,
  errors = [],
}: Operation): Map<number, ErrorCode[]> {
  return byStatus([
    ...(role ? OF_EVERY_CALLER : []),
    ...(path.includes(":") ? (["NOT_FOUND"] as const) : []),
    ...(query ? (["VALIDATION_ERROR"] as const) : []),
    ...(body ? OF_JSON : []),
    ...(form || content ? OF_FORM : []),
    ...(idempotent ? OF_KEYS : []),
    ...errors,
    ...(method === "GET" ? [] : (["MAINTENANCE"] as const)),
    ...OF_EVERY_REQUEST,
  ]);
}

/** Those of what is around a route that declares its own refusals. */
export const ERRORS_OF_EVERY_REQUEST = byStatus(OF_EVERY_REQUEST);

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERROR_CATALOGUE) as ErrorCode[]) {
    if (!codes.includes(code)) continue;
    const { status } = ERROR_CATALOGUE[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}
