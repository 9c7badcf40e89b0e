import { AssayError } from "@assay/contract";
import type { SupabaseClient } from "@supabase/supabase-js";
import { isBucketMissing, isOverLimit, isTaken, toStorageFailure } from "./storage-failure.ts";
import { connectSupabase, type SupabaseOptions } from "./supabase-client.ts";

export interface EnsureBucketOptions extends SupabaseOptions {
  readonly bucket: string;
  /** The largest object that the bucket is to take. */
  readonly limitBytes: number;
}

export interface BucketOutcome {
  readonly created: boolean;
  /** What was wrong with a bucket that was there, each as the end of a sentence; fixed now. */
  readonly mended: readonly string[];
}

/**
 * Makes the private bucket that files are kept in, or fixes the one that is there. May be repeated. Throws AssayError
 * FILE_TOO_LARGE when the project takes no object of `limitBytes`, SERVICE_UNAVAILABLE when Supabase cannot be used.
 */
export async function ensureBucket({ bucket, limitBytes, ...options }: EnsureBucketOptions): Promise<BucketOutcome> {
  const { storage } = await connectSupabase(options).client();
  const wanted = { public: false, fileSizeLimit: limitBytes, allowedMimeTypes: null };
  const found = await findBucket(storage, bucket);
  if (!found) {
    const { error } = await storage.createBucket(bucket, wanted);
    if (!error) return { created: true, mended: [] };
    if (!isTaken(error)) throw toBucketFailure(error, limitBytes);
    return ensureBucket({ bucket, limitBytes, ...options });
  }
  const mended = [
    ...(found.public ? ["it was public"] : []),
    ...(found.file_size_limit === limitBytes ? [] : [`its limit was ${found.file_size_limit ?? "the project's"}`]),
    ...(found.allowed_mime_types?.length ? ["it accepted only certain file types"] : []),
  ];
  if (mended.length > 0) {
    const { error } = await storage.updateBucket(bucket, wanted);
    if (error) throw toBucketFailure(error, limitBytes);
  }
  return { created: false, mended };
}

async function findBucket(storage: SupabaseClient["storage"], bucket: string) {
  const { data, error } = await storage.getBucket(bucket);
  if (error && isBucketMissing(error)) return null;
  if (error) throw toStorageFailure(error);
  return data;
}

function toBucketFailure(cause: unknown, limitBytes: number): Error {
  if (!isOverLimit(cause)) return toStorageFailure(cause);
  return new AssayError(
    "FILE_TOO_LARGE",
    `Cannot give the bucket a limit of ${limitBytes} bytes because the project's must not be lower: raise it under Storage, Settings (50 MB at most on the free plan), or lower MAX_UPLOAD_BYTES and ARCHIVE_BYTES_MAX`,
    { details: { limitBytes }, cause },
  );
}
