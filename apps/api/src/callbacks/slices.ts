import { AssayError } from "@assay/contract";
import { ShuttingDown } from "@assay/core/work";

const RETRY_AFTER_SECONDS = 5;

/** The work that this process does for callbacks: so much at a time, and given back when the process is to end. */
export interface Slices {
  /** Throws SERVICE_UNAVAILABLE while there is no room, and once the process is to end. */
  run<T>(act: (shutdown: AbortSignal) => Promise<T>): Promise<T>;
  /** Takes no more and waits for what runs. */
  stop(): Promise<void>;
}

export function createSlices(most: number): Slices {
  const shutdown = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    async run(act) {
      if (shutdown.signal.aborted || running.size >= most)
        throw new AssayError(
          "SERVICE_UNAVAILABLE",
          "Cannot take more work now: another process or a later time will do",
          {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          },
        );
      const done = act(shutdown.signal);
      running.add(done);
      try {
        return await done;
      } finally {
        running.delete(done);
      }
    },
    async stop() {
      shutdown.abort(new ShuttingDown("The process is to end"));
      await Promise.allSettled(running);
    },
  };
}
