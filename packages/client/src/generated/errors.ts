// Made from packages/contract/src/errors.ts by `npm run types:client`: change the catalogue, not this file.
import { type ErrorClass, errorClass } from "../assay-error.ts";

/** Every code of an error reply; a later release may add some. */
export type ErrorCode =
  | "VALIDATION_ERROR"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "CROSS_TENANT_ACCESS_DENIED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "RUN_ALREADY_IN_PROGRESS"
  | "REPLAY_UNAVAILABLE"
  | "IMMUTABLE_RESOURCE"
  | "INVALID_STATE"
  | "TENANT_LIMIT_EXCEEDED"
  | "FILE_TOO_LARGE"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UNSUPPORTED_FILE_TYPE"
  | "RANGE_NOT_SATISFIABLE"
  | "ARCHIVE_LIMIT_EXCEEDED"
  | "UNSAFE_URL"
  | "IDEMPOTENCY_KEY_REUSED"
  | "RATE_LIMITED"
  | "INTEGRITY_ERROR"
  | "INTERNAL_ERROR"
  | "MAINTENANCE"
  | "SERVICE_UNAVAILABLE";

/**
 * 400. The request is not valid. Nothing was changed. A field of the body, the query, a header or a form part is
 * missing or not valid, or the body is not valid JSON.
 */
export const ValidationError: ErrorClass<"VALIDATION_ERROR", { issues: { field: string; issue: string }[] }> =
  /* @__PURE__ */ errorClass("VALIDATION_ERROR");
export type ValidationError = InstanceType<typeof ValidationError>;

/**
 * 401. The service does not know who sent the request. The `Authorization` header is missing, the token has
 * expired or was revoked, another issuer signed it, or an auditor's link has ended (`details.reason` is
 * `LINK_ENDED`).
 */
export const UnauthorizedError: ErrorClass<"UNAUTHORIZED"> = /* @__PURE__ */ errorClass("UNAUTHORIZED");
export type UnauthorizedError = InstanceType<typeof UnauthorizedError>;

/**
 * 403. The caller may not do this. The caller's role is too low, has no active membership in the tenant, must
 * change the first password (`details.reason` is `PASSWORD_CHANGE_REQUIRED`), must prove a second factor
 * (`SECOND_FACTOR_REQUIRED`) or add one (`SECOND_FACTOR_MISSING`), or must sign in again
 * (`FRESH_AUTHENTICATION_REQUIRED`).
 */
export const ForbiddenError: ErrorClass<"FORBIDDEN"> = /* @__PURE__ */ errorClass("FORBIDDEN");
export type ForbiddenError = InstanceType<typeof ForbiddenError>;

/**
 * 403. The service refuses access to another tenant. The resource belongs to another tenant, or `?tenantId=`
 * names one and the caller may not act there.
 */
export const CrossTenantAccessDeniedError: ErrorClass<"CROSS_TENANT_ACCESS_DENIED", { id: string }> =
  /* @__PURE__ */ errorClass("CROSS_TENANT_ACCESS_DENIED");
export type CrossTenantAccessDeniedError = InstanceType<typeof CrossTenantAccessDeniedError>;

/** 404. Nothing has this id or path. The id or the path is mistyped, or the resource was deleted. */
export const NotFoundError: ErrorClass<"NOT_FOUND", { id: string }> = /* @__PURE__ */ errorClass("NOT_FOUND");
export type NotFoundError = InstanceType<typeof NotFoundError>;

/** 405. The path exists and does not support this HTTP method. For example, runs are never deleted. */
export const MethodNotAllowedError: ErrorClass<"METHOD_NOT_ALLOWED"> = /* @__PURE__ */ errorClass("METHOD_NOT_ALLOWED");
export type MethodNotAllowedError = InstanceType<typeof MethodNotAllowedError>;

