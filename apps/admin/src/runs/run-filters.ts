import type { RunStatus, SnapshotStatus } from "@assay/client";
import type { AdminRunFilters, RunSort } from "@assay/client/admin";
import { RUN_STATUSES } from "@assay/site/run-status";
import type { Sorting } from "@assay/ui";

export const SNAPSHOT_STATUSES: readonly SnapshotStatus[] = ["PENDING", "CAPTURED", "FAILED", "LEGACY"];
const SORTS: readonly RunSort[] = ["createdAt", "finishedAt", "duration", "status", "cost", "tokens"];

const DEFAULT_SORTING: Sorting = { by: "createdAt", order: "desc" };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LAST_MS = { "1d": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS, "90d": 90 * DAY_MS } as const;
/** Represents the two days of `from` and `to`. */
export const BETWEEN = "between";

/** The parameters of the address that narrow or order the list. */
const FILTER_PARAMS = ["q", "status", "snapshot", "pack", "by", "time", "from", "to"] as const;

/** Of an address without any of them, at the first page. */
export const CLEARED = Object.fromEntries([...FILTER_PARAMS, "cursor"].map((name) => [name, null]));

/** What the address asks of the list; what it does not know is omitted. */
export function readFilters(search: URLSearchParams, now = Date.now()): AdminRunFilters {
  const { by, order } = readSorting(search);
  return {
    status: anyOf(RUN_STATUSES, search.get("status")),
    snapshotStatus: anyOf(SNAPSHOT_STATUSES, search.get("snapshot")),
    packId: search.get("pack") ?? undefined,
    startedBy: search.get("by") ?? undefined,
    q: search.get("q")?.trim() || undefined,
    ...readTime(search, now),
    sort: by as RunSort,
    order,
  };
}

/** Between two days of the reader, the last one included, or the last while to the hour. */
function readTime(search: URLSearchParams, now: number): Pick<AdminRunFilters, "from" | "to"> {
  const time = search.get("time");
  if (time !== BETWEEN) {
    const ms = LAST_MS[time as keyof typeof LAST_MS];
    return ms ? { from: new Date(Math.floor((now - ms) / HOUR_MS) * HOUR_MS).toISOString() } : {};
  }
  const [from, to] = [toInstant(search.get("from"), 0), toInstant(search.get("to"), 1)];
  // The service refuses a range that ends before it begins.
  return { from, to: from !== undefined && to !== undefined && to <= from ? undefined : to };
}

export function readSorting(search: URLSearchParams): Sorting {
  const by = SORTS.find((sort) => sort === search.get("sort")) ?? DEFAULT_SORTING.by;
  return { by, order: search.get("order") === "asc" ? "asc" : "desc" };
}

/** The statuses of the address, in the order of progress. */
export function readStatuses(search: URLSearchParams): readonly RunStatus[] {
  return anyOf(RUN_STATUSES, search.get("status")) ?? [];
}

export function isFiltered(search: URLSearchParams): boolean {
  return FILTER_PARAMS.some((name) => search.has(name));
}

function anyOf<T extends string>(known: readonly T[], text: string | null): readonly T[] | undefined {
  const asked = new Set(text?.split(","));
  const found = known.filter((each) => asked.has(each));
  return found.length > 0 ? found : undefined;
}

/** The beginning of a day in the reader's time zone, or of one after it. */
function toInstant(day: string | null, daysLater: number): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const at = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
