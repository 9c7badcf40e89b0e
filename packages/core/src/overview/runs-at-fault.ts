import type { AdminRun, Overview } from "@assay/contract";
import { oneRow, resultChecks, runs, type Transaction } from "@assay/db";
import { and, asc, count, desc, eq, gte, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { namePeople } from "../runs/name-people.ts";
import { nameVersions } from "../runs/name-versions.ts";
import { showSealed } from "../runs/results/require-sealed-run.ts";
import { waitsForDocuments } from "../runs/stalled-runs.ts";
import { type StoredAdminRun, shownAdminRun, toAdminRun } from "../runs/to-admin-run.ts";
import { notIn, type SoundRuns } from "./sound-runs.ts";

const FIRST = 5;

type Runs = Overview["runs"];

/** The first few of some runs, without those whose rows are not what they were when the run ended: their ids. */
interface Found {
  readonly count: number;
  readonly items: AdminRun[];
  readonly damaged: readonly string[];
}

async function splitDamaged(tx: Transaction, tenantId: string, rows: readonly StoredAdminRun[]) {
  const named = await nameVersions(tx, tenantId, await namePeople(tx, tenantId, rows));
  const shown = await showSealed(tx, tenantId, named, toAdminRun);
  return {
    items: shown.filter((run): run is AdminRun => !("damaged" in run)),
    damaged: shown.filter((run) => "damaged" in run).map(({ id }) => id),
  };
}

export function findFailedRuns(tx: Transaction, tenantId: string, among: SoundRuns): Promise<Found> {
  return findSome(tx, tenantId, and(isAmong(among), eq(runs.status, "FAILED")));
}

/** Completed, and no snapshot could be taken: they cannot be replayed. */
export function findRunsWithoutSnapshot(tx: Transaction, tenantId: string, among: SoundRuns): Promise<Found> {
  const isWithout = and(isAmong(among), eq(runs.status, "COMPLETED"), eq(runs.snapshotStatus, "FAILED"));
  return findSome(tx, tenantId, isWithout);
}

function isAmong({ since, damaged }: SoundRuns): SQL | undefined {
  return and(gte(runs.createdAt, since), notIn(runs.id, damaged));
}

async function findSome(tx: Transaction, tenantId: string, which: SQL | undefined): Promise<Found> {
  const where = and(eq(runs.tenantId, tenantId), which);
  const counted = oneRow(await tx.select({ value: count() }).from(runs).where(where));
  const rows = await tx
    .select(shownAdminRun)
    .from(runs)
    .where(where)
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(FIRST);
  return { count: counted.value, ...(await splitDamaged(tx, tenantId, rows)) };
}

/** Active, and nothing of them has finished for a while. */
export async function findStalledRuns(
  tx: Transaction,
  tenantId: string,
  quietAfterMs: number,
): Promise<{ readonly items: Runs["stalled"]; readonly damaged: readonly string[] }> {
  const rows = await tx
    .select({
      ...shownAdminRun,
      waitingFor: sql<string | null>`(select max(job.waiting_for) from work_items job
        where job.tenant_id = runs.tenant_id and job.run_id = runs.id and job.state in ('PENDING', 'RUNNING'))`,
    })
    .from(runs)
    .where(
      and(
        eq(runs.tenantId, tenantId),
        inArray(runs.status, ["PENDING", "IN_PROGRESS"]),
        lt(runs.progressedAt, databaseTimeIn(-quietAfterMs)),
        not(waitsForDocuments),
      ),
    )
    .orderBy(asc(runs.progressedAt))
    .limit(FIRST);
  const { items, damaged } = await splitDamaged(tx, tenantId, rows);
  const waitingFor = new Map(rows.map((row) => [row.id, row.waitingFor]));
  return { items: items.map((run) => ({ run, waitingFor: waitingFor.get(run.id) ?? null })), damaged };
}

/** Whose stored results are not those that were recorded, by the last check; and those that were found just now. */
export async function findDamagedRuns(
  tx: Transaction,
  tenantId: string,
  { now, found }: { readonly now: Date; readonly found: readonly string[] },
): Promise<Runs["damaged"]> {
  const isDamaged = and(eq(resultChecks.tenantId, tenantId), sql`${resultChecks.damaged} <> '{}'`);
  const counted = oneRow(await tx.select({ value: count() }).from(resultChecks).where(isDamaged));
  const rows = await tx.select().from(resultChecks).where(isDamaged).orderBy(desc(resultChecks.runId)).limit(FIRST);
  const items = rows.map(({ runId, checkedAt, damaged }) => ({ runId, checkedAt: checkedAt!.toISOString(), damaged }));
  const known =
    found.length > 0 ? await listKnown(tx, and(isDamaged, inArray(resultChecks.runId, [...found]))) : new Set();
  const others = [...new Set(found)].filter((runId) => !known.has(runId));
  const added = others.map((runId) => ({ runId, checkedAt: now.toISOString(), damaged: [`run/${runId}`] }));
  return { count: counted.value + added.length, items: [...added, ...items].slice(0, FIRST) };
}

async function listKnown(tx: Transaction, which: SQL | undefined): Promise<ReadonlySet<string>> {
  const rows = await tx.select({ runId: resultChecks.runId }).from(resultChecks).where(which);
  return new Set(rows.map(({ runId }) => runId));
}