/** 409. No run was started. The tenant has an active run, and can have one at a time. */
export const RunAlreadyInProgressError: ErrorClass<"RUN_ALREADY_IN_PROGRESS", { runId: string }> =
  /* @__PURE__ */ errorClass("RUN_ALREADY_IN_PROGRESS");
export type RunAlreadyInProgressError = InstanceType<typeof RunAlreadyInProgressError>;

/**
 * 409. The run cannot be replayed. Its results were never frozen (`snapshotStatus` is FAILED), so there are no
 * stored bytes.
 */
export const ReplayUnavailableError: ErrorClass<"REPLAY_UNAVAILABLE", { runId: string }> =
  /* @__PURE__ */ errorClass("REPLAY_UNAVAILABLE");
export type ReplayUnavailableError = InstanceType<typeof ReplayUnavailableError>;

/**
 * 409. The resource was not changed. It is final: a finished run, an assessment, a snapshot, an audit entry, a
 * published version, or a review of a signed run.
 */
export const ImmutableResourceError: ErrorClass<"IMMUTABLE_RESOURCE"> =
  /* @__PURE__ */ errorClass("IMMUTABLE_RESOURCE");
export type ImmutableResourceError = InstanceType<typeof ImmutableResourceError>;

/**
 * 409. The current state does not allow this action. The message names the state that is needed and the current
 * one.
 */
export const InvalidStateError: ErrorClass<"INVALID_STATE"> = /* @__PURE__ */ errorClass("INVALID_STATE");
export type InvalidStateError = InstanceType<typeof InvalidStateError>;

/**
 * 409. Nothing was added or started. The tenant has reached `details.limit`. `details.name` says which limit of
 * the tenant it is, where an operator sets it: `documentsMax`, `bytesMax`, `runsPerDay` or `tokensPerMonth`.
 */
export const TenantLimitExceededError: ErrorClass<"TENANT_LIMIT_EXCEEDED", { limit: number; value: number }> =
  /* @__PURE__ */ errorClass("TENANT_LIMIT_EXCEEDED");
export type TenantLimitExceededError = InstanceType<typeof TenantLimitExceededError>;

/** 413. The file was not stored. It is larger than the limit, counted on the bytes that arrive. */
export const FileTooLargeError: ErrorClass<"FILE_TOO_LARGE", { limitBytes: number }> =
  /* @__PURE__ */ errorClass("FILE_TOO_LARGE");
export type FileTooLargeError = InstanceType<typeof FileTooLargeError>;

/**
 * 413. The service did not read the request to its end. A JSON body is larger than 1 MB, or a pack file is
 * larger than 32 MB.
 */
export const PayloadTooLargeError: ErrorClass<"PAYLOAD_TOO_LARGE", { limitBytes: number }> =
  /* @__PURE__ */ errorClass("PAYLOAD_TOO_LARGE");
export type PayloadTooLargeError = InstanceType<typeof PayloadTooLargeError>;

/**
 * 415. The service did not read the body. The `Content-Type` header is missing or is not one that this route
 * reads.
 */
export const UnsupportedMediaTypeError: ErrorClass<"UNSUPPORTED_MEDIA_TYPE"> =
  /* @__PURE__ */ errorClass("UNSUPPORTED_MEDIA_TYPE");
export type UnsupportedMediaTypeError = InstanceType<typeof UnsupportedMediaTypeError>;

/**
 * 415. The file or page was not accepted. The first bytes belong to no supported format, or to another format
 * than the extension names. Guidance cannot be an archive.
 */
export const UnsupportedFileTypeError: ErrorClass<
  "UNSUPPORTED_FILE_TYPE",
  { extension: string; named: string; found: string }
> = /* @__PURE__ */ errorClass("UNSUPPORTED_FILE_TYPE");
export type UnsupportedFileTypeError = InstanceType<typeof UnsupportedFileTypeError>;

