import type { Period } from "@assay/client";
import { PERIOD_MONTHS_MAX } from "@assay/contract";

export interface PeriodPreset {
  readonly id: string;
  readonly label: string;
  readonly period: Period;
}

/** Periods that are often asked for, as seen from a day: each ends before it. */
export function periodPresets(today: string): readonly PeriodPreset[] {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const quarter = Math.floor((month - 1) / 3);
  return [
    { id: "quarter", label: "Last quarter", period: months(year, quarter * 3 - 2, 3) },
    { id: "half-year", label: "Last 6 months", period: months(year, month - 6, 6) },
    { id: "12-months", label: "Last 12 months", period: months(year, month - 12, 12) },
    { id: "year", label: `Year ${year - 1}`, period: months(year - 1, 1, 12) },
  ];
}

/** Whole months from the first of one; month 0 is the December before. */
function months(year: number, month: number, count: number): Period {
  return { from: toDate(year, month, 1), to: toDate(year, month + count, 0) };
}

/** What is wrong with two typed dates, by field; undefined for a period that the service takes. */
export function findPeriodErrors({ from, to }: Period): { from?: string; to?: string } | undefined {
  if (from === "") return { from: "Enter the first day" };
  if (to === "") return { to: "Enter the last day" };
  if (to < from) return { to: "Must not be before the first day" };
  const [year, month, day] = from.split("-").map(Number) as [number, number, number];
  if (to >= toDate(year, month + PERIOD_MONTHS_MAX, day))
    return { to: `Must be at most ${PERIOD_MONTHS_MAX} months after the first day` };
  return undefined;
}

function toDate(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
