import { AssayError } from "@assay/contract";
import { createBoundedMap } from "./bounded-map.ts";
import { networkOf } from "./network-of.ts";

/** From which failure on a try waits, and how long at the most: 1 s, then twice as long after each further failure. */
const DELAYS = {
  /** One account from one address. */
  pair: { free: 3, maxMs: 15_000 },
  /** One account from addresses that it was never signed in from; of one address so few count that it alone delays nobody. */
  account: { free: 10, maxMs: 8_000 },
  /** Any account from one address. */
  address: { free: 20, maxMs: 8_000 },
} as const;
type Scope = keyof typeof DELAYS;

/** Failures are forgotten this long after the last one. */
const FORGET_MS = 15 * 60_000;
const RECORDS_MAX = 10_000;
const COUNTED_OF_ADDRESS = 5;
/** Tries at a time: of one account from one address, from one address, and in all. */
const WAITING_MAX = { pair: 2, address: 10, all: 500 } as const;

export interface Try {
  readonly account: string;
  readonly address: string;
}

interface Waiter extends Try {
  readonly known: boolean;
  start(): void;
}

export type SignInDelay = ReturnType<typeof createSignInDelay>;

/** The longest wait that failures can cause. */
export const DELAY_MAX_MS = Math.max(...Object.values(DELAYS).map(({ maxMs }) => maxMs));

/**
 * Slows down the guessing of passwords and locks nobody out: after failures a try waits, at most 15 seconds, and then it
 * counts. What one address does makes nobody wait at another. Who has signed in to the account from the same address before waits for failures at that address alone. One
 * password is hashed at a time, those of such addresses first, so that guesses cannot take the machine.
 */
export function createSignInDelay({ now, wait }: { now: () => Date; wait: (ms: number) => Promise<void> }) {
  const failures = createBoundedMap<{ count: number; at: number }>(3 * RECORDS_MAX);
  const known = createBoundedMap<true>(RECORDS_MAX);
  const waiting: Waiter[] = [];
  const admitted = new Set<Try>();
  /** When each address that waits had its last turn. */
  const turns = new Map<string, number>();
  let turn = 0;
  let hashing = false;

  /** Addresses take turns: one that sends many waits for itself. */
  const leastServed = (all: readonly Waiter[]): Waiter | undefined =>
    all.reduce<Waiter | undefined>((best, each) => (best && turnOf(best) <= turnOf(each) ? best : each), undefined);
  const turnOf = ({ address }: Waiter) => turns.get(address) ?? 0;

  const keysOf = ({ account, address }: Try): [Scope, ...string[]][] => [
    ["pair", account, address],
    ["account", account],
    ["address", address],
  ];

  function delayOf(key: [Scope, ...string[]]): number {
    const record = failures.get(...key);
    if (!record || now().getTime() - record.at >= FORGET_MS) return 0;
    const { free, maxMs } = DELAYS[key[0]];
    return record.count < free ? 0 : Math.min(maxMs, 1000 * 2 ** (record.count - free));
  }

  function countFailure(each: Try): void {
    const at = now().getTime();
    const keys = keysOf(each);
    const countOf = (key: [Scope, ...string[]]) => {
      const record = failures.get(...key);
      return record && at - record.at < FORGET_MS ? record.count : 0;
    };
    const isSpent = countOf(keys[0]!) >= COUNTED_OF_ADDRESS;
    for (const key of keys) if (key[0] !== "account" || !isSpent) failures.set({ count: countOf(key) + 1, at }, ...key);
  }

  function countSuccess({ account, address }: Try): void {
    failures.delete("pair", account, address);
    known.set(true, account, address);
  }

  function admit(each: Try): void {
    const others = [...admitted];
    const fromSameAddress = others.filter(({ address }) => address === each.address);
    const alike = fromSameAddress.filter(({ account }) => account === each.account);
    if (others.length >= WAITING_MAX.all)
      throw new AssayError("SERVICE_UNAVAILABLE", "Cannot sign anybody in now: try again in a few seconds", {
        retryAfterSeconds: Math.ceil(DELAY_MAX_MS / 1000),
      });
    if (fromSameAddress.length >= WAITING_MAX.address || alike.length >= WAITING_MAX.pair)
      throw new AssayError("RATE_LIMITED", "Too many sign-ins at once: try again in a few seconds", {
        retryAfterSeconds: Math.ceil(DELAY_MAX_MS / 1000),
      });
    admitted.add(each);
  }

  function startNext(): void {
    if (hashing) return;
    const first = waiting.find(({ known }) => known) ?? leastServed(waiting);
    if (!first) return;
    waiting.splice(waiting.indexOf(first), 1);
    hashing = true;
    turns.set(first.address, ++turn);
    first.start();
  }

  return {
    /** `undefined` from `attempt` counts as a failure. Throws RATE_LIMITED for too many tries of an address at once, SERVICE_UNAVAILABLE in all. */
    async run<T>(given: Try, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
      const each = { account: given.account, address: networkOf(given.address) };
      const isKnown = known.get(each.account, each.address) ?? false;
      const counted = keysOf(each).filter(([scope]) => scope === "pair" || !isKnown);
      admit(each);
      try {
        const delayMs = Math.max(...counted.map(delayOf));
        if (delayMs > 0) await wait(delayMs);
        await new Promise<void>((start) => {
          waiting.push({ ...each, known: isKnown, start });
          startNext();
        });
        try {
          const result = await attempt();
          if (result === undefined) countFailure(each);
          else countSuccess(each);
          return result;
        } finally {
          hashing = false;
          startNext();
        }
      } finally {
        admitted.delete(each);
        if (![...admitted].some(({ address }) => address === each.address)) turns.delete(each.address);
      }
    },

    /** How much is remembered. */
    get records() {
      return failures.size + known.size + admitted.size + turns.size;
    },
  };
}
