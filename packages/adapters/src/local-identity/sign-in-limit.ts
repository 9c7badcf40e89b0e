import { GoTrueError } from "./gotrue-error.ts";

const FAILURES_MAX = 10;
const WINDOW_MS = 15 * 60_000;
const QUEUE_LENGTH_MAX = 50;
const KEYS_MAX = 10_000;

/**
 * Lets one password be tried at a time, so that guesses made at once are counted like guesses in turn and hashing
 * cannot take the machine. After 10 failures a key waits until 15 minutes after the first of them.
 */
export function createSignInLimit({ now }: { now: () => Date }) {
  const failures = new Map<string, { count: number; until: number }>();
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;

  function assertAllowed(key: string): void {
    const record = failures.get(key);
    const waitMs = (record?.until ?? 0) - now().getTime();
    if (record !== undefined && waitMs <= 0) failures.delete(key);
    else if (record !== undefined && record.count >= FAILURES_MAX) throw tooMany(Math.ceil(waitMs / 1000));
  }

  function countFailure(key: string): void {
    const record = failures.get(key) ?? { count: 0, until: now().getTime() + WINDOW_MS };
    failures.set(key, { ...record, count: record.count + 1 });
    const [oldest] = failures.keys();
    if (failures.size > KEYS_MAX && oldest !== undefined) failures.delete(oldest);
  }

  return {
    /** Throws GoTrueError 429 instead of trying; `undefined` from `attempt` counts as a failure. */
    async run<T>(key: string, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
      assertAllowed(key);
      if (queued >= QUEUE_LENGTH_MAX) throw tooMany(1);
      queued += 1;
      const turn = last.then(async () => {
        assertAllowed(key);
        const result = await attempt();
        if (result === undefined) countFailure(key);
        else failures.delete(key);
        return result;
      });
      last = turn.catch(() => {});
      return turn.finally(() => {
        queued -= 1;
      });
    },
  };
}

const tooMany = (seconds: number) =>
  new GoTrueError(429, "over_request_rate_limit", "Too many sign-ins failed: try again later", {
    "Retry-After": String(seconds),
  });
