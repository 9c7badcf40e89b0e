const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The wait after each failed attempt, as the Standard Webhooks specification suggests: ten attempts in three days. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Receivers that fail together are not asked again together. */
const JITTER = 0.1;

/** The longest that a receiver may ask to wait. */
const ASKED_MS_MAX = 24 * HOUR_MS;

/** A webhook of which nothing succeeded for so long is disabled. */
export const DISABLED_AFTER_MS = 72 * HOUR_MS;

/**
 * How long to wait after the given number of failed attempts; undefined where no further attempt follows. `random` is
 * from 0 to 1.
 */
export function waitAfter(
  attempts: number,
  { retryAfterSeconds = 0, random }: { retryAfterSeconds?: number | undefined; random: number },
): number | undefined {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return undefined;
  const spread = wait * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(spread, Math.min(retryAfterSeconds * SECOND_MS, ASKED_MS_MAX)));
}
