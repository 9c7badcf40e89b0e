import { INTERVAL } from "@assay/contract";

const DAY_MS = 86_400_000;
/** An act counts as on time this long after it was due, where the interval is not given in days. */
const GRACE_SHARE = 0.1;
const GRACE_DAYS_MAX = 14;

export interface Interval {
  readonly count: number;
  readonly unit: "D" | "W" | "M" | "Y";
}

/** Undefined for what is no interval, such as EVENT. */
export function readInterval(every: string): Interval | undefined {
  if (every === "EVENT" || !INTERVAL.test(every)) return undefined;
  return { count: Number(every.slice(1, -1)), unit: every.at(-1) as Interval["unit"] };
}

/** The ISO date that comes `times` intervals after another; a month that is shorter ends on its last day. */
export function addInterval(date: string, { count, unit }: Interval, times = 1): string {
  switch (unit) {
    case "D":
      return addDays(date, count * times);
    case "W":
      return addDays(date, 7 * count * times);
    case "M":
      return addMonths(date, count * times);
    case "Y":
      return addMonths(date, 12 * count * times);
    default:
      return unit satisfies never;
  }
}

export function addDays(date: string, days: number): string {
  return toDate(Date.parse(date) + days * DAY_MS);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Days after it was due on which an act still counts as on time: none where the interval itself is given in days. */
export function graceDays({ count, unit }: Interval): number {
  const days = { D: 0, W: 7, M: 30, Y: 365 }[unit] * count;
  return Math.min(GRACE_DAYS_MAX, Math.floor(days * GRACE_SHARE));
}

function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return toDate(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, last)));
}

function toDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
