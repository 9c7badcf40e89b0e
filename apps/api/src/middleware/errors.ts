import { AssayError, DocumentError, ERROR_CATALOGUE } from "@assay/contract";
import { translateDatabaseError } from "@assay/core/tenancy";
import { TokenFromFuture } from "@assay/identity/jwt";
import type { Context, ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import { errorBody } from "../error-body.ts";
import { describeError } from "../logger.ts";
import { challengeOf } from "../mcp/address.ts";
import type { ApiEnv } from "../variables.ts";

/** For the log alone, as proxies write it. */
const CLIENT_GONE = 499;

/** The one place that turns errors into answers. The text of an error that is not ours never leaves the process. */
export const onError: ErrorHandler<ApiEnv> = (thrown, c) => {
  const error = toAssayError(thrown);
  // What breaks because the client has gone is no failure of the service, and nobody reads the answer.
  if (error.code === "INTERNAL_ERROR" && c.req.raw.signal.aborted) {
    c.var.services.logger.info("request.abandoned", { requestId: c.var.requestId, method: c.req.method });
    return c.body(null, CLIENT_GONE as StatusCode);
  }
  reportFailure(c, error, thrown);
  return errorReply(c, error);
};

/** Logs what operators have to know of a refusal. */
export function reportFailure(c: Context<ApiEnv>, error: AssayError, thrown: unknown): void {
  if (error.code === "INTEGRITY_ERROR")
    c.var.services.logger.error("integrity.failed", {
      requestId: c.var.requestId,
      tenantId: c.var.ctx.tenantId,
      ...error.details,
    });
  else if (error.code === "INTERNAL_ERROR" || error.code === "SERVICE_UNAVAILABLE")
    c.var.services.logger.error("request.failed", {
      requestId: c.var.requestId,
      method: c.req.method,
      code: error.code,
      ...describeError(error.cause ?? thrown),
    });
  // Anyone who runs the service sees refused sign-ins otherwise, and nothing that says why.
  if (error.cause instanceof TokenFromFuture) {
    const { claim, aheadSeconds } = error.cause;
    c.var.services.logger.error("clock.behind_issuer", { requestId: c.var.requestId, claim, aheadSeconds });
  }
}

export function errorReply(c: Context<ApiEnv>, error: AssayError): Response {
  if (error.code === "UNAUTHORIZED") c.header("WWW-Authenticate", challengeOf(c));
  if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(error.retryAfterSeconds));
  const status = ERROR_CATALOGUE[error.code].status as ContentfulStatusCode;
  return c.json(errorBody(error, c.var.requestId), status);
}

/** The error that a caller is told of: the text of one that is not ours stays here. */
export function toAssayError(thrown: unknown): AssayError {
  const error = translateDatabaseError(thrown);
  if (error instanceof AssayError && error.code !== "INTERNAL_ERROR") return error;
  // A stored file that is gone shows at its download before the next hash finds it.
  if (error instanceof DocumentError)
    return new AssayError("INVALID_STATE", error.message, { details: { code: error.code } });
  if (error instanceof HTTPException && error.status < 500)
    return new AssayError("VALIDATION_ERROR", "Cannot read the request", { cause: error });
  return new AssayError("INTERNAL_ERROR", "The service failed: report the request id to its operators", {
    cause: thrown,
  });
}
