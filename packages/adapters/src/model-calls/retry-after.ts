/** A run that waits longer is failed. */
const WAIT_MAX_SECONDS = 86_400;

/** Whole seconds to wait, at most a day, from a Retry-After header or a duration such as '26.5s'; else undefined. */
export function retryAfterSeconds(value: string | null | undefined, now: Date): number | undefined {
  if (!value) return undefined;
  const seconds = /^\s*(\d+(?:\.\d+)?)s?\s*$/.exec(value)?.[1];
  const wait = seconds === undefined ? (Date.parse(value) - now.getTime()) / 1000 : Number(seconds);
  return Number.isNaN(wait) ? undefined : Math.ceil(Math.min(Math.max(wait, 0), WAIT_MAX_SECONDS));
}
