import type { CallTime } from "./within-time.ts";

/** The places that calls of one server share. */
export interface Places {
  /** Makes a call when it has a place; to wait for it takes nothing of its time. */
  use<T>(time: CallTime, call: () => Promise<T>): Promise<T>;
  /** How many calls may be under way now. */
  readonly size: number;
}

export interface PlaceOptions {
  /** How many calls the server can do at once, where it says so; asked once, before a second place is given. */
  readonly findMost?: (() => Promise<number | undefined>) | undefined;
  readonly now?: () => number;
}

/** A call next to others may take this much longer than one alone; a server that does one after the other needs twice. */
const LONGER_MAX = 1.5;
/** So many calls after a step back, it is tried again whether the server can do more. */
const STAYS_FOR = 50;

/**
 * Begins with one call at a time, as nobody knows whose hardware it is, and gives one place more while the calls of a full
 * house take no longer than those before. Where they do, or where one comes to no end in time, it goes back.
 */
export function createPlaces({ findMost, now = () => performance.now() }: PlaceOptions = {}): Places {
  const waiting: (() => void)[] = [];
  let size = 1;
  let underWay = 0;
  let bestMs = Infinity;
  let took: number[] = [];
  let most: number | undefined;
  let staysFor = 0;

  async function take({ signal, hold }: CallTime): Promise<void> {
    if (underWay < size) {
      underWay += 1;
      return;
    }
    await hold(async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => {
        const at = waiting.indexOf(resolve);
        if (at === -1) return;
        waiting.splice(at, 1);
        reject(signal.reason);
      };
      signal.throwIfAborted();
      waiting.push(resolve);
      signal.addEventListener("abort", leave, { once: true });
      await promise.finally(() => signal.removeEventListener("abort", leave));
    });
  }

  /** Anyone who is called has a place already. */
  function callNext(): void {
    while (underWay < size && waiting.length > 0) {
      underWay += 1;
      waiting.shift()!();
    }
  }

  function resize(to: number): void {
    size = to;
    took = [];
  }

  async function note(ms: number): Promise<void> {
    took.push(ms);
    staysFor -= 1;
    if (took.length < Math.max(2, size)) return;
    const meanMs = took.reduce((sum, each) => sum + each, 0) / took.length;
    took = [];
    if (meanMs > bestMs * LONGER_MAX && size > 1) return goBack();
    bestMs = Math.min(bestMs, meanMs);
    if (staysFor > 0) return;
    most ??= (await findMost?.().catch(() => undefined)) ?? Infinity;
    if (size < most) resize(size + 1);
  }

  function goBack(): void {
    resize(Math.max(1, size - 1));
    staysFor = STAYS_FOR;
  }

  return {
    get size() {
      return size;
    },
    async use(time, call) {
      await take(time);
      const begun = { size, at: now(), isFull: underWay === size };
      let isDone = false;
      try {
        const result = await call();
        isDone = true;
        return result;
      } finally {
        underWay -= 1;
        const counts = begun.isFull && begun.size === size;
        if (isDone && counts) void note(now() - begun.at).then(callNext);
        else if (!isDone && counts && size > 1 && !time.signal.aborted) goBack();
        callNext();
      }
    },
  };
}
