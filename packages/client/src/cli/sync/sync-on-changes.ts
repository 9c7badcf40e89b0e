interface SyncOnChanges {
  /** Calls back on each change, at once or several times for one; returns what ends that. */
  readonly changes: (changed: () => void) => () => void;
  /** Returns whether it is to be tried again though nothing changes. */
  readonly sync: () => Promise<boolean>;
  /** A moment in which what still changes says so. */
  readonly settle: () => Promise<void>;
  /** Until a sync is tried again. */
  readonly retryLater: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Of a file that never rests, such as a log. */
const MOMENTS_MAX = 20;

/** Syncs at once, and again after changes, one sync at a time and one for many changes. Ends by throwing the signal's reason. */
export async function syncOnChanges({ changes, sync, settle, retryLater, signal }: SyncOnChanges): Promise<never> {
  let isChanged = false;
  let wake = () => {};
  const stop = changes(() => {
    isChanged = true;
    wake();
  });
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  try {
    for (;;) {
      signal.throwIfAborted();
      isChanged = false;
      const isToRetry = await sync();
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
        if (isChanged) resolve();
      });
      await Promise.race([changed, aborted, ...(isToRetry ? [retryLater()] : [])]);
      for (let moment = 0; isChanged && moment < MOMENTS_MAX && !signal.aborted; moment++) {
        isChanged = false;
        await settle();
      }
    }
  } finally {
    stop();
  }
}
