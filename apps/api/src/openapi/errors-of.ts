import { ERROR_CATALOGUE, type ErrorCode } from "@assay/contract";
import type { DocumentedRoute } from "./documented-route.ts";

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
export function errorsOf({ path, operation, role, query, json, issuer }: DocumentedRoute): Map<number, ErrorCode[]> {
  // The issuer declares its own refusals; these are of what stands around it.
  const codes = issuer
    ? new Set<ErrorCode>(OF_EVERY_REQUEST)
    : new Set<ErrorCode>([
        ...(role ? OF_EVERY_CALLER : []),
        ...(path.includes(":") ? (["NOT_FOUND"] as const) : []),
        ...(query ? (["VALIDATION_ERROR"] as const) : []),
        ...(json ? OF_JSON : []),
        ...(operation.form || operation.body ? OF_FORM : []),
        ...(operation.idempotent ? OF_KEYS : []),
        ...(operation.errors ?? []),
        ...OF_EVERY_REQUEST,
      ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERROR_CATALOGUE) as ErrorCode[]) {
    if (!codes.has(code)) continue;
    const { status } = ERROR_CATALOGUE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}
