export interface RateLimit {
  readonly perMinute: number;
  /** Takes one from the key's bucket. */
  take(key: string): Taken;
}

export interface Taken {
  /** 0, or after how many seconds there is one to take. */
  readonly retryAfterSeconds: number;
  /** How many are left to take at once. */
  readonly remaining: number;
  /** After how many seconds the whole minute is there again. */
  readonly fullInSeconds: number;
}

/** Beyond, the key that was quiet longest has its whole minute again: memory is bounded no matter who asks. */
const BUCKETS_MAX = 200_000;
const MINUTE_MS = 60_000;

/**
 * A token bucket for each key, in the memory of this process: full at first, filled again evenly over a minute. Several
 * processes each count for themselves. A take costs the same however many keys there are.
 */
export function createRateLimit(perMinute: number, now: () => number = () => performance.now()): RateLimit {
  const perMs = perMinute / MINUTE_MS;
  const buckets = createBuckets(now);
  return {
    perMinute,
    take(key) {
      const at = now();
      const bucket = buckets.take(key) ?? { tokens: perMinute, at };
      const tokens = Math.min(perMinute, bucket.tokens + (at - bucket.at) * perMs);
      const left = tokens < 1 ? tokens : tokens - 1;
      buckets.put(key, { tokens: left, at });
      const secondsFor = (count: number) => Math.ceil(count / perMs / 1000);
      return {
        retryAfterSeconds: tokens < 1 ? secondsFor(1 - tokens) : 0,
        remaining: Math.floor(left),
        fullInSeconds: secondsFor(perMinute - left),
      };
    },
  };
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** In the order in which they were put, so that those that are full again, which say no more than none, are the first. */
export function createBuckets(now: () => number, sizeMax = BUCKETS_MAX) {
  const buckets = new Map<string, Bucket>();
  const removeOldest = () => {
    const [oldest] = buckets;
    if (oldest && (buckets.size > sizeMax || now() - oldest[1].at >= MINUTE_MS)) buckets.delete(oldest[0]);
  };
  return {
    take(key: string): Bucket | undefined {
      const bucket = buckets.get(key);
      buckets.delete(key);
      return bucket;
    },
    put(key: string, bucket: Bucket): void {
      buckets.set(key, bucket);
      // Two for the one that is put: it never grows by what is full.
      removeOldest();
      removeOldest();
    },
    get size() {
      return buckets.size;
    },
  };
}
