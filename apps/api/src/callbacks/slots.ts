import { AssayError } from "@assay/contract";
import { ShuttingDown } from "@assay/core/jobs";

/** Below the time that a delivery may take, so that the rest suffices for a short attempt. */
const WAIT_MS_MAX = 20_000;
const WAITING_MAX = 1000;
const RETRY_AFTER_SECONDS = 5;

/** The work that this process does for callbacks: so much at a time, and returned when the process is to end. */
export interface Slots {
  /** Waits a while for room. Throws SERVICE_UNAVAILABLE when there is none, and once the process is to end. */
  run<T>(act: (shutdown: AbortSignal) => Promise<T>): Promise<T>;
  /** Takes no more and waits for what runs. */
  stop(): Promise<void>;
}

export function createSlots(most: number, waitMsMax = WAIT_MS_MAX): Slots {
  const shutdown = new AbortController();
  const running = new Set<Promise<unknown>>();
  const waiting = new Set<(admitted: boolean) => void>();
  let held = 0;

  function waitForRoom(): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (admitted: boolean) => {
        clearTimeout(timer);
        waiting.delete(answer);
        resolve(admitted);
      };
      const timer = setTimeout(() => answer(false), waitMsMax);
      waiting.add(answer);
    });
  }

  /** The room goes to anyone who has waited longest, never past them to somebody new. */
  function leave(): void {
    const [next] = waiting;
    if (next) next(true);
    else held -= 1;
  }

  async function track<T>(done: Promise<T>): Promise<T> {
    running.add(done);
    try {
      return await done;
    } finally {
      running.delete(done);
    }
  }

  return {
    async run(act) {
      if (held < most) held += 1;
      else if (shutdown.signal.aborted || waiting.size >= WAITING_MAX || !(await waitForRoom())) throw noRoom();
      try {
        if (shutdown.signal.aborted) throw noRoom();
        return await track(act(shutdown.signal));
      } finally {
        leave();
      }
    },
    async stop() {
      shutdown.abort(new ShuttingDown("The process is shutting down"));
      for (const answer of waiting) answer(false);
      await Promise.allSettled(running);
    },
  };
}

function noRoom(): AssayError {
  return new AssayError("SERVICE_UNAVAILABLE", "At capacity: retry later", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
