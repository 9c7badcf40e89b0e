const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface Turns {
  /** Acts when nobody else acts for the key in this process. */
  take<T>(key: string, act: () => Promise<T>): Promise<T>;
}

const LOOK_MS = 25;
/** Where a request ends without a word, as some runtimes end it, its turn is over after this. */
const OVERDUE_MS = 120_000;

/** It is looked, not waited for: some runtimes forbid that one request waits for a promise of another. */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const taken = new Map<string, number>();
  const isTaken = (key: string) => now() - (taken.get(key) ?? Number.NEGATIVE_INFINITY) < OVERDUE_MS;
  return {
    async take(key, act) {
      while (isTaken(key)) await wait(LOOK_MS);
      const since = now();
      taken.set(key, since);
      try {
        return await act();
      } finally {
        if (taken.get(key) === since) taken.delete(key);
      }
    },
  };
}
