import { removedRuns, rowsOf, type Transaction, tenantRetention } from "@assay/db";
import { eq, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { systemActor } from "../tenancy/context.ts";
import { asSystem } from "../tenancy/transact.ts";
import { openDoor } from "./open-door.ts";
import { daysOf, readRefusal } from "./read-retention.ts";

/** Tables with rows of a run, in an order in which they can go; `retrievals` and `runs` themselves apart. */
const BEFORE_RETRIEVALS = [
  ...["result_checks", "version_forecasts", "awaited_documents", "comment_reads", "comments", "tasks", "reviews"],
  ...["sign_offs", "run_links", "assessments", "exports", "snapshots", "result_digests", "run_exceptions"],
];
const AFTER_RETRIEVALS = ["run_requirements", "run_documents_left_out", "run_documents", "run_steps", "spans"];

/** Every table with rows of a run. */
export const TABLES_OF_RUNS: readonly string[] = [...BEFORE_RETRIEVALS, "retrievals", ...AFTER_RETRIEVALS, "runs"];

interface Due {
  readonly tenantId: string;
  readonly days: number;
}

/** By its row and by the audit log; null where one of them does not say. */
export const runEndedAt = sql`run_ended_at(run.tenant_id, run.id)`;

/** Ended so long ago, and a day more. */
export const isRunPast = ({ tenantId, days }: Due): SQL =>
  sql`run.tenant_id = ${tenantId} and run.status in ('COMPLETED', 'FAILED')
    and coalesce(run.completed_at, run.failed_at) < now() - make_interval(days => ${days + 1}::int)
    and ${runEndedAt} < now() - make_interval(days => ${days + 1}::int)`;

/** Why the database keeps it however old it is; null where it may go. */
export const whyRunStays = sql<string | null>`why_run_stays(run.tenant_id, run.id)`;

/**
 * Removes the oldest run that a tenant's rule names and nothing needs, as a whole, and records which it was. Returns 0 where
 * there is none; undefined where nothing may be removed now. What begins to refer to a run waits for it, or it for that.
 */
export async function removeOldRun(tx: Transaction, tenantId: string): Promise<number | undefined> {
  // Found before all that the tenant writes has to wait.
  const before = await asSystem(tx, async () => {
    const [row] = await tx.select().from(tenantRetention).where(eq(tenantRetention.tenantId, tenantId));
    return (await readRefusal(tx, tenantId)) === null ? daysOf(row).runs : undefined;
  });
  if (before === undefined || before === null) return before === null ? 0 : undefined;
  const found = await findOldest(tx, { tenantId, days: before });
  if (!found) return 0;
  const days = await openDoor(tx, tenantId, "runs");
  if (days === undefined || days === null) return days === null ? 0 : undefined;
  const due = { tenantId, days };
  const run = (await findOldest(tx, due, found.id)) ?? (await findOldest(tx, due));
  if (!run) return 0;
  await tx.insert(removedRuns).values({ tenantId, runId: run.id });
  const count = await asSystem(tx, () => deleteRun(tx, tenantId, run.id));
  const details = {
    count,
    ...(run.runHash ? { runHash: run.runHash } : {}),
    ...(run.snapshotHash ? { snapshotHash: run.snapshotHash } : {}),
    removedFrom: new Date(run.createdAt).toISOString(),
    removedTo: new Date(run.endedAt).toISOString(),
  };
  const event = { action: "run.removed", objectType: "run", objectId: run.id, runId: run.id } as const;
  await recordAudit(tx, systemActor(tenantId), { ...event, details });
  return 1;
}

/** The oldest of the runs that may go, or the one that is named if it is among them. */
async function findOldest(tx: Transaction, due: Due, id?: string): Promise<FoundRun | undefined> {
  // What is due is found first, so that what needs it is asked for no other run, and for one after the other.
  const [run] = await rowsOf<FoundRun>(
    tx,
    sql`with due as materialized (
        select run.tenant_id, run.id, run.created_at, ${runEndedAt} as ended_at from runs run
        where ${isRunPast(due)} ${id === undefined ? sql`` : sql`and run.id = ${id}`}
        order by run.created_at, run.id),
      oldest as materialized (select * from due run where ${whyRunStays} is null limit 1)
      select run.id, floor(extract(epoch from run.created_at) * 1000)::float8 as "createdAt",
        floor(extract(epoch from run.ended_at) * 1000)::float8 as "endedAt",
        (select snapshot_hash from snapshots where snapshots.tenant_id = run.tenant_id and run_id = run.id) as "snapshotHash",
        (select details ->> 'runHash' from audit_entries entry where entry.tenant_id = run.tenant_id and entry.run_id = run.id
          and action in ('run.completed', 'run.failed', 'run.imported') order by sequence limit 1) as "runHash"
      from oldest run`,
  );
  return run;
}

interface FoundRun {
  readonly id: string;
  readonly createdAt: number;
  readonly endedAt: number;
  readonly runHash: string | null;
  readonly snapshotHash: string | null;
}

/** The database lets them go because the run is among the removed ones. Returns how many rows there were. */
async function deleteRun(tx: Transaction, tenantId: string, runId: string): Promise<number> {
  let count = 0;
  const remove = async (table: string, which: SQL) => {
    const rows = await rowsOf<{ n: number }>(
      tx,
      sql`with gone as (delete from ${sql.identifier(table)} where tenant_id = ${tenantId} and ${which} returning 1)
        select count(*)::int as n from gone`,
    );
    count += rows[0]?.n ?? 0;
  };
  const ofRun = sql`run_id = ${runId}`;
  for (const table of BEFORE_RETRIEVALS) await remove(table, ofRun);
  const requirements = await rowsOf<{ id: string }>(
    tx,
    sql`select id from run_requirements where tenant_id = ${tenantId} and ${ofRun}`,
  );
  const ids = requirements.map(({ id }) => id);
  await remove("retrievals", sql`run_requirement_id = any(${sql.param(ids)}::uuid[])`);
  for (const table of AFTER_RETRIEVALS) await remove(table, ofRun);
  await remove("runs", sql`id = ${runId}`);
  return count;
}
