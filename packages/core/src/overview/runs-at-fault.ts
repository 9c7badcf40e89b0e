import type { Overview } from "@assay/contract";
import { oneRow, resultChecks, runs, type Transaction } from "@assay/db";
import { and, asc, count, desc, eq, gte, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { waitsForDocuments } from "../runs/stalled-runs.ts";
import { shownAdminRun, toAdminRun } from "../runs/to-admin-run.ts";

const FIRST = 5;

type Runs = Overview["runs"];

export function findFailedRuns(tx: Transaction, tenantId: string, since: Date): Promise<Runs["failed"]> {
  return findSome(tx, tenantId, and(gte(runs.createdAt, since), eq(runs.status, "FAILED")));
}

/** Completed, and no snapshot could be taken: they cannot be replayed. */
export function findRunsWithoutSnapshot(
  tx: Transaction,
  tenantId: string,
  since: Date,
): Promise<Runs["withoutSnapshot"]> {
  const isWithout = and(gte(runs.createdAt, since), eq(runs.status, "COMPLETED"), eq(runs.snapshotStatus, "FAILED"));
  return findSome(tx, tenantId, isWithout);
}

async function findSome(tx: Transaction, tenantId: string, which: SQL | undefined): Promise<Runs["failed"]> {
  const where = and(eq(runs.tenantId, tenantId), which);
  const counted = oneRow(await tx.select({ value: count() }).from(runs).where(where));
  const rows = await tx
    .select(shownAdminRun)
    .from(runs)
    .where(where)
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(FIRST);
  return { count: counted.value, items: rows.map(toAdminRun) };
}

/** Active, and nothing of them has finished for a while. */
export async function findStalledRuns(
  tx: Transaction,
  tenantId: string,
  quietAfterMs: number,
): Promise<Runs["stalled"]> {
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
  return rows.map(({ waitingFor, ...row }) => ({ run: toAdminRun(row), waitingFor }));
}

/** Whose stored results are not those that were recorded. */
export async function findDamagedRuns(tx: Transaction, tenantId: string): Promise<Runs["damaged"]> {
  const isDamaged = and(eq(resultChecks.tenantId, tenantId), sql`${resultChecks.damaged} <> '{}'`);
  const counted = oneRow(await tx.select({ value: count() }).from(resultChecks).where(isDamaged));
  const rows = await tx.select().from(resultChecks).where(isDamaged).orderBy(desc(resultChecks.runId)).limit(FIRST);
  const items = rows.map(({ runId, checkedAt, damaged }) => ({ runId, checkedAt: checkedAt!.toISOString(), damaged }));
  return { count: counted.value, items };
}
