const PAUSE_MIN_MS = 3000;
const PAUSE_FACTOR = 5;
/** A slow moment must not leave a run's end unseen for long. */
const PAUSE_MAX_MS = 15_000;

/** Returns how long to wait before a trace is read again: longer where reading it took long. */
export function refetchPause(tookMs: number): number {
  return Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, tookMs * PAUSE_FACTOR));
}
