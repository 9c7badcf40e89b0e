import { jobs, preparedOnce, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { CLAIM, isDue, leaseUntil } from "./claim.ts";
import { NO_FAILURES, NOT_WAITING } from "./commit.ts";
import type { Engine } from "./engine.ts";
import type { ClaimedJob, JobRef } from "./job.ts";
import { ofActiveTenant } from "./of-active-tenant.ts";

/** A job that got on, for a further attempt of the holder that has it. Nothing of its failures is left. */
export async function keepClaimed(tx: Transaction, { leases }: Engine, job: ClaimedJob): Promise<ClaimedJob> {
  await keepOne(tx, { tenantId: job.tenantId, id: job.id, leaseMs: leases.leaseMs });
  return { ...job, ...NO_FAILURES, ...NOT_WAITING };
}

/**
 * Claims the job that follows an ended one: of those that its commit added, the one of the same subject. A heavy stage
 * follows only a heavy one, as who runs another may be lent too little for it.
 */
export async function claimFollowing(
  tx: Transaction,
  { stages, leases: { holder, leaseMs } }: Engine,
  { kind, stage, tenantId, subjectId, pauses, claimedAtMs }: ClaimedJob,
  added: readonly JobRef[],
): Promise<ClaimedJob | undefined> {
  if (added.length === 0 || added.length > FOLLOWING_MAX) return undefined;
  const { heavy } = stages[kind][stage] ?? {};
  const allowed = Object.entries(stages[kind]).flatMap(([name, next]) => (next.heavy && !heavy ? [] : [name]));
  const ids = added.map(({ jobId }) => jobId);
  const [next] = await claimOne(tx, { tenantId, kind, subjectId, ids, stages: allowed, holder, leaseMs });
  return next && { ...next, pauses, claimedAtMs };
}

/** A commit that adds more has set many going, and none of them follows. */
const FOLLOWING_MAX = 16;

const keepOne = preparedOnce((tx) =>
  tx
    .update(jobs)
    .set({ ...NO_FAILURES, ...NOT_WAITING, leaseUntil })
    .where(and(eq(jobs.tenantId, sql.placeholder("tenantId")), eq(jobs.id, sql.placeholder("id"))))
    .prepare("keep_job"),
);

const claimOne = preparedOnce((tx) =>
  tx
    .update(jobs)
    .set(CLAIM)
    .where(
      and(
        eq(jobs.tenantId, sql.placeholder("tenantId")),
        eq(jobs.kind, sql.placeholder("kind")),
        eq(jobs.subjectId, sql.placeholder("subjectId")),
        sql`${jobs.id} = any(${sql.placeholder("ids")}::uuid[])`,
        sql`${jobs.stage} = any(${sql.placeholder("stages")}::text[])`,
        isDue,
        ofActiveTenant,
      ),
    )
    .returning(getTableColumns(jobs))
    .prepare("claim_following_job"),
);
