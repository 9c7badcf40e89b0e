import { AssayError } from "@assay/contract";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

/** What the Storage server says of a refusal. */
interface Refusal {
  /** The server answers most refusals with HTTP 400 and writes the status that it means into the body. */
  readonly status: number;
  readonly httpStatus: number;
  /** Such as `NoSuchKey`; older servers write none. */
  readonly code: string | undefined;
}

function readRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  const written = "statusCode" in error && /^\d{3}$/.test(String(error.statusCode)) ? Number(error.statusCode) : null;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { status: written ?? error.status, httpStatus: error.status, code };
}

/**
 * Whether the server says that there is no such object. A 404 of anything else (a bucket, a gateway that does not know
 * the address) says nothing about the object.
 */
export function isMissing(error: unknown): boolean {
  const refusal = readRefusal(error);
  if (refusal?.status !== 404) return false;
  return refusal.code === undefined ? refusal.httpStatus === 400 : !/Bucket|Tenant/.test(refusal.code);
}

export function isBucketMissing(error: unknown): boolean {
  const refusal = readRefusal(error);
  return (
    refusal?.status === 404 && (refusal.code === undefined ? refusal.httpStatus === 400 : /Bucket/.test(refusal.code))
  );
}

export const isTaken = (error: unknown): boolean => readRefusal(error)?.status === 409;

/** A bucket's limit above the project's is refused with 413, by older servers with 422. */
export const isOverLimit = (error: unknown): boolean => [413, 422].includes(readRefusal(error)?.status ?? 0);

/** The error to throw for one that the Storage client answered. */
export function toStorageFailure(cause: unknown): Error {
  if (cause instanceof Error && "originalError" in cause && cause.originalError instanceof AssayError)
    return cause.originalError;
  const refusal = readRefusal(cause);
  if (refusal === undefined) return supabaseUnavailable("the file store did not respond", { cause });
  if (refusal.status === 413)
    return new AssayError("FILE_TOO_LARGE", "Cannot store a file because it is larger than the file store takes", {
      cause,
    });
  if (refusal.status === 404)
    return supabaseUnavailable("the bucket is missing or the address is not a Supabase project's", { cause });
  if (refusal.status === 401 || refusal.status === 403)
    return supabaseUnavailable("the file store refuses the service's key", { cause });
  if (refusal.status === 429 || refusal.status >= 500)
    return supabaseUnavailable(`the file store replied with status ${refusal.status}`, { cause });
  return supabaseUnavailable(`the file store refused the request with status ${refusal.status}`, { cause });
}
