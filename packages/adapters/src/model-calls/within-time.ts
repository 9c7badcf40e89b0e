import { ModelError } from "@assay/contract";

export interface TimeLimit {
  /** The caller's; its reason is thrown as it is. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Who is waited for. */
  readonly vendor: string;
}

/** Runs a call that ends with the caller's signal or with its time, whichever comes first. Throws MODEL_TIMEOUT. */
export async function withinTime<T>(
  { signal, timeoutMs, vendor }: TimeLimit,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // A signal that is already aborted raises no event, so that a client which only listens would never stop.
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await call(signal ? AbortSignal.any([signal, limit]) : limit);
  } catch (error) {
    signal?.throwIfAborted();
    if (!limit.aborted) throw error;
    throw new ModelError("MODEL_TIMEOUT", `Cannot get an answer from ${vendor} within ${timeoutMs} ms`);
  }
}
