import type { MetricLine } from "@assay/client/admin";

const percent = (share: number) => Math.round(share * 100);

/** Such as `49 of 242 (16–26 %)`. */
export function describeMetric({ count, of, low, high }: MetricLine): string {
  if (of === 0) return "no cases";
  return `${count.toLocaleString()} of ${of.toLocaleString()} (${percent(low)}–${percent(high)} %)`;
}

/** A name of a set that lists many authors is cut to what distinguishes it. */
export function shortenSet(name: string): string {
  const SHOWN = 48;
  return name.length <= SHOWN ? name : `${name.slice(0, SHOWN - 1).trimEnd()}…`;
}