/** 416. The service did not send this part of the file. The `Range` header begins after the end of the file. */
export const RangeNotSatisfiableError: ErrorClass<"RANGE_NOT_SATISFIABLE", { sizeBytes: number }> =
  /* @__PURE__ */ errorClass("RANGE_NOT_SATISFIABLE");
export type RangeNotSatisfiableError = InstanceType<typeof RangeNotSatisfiableError>;

/**
 * 422. The archive was not unpacked. The archive has more than 1000 files, 500 MB unpacked or 5 levels of
 * archives, or its entries overlap, which is a zip-bomb technique.
 */
export const ArchiveLimitExceededError: ErrorClass<"ARCHIVE_LIMIT_EXCEEDED", { limit: number; value: number }> =
  /* @__PURE__ */ errorClass("ARCHIVE_LIMIT_EXCEEDED");
export type ArchiveLimitExceededError = InstanceType<typeof ArchiveLimitExceededError>;

/**
 * 422. The page was not fetched. The URL, a redirect or an address of the host is not public `http` or `https`
 * on port 80 or 443, or the URL contains credentials.
 */
export const UnsafeUrlError: ErrorClass<"UNSAFE_URL", { issues: { field: string; issue: string }[] }> =
  /* @__PURE__ */ errorClass("UNSAFE_URL");
export type UnsafeUrlError = InstanceType<typeof UnsafeUrlError>;

/**
 * 422. The request was not carried out. The same `Idempotency-Key` was sent with another request within the last
 * 24 hours.
 */
export const IdempotencyKeyReusedError: ErrorClass<"IDEMPOTENCY_KEY_REUSED"> =
  /* @__PURE__ */ errorClass("IDEMPOTENCY_KEY_REUSED");
export type IdempotencyKeyReusedError = InstanceType<typeof IdempotencyKeyReusedError>;

/**
 * 429. The service refuses the request for now. The tenant sent too many requests, uploads or searches within a
 * minute, somebody tried too many sign-ins, or the tenant's storage is full.
 */
export const RateLimitedError: ErrorClass<"RATE_LIMITED", { limitPerMinute: number }> =
  /* @__PURE__ */ errorClass("RATE_LIMITED");
export type RateLimitedError = InstanceType<typeof RateLimitedError>;

/**
 * 500. What is stored is damaged and was not sent. A stored original, snapshot, replay or export does not have
 * its recorded SHA-256, or rows of a run differ from its snapshot: the database or file store was changed
 * outside the service, or its disk is damaged.
 */
export const IntegrityError: ErrorClass<
  "INTEGRITY_ERROR",
  { runId: string; objectType: string; objectId: string; recordedHash: string; foundHash: string }
> = /* @__PURE__ */ errorClass("INTEGRITY_ERROR");
export type IntegrityError = InstanceType<typeof IntegrityError>;

/**
 * 500. The service failed while it served the request. It has a fault. The log has the cause under the same
 * `requestId`.
 */
export const InternalError: ErrorClass<"INTERNAL_ERROR"> = /* @__PURE__ */ errorClass("INTERNAL_ERROR");
export type InternalError = InstanceType<typeof InternalError>;

/**
 * 503. Nothing was changed: the deployment is in maintenance mode. Its operators make a backup, move it or
 * update it. Everything can be read meanwhile.
 */
export const MaintenanceError: ErrorClass<"MAINTENANCE", { since: string; reason: string }> =
  /* @__PURE__ */ errorClass("MAINTENANCE");
export type MaintenanceError = InstanceType<typeof MaintenanceError>;

/**
 * 503. The service cannot serve the request now. The database, the file store or the issuer's keys do not
 * respond, or the process is at capacity or is shutting down.
 */
export const ServiceUnavailableError: ErrorClass<"SERVICE_UNAVAILABLE", { failed: string[] }> =
  /* @__PURE__ */ errorClass("SERVICE_UNAVAILABLE");
export type ServiceUnavailableError = InstanceType<typeof ServiceUnavailableError>;
