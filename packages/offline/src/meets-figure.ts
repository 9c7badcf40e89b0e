import type { Figure } from "./find-figures.ts";

/** A quarter is as good as 90 days, four weeks as a month. */
const TOLERANCE = 0.035;

/** Whether two figures measure the same thing, so that one can be held against the other. */
export function isComparable(required: Figure, found: Figure): boolean {
  if (required.kind === "amount")
    return found.kind === "amount" && found.units.some((unit) => required.units.includes(unit));
  if (required.kind === "interval") return found.kind === "interval";
  return (
    found.kind === "duration" || (found.kind === "interval" && required.bound === "atMost" && required.value >= 28)
  );
}

/** Whether a comparable figure keeps within what is required. */
export function meetsFigure(required: Figure, found: Figure): boolean {
  switch (required.bound) {
    case "atLeast":
      return found.value >= required.value * (1 - TOLERANCE);
    case "atMost":
      return found.value <= required.value * (1 + TOLERANCE);
    case "equal":
      return Math.abs(found.value - required.value) <= required.value * TOLERANCE;
    default:
      return required.bound satisfies never;
  }
}
