export interface Stopwatch {
  start(): void;
  stop(): void;
  readMs(): number;
  reset(): void;
}

/** Adds up the time between each start and stop. A second start changes nothing. */
export function createStopwatch(now: () => number): Stopwatch {
  let totalMs = 0;
  let since: number | null = null;
  const readMs = () => totalMs + (since === null ? 0 : now() - since);
  return {
    start() {
      since ??= now();
    },
    stop() {
      totalMs = readMs();
      since = null;
    },
    readMs,
    reset() {
      totalMs = 0;
      if (since !== null) since = now();
    },
  };
}
