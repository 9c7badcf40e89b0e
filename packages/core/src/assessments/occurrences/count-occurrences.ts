import type { Occurrences, Period } from "@assay/contract";
import { addDays, addInterval, daysBetween, graceDays, type Interval, readInterval } from "./interval.ts";

/** Most facts that an assessment keeps; all are counted. */
const FACTS_KEPT_MAX = 400;

export interface CountedFact {
  readonly date: string;
  readonly documentId: string;
  readonly chunkId: string;
  readonly text: string;
}

/**
 * How often something happened in a period, against how often it had to: a whole interval of the period asks for one
 * occurrence, a day counts once however many records tell of it, and what lies outside the period never counts. `on`
 * is the day of the run: what comes after it has not happened and is not due yet. For EVENT nothing is expected.
 */
export function countOccurrences(
  facts: readonly CountedFact[],
  { every, period, on }: { readonly every: string; readonly period: Period; readonly on: string },
): Occurrences {
  const to = period.to < on ? period.to : on;
  const inside = facts
    .filter(({ date }) => date >= period.from && date <= to)
    .sort((a, b) => compare(a.date, b.date) || compare(a.chunkId, b.chunkId));
  const first = new Map<string, CountedFact>();
  for (const fact of inside) if (!first.has(fact.date)) first.set(fact.date, fact);
  const dates = [...first.keys()];
  const interval = readInterval(every);
  const due = interval && period.from <= to ? countIntervals(interval, period.from, to) : 0;
  return {
    expected: due,
    found: dates.length,
    gaps: interval && due > 0 ? findGaps(dates, interval, { from: period.from, to, expected: due }) : [],
    facts: [...first.values()].slice(0, FACTS_KEPT_MAX).map(({ date, documentId, chunkId, text }) => ({
      date,
      documentId,
      chunkId,
      text,
    })),
  };
}

/** Whether it happened too seldom: fewer occurrences than whole intervals, or a gap between two of them. */
export function isTooSeldom({ expected, found, gaps }: Occurrences): boolean {
  return expected > 0 && (found < expected || gaps.length > 0);
}

/** How many whole intervals follow one another from a day on, both days included. */
function countIntervals(interval: Interval, from: string, to: string): number {
  let count = 0;
  while (addDays(addInterval(from, interval, count + 1), -1) <= to) count += 1;
  return count;
}

/**
 * The stretches without an occurrence that are longer than the interval: from the first day, between two, to the last.
 * An occurrence is on time for a while after it was due. Once in each calendar month, quarter or year is often enough,
 * though a stretch is a little longer then. Where there are fewer than expected, nothing is granted at the end.
 */
function findGaps(
  dates: readonly string[],
  interval: Interval,
  { from, to, expected }: Period & { readonly expected: number },
): Period[] {
  const grace = coversEach(dates, interval, { from, to }) ? halfOf(interval, from) : graceDays(interval);
  // An occurrence on the day before the period would have made its first one due this late.
  const starts = [addDays(from, -1), ...dates];
  return starts.flatMap((start, at) => {
    const next = dates[at];
    const due = addInterval(start, interval);
    const late = addDays(due, grace);
    const isGap = next !== undefined ? next > late : to > late || (dates.length < expected && to >= due);
    return isGap ? [{ from: addDays(start, 1), to: next === undefined ? to : addDays(next, -1) }] : [];
  });
}

/** Whether every whole interval of the period, counted from its first day, has an occurrence; never for days. */
function coversEach(dates: readonly string[], interval: Interval, { from, to }: Period): boolean {
  if (interval.unit === "D") return false;
  const count = countIntervals(interval, from, to);
  return Array.from({ length: count }, (_, at) => [
    addInterval(from, interval, at),
    addInterval(from, interval, at + 1),
  ]).every(([start, end]) => dates.some((date) => date >= start! && date < end!));
}

function halfOf(interval: Interval, from: string): number {
  return Math.floor(daysBetween(from, addInterval(from, interval)) / 2);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
