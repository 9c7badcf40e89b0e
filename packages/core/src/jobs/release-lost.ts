import { type Database, jobs, newId, pauses, rowsOf, type Transaction } from "@assay/db";
import { and, eq, isNotNull, notInArray, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { JobRef } from "./job.ts";

/** After so many losses without progress a job is a suspect: it runs next to no other suspect of its process. */
export const SUSPECT_LOSSES = 2;

export interface ReleaseOptions {
  /** Long enough that a living holder has renewed its leases to more than half of it from now. */
  readonly leaseMs: number;
  /** The caller: what it holds without knowing is returned and does not count as a crash. */
  readonly holder?: string;
  /** The jobs that the caller works on, which are never taken from it by itself. */
  keptIds?(): readonly string[];
}

/**
 * Puts back the jobs whose leases ran out, behind fresh ones. A dead holder's jobs go together, once the last of its
 * leases has run out. A crash counts against a job that its holder held alone, and against a suspect: which of several
 * others was the cause, nobody can tell. Returns what is due again.
 */
export function releaseLostJobs(db: Database, options: ReleaseOptions): Promise<JobRef[]> {
  return inSystem(db, (tx) => release(tx, options));
}

async function release(tx: Transaction, { leaseMs, holder, keptIds }: ReleaseOptions): Promise<JobRef[]> {
  const alive = databaseTimeIn(leaseMs / 2);
  const kept = keptIds?.() ?? [];
  const notKept = kept.length > 0 ? notInArray(jobs.id, [...kept]) : undefined;
  const isCallers = sql`job.holder is not distinct from ${holder ?? newId()}::uuid`;
  const rows = await rowsOf<JobRef>(
    tx,
    sql`
    with held as (
      select id, lease_until, count(*) over holders as together,
        max(lease_until) filter (where lease_until < ${alive}) over holders as last_lease
      from work_items where ${and(eq(jobs.state, "RUNNING"), notKept)}
      window holders as (partition by coalesce(holder, id))),
    lost as (select id, together from held where lease_until < now() and last_lease < now()),
    taken as (
      select id from work_items
      where id in (select id from lost) and state = 'RUNNING' and lease_until < now()
      for update skip locked)
    update work_items job set state = 'PENDING', lease_until = null, available_at = now(), published_at = null,
      losses = losses + case when ${isCallers} then 0 else 1 end,
      crashes = crashes + case
        when ${isCallers} then 0 when lost.together = 1 or losses >= ${SUSPECT_LOSSES} then 1 else 0 end
    from taken join lost using (id) where job.id = taken.id
    returning job.id as "jobId", job.tenant_id as "tenantId"`,
  );
  return rows;
}

/** At the start of a process that knows itself to be the only one: no other holder can be alive. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await inSystem(db, async (tx) => {
    await tx.update(jobs).set({ leaseUntil: sql`now() - interval '1 second'` }).where(eq(jobs.state, "RUNNING"));
    await release(tx, { leaseMs: 0 });
    await tx.update(pauses).set({ probeUntil: null }).where(isNotNull(pauses.probeUntil));
  });
}
