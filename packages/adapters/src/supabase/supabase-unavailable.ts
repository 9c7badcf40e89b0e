import { UnavailableError } from "@assay/contract";

/**
 * What Supabase did not do now and may do later; `reason` ends the sentence. It counts as the file store, the one part of
 * it that work needs: people are asked for in requests only.
 */
export function supabaseUnavailable(
  reason: string,
  { cause, retryAfterSeconds }: { cause?: unknown; retryAfterSeconds?: number | undefined } = {},
): UnavailableError {
  return new UnavailableError("files", `Cannot use Supabase now because ${reason}`, {
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
