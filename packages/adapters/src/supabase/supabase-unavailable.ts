import { AssayError } from "@assay/contract";

const RETRY_AFTER_SECONDS = 5;

/** What Supabase did not do now and may do later; `reason` ends the sentence. */
export function supabaseUnavailable(
  reason: string,
  { cause, retryAfterSeconds = RETRY_AFTER_SECONDS }: { cause?: unknown; retryAfterSeconds?: number | undefined } = {},
): AssayError {
  return new AssayError("SERVICE_UNAVAILABLE", `Supabase cannot be used now as ${reason}`, {
    cause,
    retryAfterSeconds,
  });
}
