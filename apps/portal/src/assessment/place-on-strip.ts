import type { Occurrences, Period } from "@assay/client";

/** Where the days and the gaps of a period are on a strip, in percent of its length; each day is as wide as the others. */
export function placeOnStrip({ facts, gaps }: Pick<Occurrences, "facts" | "gaps">, { from, to }: Period) {
  const length = dayOf(to) - dayOf(from) + 1;
  const at = (date: string) => (100 * (dayOf(date) - dayOf(from))) / length;
  return {
    days: facts.map(({ date }) => ({ date, at: at(date) + 50 / length })),
    stretches: gaps.map((gap) => ({
      start: at(gap.from),
      width: (100 * (dayOf(gap.to) - dayOf(gap.from) + 1)) / length,
    })),
  };
}

function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
