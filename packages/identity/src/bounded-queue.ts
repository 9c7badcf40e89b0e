import { AssayError } from "@assay/contract";

export interface QueueSize {
  readonly atOnce: number;
  readonly waitingMax: number;
}

const RETRY_AFTER_SECONDS = 5;

/** Runs so many at once, in order, and lets so many wait. Throws SERVICE_UNAVAILABLE for more. */
export function createBoundedQueue({ atOnce, waitingMax }: QueueSize) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function run<T>(act: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else {
      if (waiting.length >= waitingMax)
        throw new AssayError("SERVICE_UNAVAILABLE", "At capacity: retry later", {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      // One that ends passes its place on.
      await new Promise<void>((start) => waiting.push(start));
    }
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
