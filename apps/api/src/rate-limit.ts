export interface RateLimit {
  readonly perMinute: number;
  /** Takes one from the key's bucket. Returns 0, or after how many seconds there is one to take. */
  take(key: string): number;
}

const BUCKETS_MAX = 10_000;

/**
 * A token bucket for each key, in the memory of this process: full at first, filled again evenly over a minute. Several
 * processes each count for themselves.
 */
export function createRateLimit(perMinute: number, now: () => number = () => performance.now()): RateLimit {
  const perMs = perMinute / 60_000;
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    perMinute,
    take(key) {
      const at = now();
      const bucket = buckets.get(key) ?? { tokens: perMinute, at };
      const tokens = Math.min(perMinute, bucket.tokens + (at - bucket.at) * perMs);
      if (buckets.size >= BUCKETS_MAX) removeFullBuckets(buckets, perMinute, perMs, at);
      buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at });
      return tokens < 1 ? Math.ceil((1 - tokens) / perMs / 1000) : 0;
    },
  };
}

// A full bucket says no more than none.
function removeFullBuckets(
  buckets: Map<string, { tokens: number; at: number }>,
  perMinute: number,
  perMs: number,
  at: number,
): void {
  for (const [key, bucket] of buckets) if (bucket.tokens + (at - bucket.at) * perMs >= perMinute) buckets.delete(key);
}
