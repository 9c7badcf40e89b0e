import { createWorkTime, ModelError } from "@assay/contract";
import type { Hold, Sending } from "@assay/core/ports";

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

/** The time of a call. */
export interface CallTime {
  readonly signal: AbortSignal;
  /** Runs what the call waits for: it takes nothing of its time, nor of the caller's. */
  readonly hold: Hold;
  /** Told whenever the model has written something: where it still writes when its time is up, it does not hang. */
  readonly onWord?: (() => void) | undefined;
  readonly sending?: Sending | undefined;
}

/**
 * As `withinTime`, for a call that waits for its place or its first word. Returns what is left of its time too. Throws
 * MODEL_INVALID_OUTPUT where the model still writes then: it would write as slowly, or as much, if it were asked again.
 */
export async function withinWorkTime<T>(
  { signal, hold, timeoutMs, vendor }: TimeLimit & { readonly hold?: Hold | undefined },
  call: (time: CallTime) => Promise<T>,
): Promise<[result: T, leftMs: number]> {
  signal?.throwIfAborted();
  const time = createWorkTime(timeoutMs);
  let hasWritten = false;
  const onWord = () => {
    hasWritten = true;
  };
  const holdBoth: Hold = (wait) => time.hold(() => (hold ? hold(wait) : wait()));
  try {
    const limited = signal ? AbortSignal.any([signal, time.signal]) : time.signal;
    const result = await call({ signal: limited, hold: holdBoth, onWord });
    return [result, time.leftMs()];
  } catch (error) {
    signal?.throwIfAborted();
    if (!time.signal.aborted) throw error;
    if (hasWritten)
      throw new ModelError(
        "MODEL_INVALID_OUTPUT",
        `Cannot use the answer of ${vendor} because the model was still writing it after ${timeoutMs} ms`,
      );
    throw new ModelError("MODEL_TIMEOUT", `Cannot get an answer from ${vendor} within ${timeoutMs} ms`);
  } finally {
    time.end();
  }
}
