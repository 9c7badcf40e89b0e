import type { AdminRun } from "@assay/contract";
import { sql } from "drizzle-orm";
import { shownRun } from "./read-runs.ts";
import { type RunRow, type ShownRun, toRun } from "./to-run.ts";

export type StoredAdminRun = ShownRun & { readonly packName: string; readonly criteriaVersion: number };
export type ShownAdminRun = Omit<StoredAdminRun, "criteriaVersion"> & { readonly criteriaVersion: number | null };

// Written out: within a query of one table, Drizzle leaves the tables' names off the columns.
export const shownAdminRun = {
  ...shownRun,
  packName: sql<string>`(select pack.name from packs pack where pack.id = runs.pack_id)`,
  criteriaVersion: sql<number>`(select pinned.version from criteria_versions pinned
    where pinned.id = runs.criteria_version_id)`,
};

type Times = Pick<RunRow, "createdAt" | "startedAt" | "completedAt" | "failedAt">;

export function endOf({ completedAt, failedAt }: Times): Date | null {
  return completedAt ?? failedAt;
}

/** In milliseconds; null while the run is under way. */
export function durationOf(times: Times): number | null {
  const end = endOf(times);
  return end && end.getTime() - (times.startedAt ?? times.createdAt).getTime();
}

export function toAdminRun(row: ShownAdminRun): AdminRun {
  const { packName, criteriaVersion, triggerType, reuse, tokensIn, tokensOut, costUsd } = row;
  const { assessedCount, completeCount, partialCount, missingCount } = row;
  const durationMs = durationOf(row);
  return {
    ...toRun(row),
    packName,
    criteriaVersion,
    triggerType,
    reuse,
    failedCount: assessedCount - completeCount - partialCount - missingCount,
    durationMs: durationMs === null ? null : Math.max(0, durationMs),
    progressedAt: row.progressedAt.toISOString(),
    usage: { tokensIn, tokensOut, costUsd },
  };
}
