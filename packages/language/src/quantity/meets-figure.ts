import type { Figure } from "./find-figures.ts";
import { isSum } from "./units.ts";

/** A quarter is as good as 90 days, four weeks as a month. */
const TOLERANCE = 0.035;
/** What is done every five minutes is done continuously. */
const CONTINUOUS_DAYS = 5 / 1_440;
/** From here on, "within" says how often as well as "every" does. */
const LONG_DAYS = 28;

/** Whether two figures measure the same thing, so that one can be held against the other. */
export function isComparable(required: Figure, found: Figure): boolean {
  if (required.kind === "interval") return found.kind === "interval";
  if (required.kind === "duration")
    return (
      found.kind === "duration" ||
      (found.kind === "interval" && required.bound === "atMost" && required.value >= LONG_DAYS)
    );
  if (required.kind === "version" || found.kind === "version") return isSameScale(required, found);
  return found.kind === "amount" && found.unit === required.unit;
}

/** "256-bit" and "AES-256" are one scale; so are two versions of one name. */
function isSameScale(required: Figure, found: Figure): boolean {
  if (required.kind === "version" && found.kind === "version") return required.unit === found.unit;
  const [version, amount] = required.kind === "version" ? [required, found] : [found, required];
  return version.unit === "aes" && amount.kind === "amount" && amount.unit === "bit";
}

/** Whether a comparable figure keeps within what is required, in its own direction too. */
export function meetsFigure(required: Figure, found: Figure): boolean {
  const [low, high] = [found.value, found.upTo ?? found.value];
  if (required.bound === "equal" && required.upTo !== undefined)
    return low >= required.value * (1 - TOLERANCE) && high <= required.upTo * (1 + TOLERANCE);
  const bound = required.kind === "version" ? "atLeast" : required.bound;
  switch (bound) {
    case "atLeast":
      return low >= required.value * (1 - TOLERANCE) && found.bound !== "atMost";
    case "atMost":
      if (required.kind === "interval" && required.value === 0) return high <= CONTINUOUS_DAYS;
      if (required.value === 0 && /delay/i.test(required.text)) return high <= 1;
      return (
        high <= required.value * (1 + TOLERANCE) &&
        (found.bound !== "atLeast" || found.value === 0 || isSum(required.unit))
      );
    case "equal":
      return low <= required.value * (1 + TOLERANCE) && high >= required.value * (1 - TOLERANCE);
    default:
      return bound satisfies never;
  }
}

/** Whether two statements of the same thing name different figures. */
export function differsFrom(one: Figure, other: Figure): boolean {
  const [low, high] = [Math.max(one.value, other.value), Math.min(one.upTo ?? one.value, other.upTo ?? other.value)];
  return low > high * (1 + TOLERANCE) || (low === 0) !== (high === 0);
}
