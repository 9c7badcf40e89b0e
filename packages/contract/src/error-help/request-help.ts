import type { ErrorCode } from "../errors.ts";
import type { ReplyHelp } from "./help-text.ts";

/** Codes that depend on the request alone: its token, its form, its size, its rate. */
export const REQUEST_HELP = {
  VALIDATION_ERROR: {
    happened: "The request is not valid. Nothing was changed.",
    why: "A field of the body, the query, a header or a form part is missing or not valid, or the body is not valid JSON.",
    fix: "Read `details.issues`: each entry names the `field` and what is wrong with it. Correct all of them.",
    message: "Cannot serve the request because its body is not valid",
    details: { issues: [{ field: "name", issue: "must have at most 200 characters" }] },
  },
  UNAUTHORIZED: {
    happened: "The service does not know who sent the request.",
    why: "The `Authorization` header is missing, the token has expired or was revoked, another issuer signed it, or an auditor's link has ended (`details.reason` is `LINK_ENDED`).",
    fix: "Send `Authorization: Bearer <token>` with a token from a new sign-in, or a valid API key. If a new token is refused too, an operator looks for the log event `clock.behind_issuer`: a clock is wrong.",
    message: "Cannot serve the request without a valid bearer token",
  },
  FORBIDDEN: {
    happened: "The caller may not do this.",
    why: "The caller's role is too low, has no active membership in the tenant, must change the first password (`details.reason` is `PASSWORD_CHANGE_REQUIRED`), must prove a second factor (`SECOND_FACTOR_REQUIRED`) or add one (`SECOND_FACTOR_MISSING`), or must sign in again (`FRESH_AUTHENTICATION_REQUIRED`).",
    fix: "Ask an ADMIN of the tenant for the role that the message names. After a first sign-in, change the password with `POST /api/session/password` and sign in again.",
    message: "Cannot do this because it requires the role ADMIN: current role is VIEWER",
  },
  METHOD_NOT_ALLOWED: {
    happened: "The path exists and does not support this HTTP method.",
    why: "For example, runs are never deleted.",
    fix: "Use one of the methods in the `Allow` header.",
    message: "Cannot DELETE this path: allowed methods are GET, HEAD",
  },
  PAYLOAD_TOO_LARGE: {
    happened: "The service did not read the request to its end.",
    why: "A JSON body is larger than 1 MB, or a pack file is larger than 32 MB.",
    fix: "Send less at a time: `details.limitBytes` is the limit. Send documents as a form to `POST /api/documents/upload`.",
    message: "Cannot read a body over 1048576 bytes",
    details: { limitBytes: 1048576 },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    happened: "The service did not read the body.",
    why: "The `Content-Type` header is missing or is not one that this route reads.",
    fix: "Send JSON as `application/json`, uploads as `multipart/form-data`, and pack files with the type of their format.",
    message: "Cannot read the body because it must be application/json: it has another type",
  },
  RANGE_NOT_SATISFIABLE: {
    happened: "The service did not send this part of the file.",
    why: "The `Range` header begins after the end of the file.",
    fix: "Ask for a range below `details.sizeBytes`, or send no `Range`.",
    message:
      "Cannot send this range because it must begin within the file's 4096 bytes: the request asks for 'bytes=5000-'",
    details: { sizeBytes: 4096 },
  },
  IDEMPOTENCY_KEY_REUSED: {
    happened: "The request was not carried out.",
    why: "The same `Idempotency-Key` was sent with another request within the last 24 hours.",
    fix: "Make a new key for each new request. Send an old key again only to repeat the same request.",
    message: "Cannot use this Idempotency-Key because it was used for another request: send a new key",
  },
  RATE_LIMITED: {
    happened: "The service refuses the request for now.",
    why: "The tenant sent too many requests, uploads or searches within a minute, somebody tried too many sign-ins, or the tenant's storage is full.",
    fix: "Wait as many seconds as `Retry-After` says and send the request again. If the storage is full, delete documents, or ask an operator for a higher quota.",
    message: "Cannot serve more than 600 requests per minute for a tenant: try again in 12 s",
    details: { limitPerMinute: 600 },
  },
} as const satisfies Partial<Record<ErrorCode, ReplyHelp>>;
