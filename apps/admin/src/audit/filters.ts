import type { AuditFilters } from "@assay/client/admin";

/** What filters the log, as it is in the address. */
export const FILTER_NAMES = ["action", "objectType", "objectId", "actor", "runId", "range", "from", "to"] as const;
type FilterName = (typeof FILTER_NAMES)[number];
export type FilterTexts = Readonly<Partial<Record<FilterName, string>>>;

export const RANGE_CHOICES = [
  { value: "1", label: "Today" },
  { value: "7", label: "The last 7 days" },
  { value: "30", label: "The last 30 days" },
  { value: "90", label: "The last 90 days" },
  { value: "between", label: "Between two days …" },
] as const;

/** The filters of the address as the API takes them: whole days of where the reader is. */
export function toAuditFilters({ range, from, to, ...texts }: FilterTexts, now = new Date()): AuditFilters {
  const days = RANGE_CHOICES.some(({ value }) => value === range) ? Number(range) : Number.NaN;
  if (days > 0) return { ...texts, from: dayBefore(now, days - 1) };
  return { ...texts, from: startOf(from, 0), to: startOf(to, 1) };
}

/** When a day such as 2026-01-31 begins, or the one so many days later; undefined for what is no day. */
function startOf(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (!date) return undefined;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
}
