import { type AssayError, ERROR_CATALOGUE } from "@assay/contract";
import { NOT_UNIQUE } from "@assay/core/scim";
import type { ScimType } from "./refuse.ts";
import { ERROR } from "./urns.ts";

/** A reply as RFC 7644, 3.12 has it. */
export function scimError(error: AssayError): Response {
  const status = statusOf(error);
  const scimType = scimTypeOf(error);
  const headers = new Headers({ "Content-Type": "application/scim+json" });
  if (status === 401) headers.set("WWW-Authenticate", "Bearer");
  if (error.retryAfterSeconds !== undefined) headers.set("Retry-After", String(error.retryAfterSeconds));
  const body = { schemas: [ERROR], status: String(status), ...(scimType && { scimType }), detail: error.message };
  return new Response(JSON.stringify(body), { status, headers });
}

/** 409 would tell a directory that the user is there already. */
function statusOf({ code }: AssayError): number {
  return code === "TENANT_LIMIT_EXCEEDED" ? 403 : ERROR_CATALOGUE[code].status;
}

function scimTypeOf({ code, details }: AssayError): ScimType | undefined {
  if (details?.reason === NOT_UNIQUE) return "uniqueness";
  if (code !== "VALIDATION_ERROR") return undefined;
  return (details?.scimType as ScimType | undefined) ?? "invalidValue";
}
