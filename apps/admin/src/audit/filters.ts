import type { AuditFilters } from "@assay/client/admin";

/** What narrows the log, as it stands in the address. */
export const FILTER_NAMES = ["action", "objectType", "objectId", "actor", "runId", "from", "to"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type FilterTexts = Readonly<Partial<Record<FilterName, string>>>;

/** The filters of the address as the API takes them: whole days of where the reader is. */
export function toAuditFilters({ from, to, ...texts }: FilterTexts): AuditFilters {
  return { ...texts, from: startOf(from, 0), to: startOf(to, 1) };
}

/** When a day such as 2026-01-31 begins, or the one so many days later; undefined for what is no day. */
function startOf(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (!date) return undefined;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
