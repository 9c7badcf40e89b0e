import { jobs, preparedOnce, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { Engine } from "./engine.ts";
import type { ClaimedJob, Job, JobRef } from "./job.ts";

/**
 * How a dispatch ended: there was nothing to claim (a duplicate, late or stale one, or its holder lost the job), the
 * job is done, has more attempts, waits for another attempt, or failed permanently.
 */
export type JobResult = "nothing" | "done" | "more" | "again" | "failed";

export interface Ended {
  readonly result: JobResult;
  readonly dispatch: readonly JobRef[];
  /** What the same holder continues with: claimed already. */
  readonly next?: ClaimedJob | undefined;
}

export const LOST: Ended = { result: "nothing", dispatch: [] };

export class LostLease extends Error {
  override readonly name = "LostLease";
}

/** Puts the job back until its delay is over. */
export async function requeue(tx: Transaction, job: Job, change: object, delayMs: number): Promise<Ended> {
  const due = { availableAt: databaseTimeIn(delayMs), delayed: delayMs > 0 };
  await close(tx, job, { state: "PENDING", ...change, ...due, publishedAt: null });
  return { result: "again", dispatch: [refTo(job)] };
}

/**
 * Runs `write` in the tenant's transaction if this holder is still the newest one. With `ends`, the statement that finds
 * that out also ends the job.
 */
export function gated<T>(
  { db }: Engine,
  job: Job,
  write: (tx: Transaction) => Promise<T>,
  { ends = false }: { readonly ends?: boolean } = {},
): Promise<T> {
  const { tenantId, id, fence } = job;
  return inTenant({ db, tenantId }, async (tx) => {
    const [held] = await (ends ? endHeld : lockHeld)(tx, { tenantId, id, fence });
    if (!held) throw lostLease();
    return write(tx);
  });
}

export function lostLease(): LostLease {
  return new LostLease("Cannot commit because another process has taken over the job");
}

/** What was stored is not done again, so that a job that gets on is never taken for the cause of its crashes. */
export async function clearCrashes(tx: Transaction, job: Job): Promise<void> {
  if (job.crashes > 0) await tx.update(jobs).set({ crashes: 0 }).where(keyOf(job));
}

export const refTo = ({ id, tenantId }: Job): JobRef => ({ jobId: id, tenantId });

export async function close(
  tx: Transaction,
  job: Job,
  change: Partial<typeof jobs.$inferInsert> | object,
): Promise<void> {
  await tx
    .update(jobs)
    .set({ ...NOT_HELD, ...change })
    .where(keyOf(job));
}

/** Of a job that got on. */
export const NO_FAILURES = { attempts: 0, crashes: 0, losses: 0 };

export const NOT_WAITING = { waitingFor: null, waitingSince: null };

const NOT_HELD = { leaseUntil: null, ...NOT_WAITING };

const isHeld = and(
  eq(jobs.tenantId, sql.placeholder("tenantId")),
  eq(jobs.id, sql.placeholder("id")),
  eq(jobs.fence, sql.placeholder("fence")),
  eq(jobs.state, "RUNNING"),
);

const lockHeld = preparedOnce((tx) =>
  tx.select({ id: jobs.id }).from(jobs).where(isHeld).for("update").prepare("lock_held_job"),
);

const endHeld = preparedOnce((tx) =>
  tx
    .update(jobs)
    .set({ ...NOT_HELD, state: "DONE" })
    .where(isHeld)
    .returning({ id: jobs.id })
    .prepare("end_held_job"),
);

function keyOf({ tenantId, id }: Job) {
  return and(eq(jobs.tenantId, tenantId), eq(jobs.id, id));
}
