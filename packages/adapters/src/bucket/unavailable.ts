/** Makes the error for what a vendor did not do now and may do later; `reason` completes "Cannot use … because". */
export type Unavailable = (
  reason: string,
  options?: { cause?: unknown; retryAfterSeconds?: number | undefined },
) => Error;
