import { jobs, newId, preparedOnce, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import type { KnownPauses } from "./pauses.ts";

export type JobKind = (typeof jobs.$inferSelect)["kind"];

/** A claimed job: its holder may commit as long as nobody claimed it again. */
export interface Job {
  readonly id: string;
  readonly tenantId: string;
  readonly kind: JobKind;
  readonly subjectId: string;
  readonly runId: string | null;
  readonly stage: string;
  readonly attempts: number;
  readonly crashes: number;
  readonly losses: number;
  readonly fence: number;
  /** When it was due: its position in the tenant's queue. */
  readonly availableAt: Date;
  /** The part that it waited for before this claim. */
  readonly waitingFor: string | null;
  readonly waitingSince: Date | null;
}

/** What the database said next to a claim. */
export interface ClaimedJob extends Job {
  readonly pauses: KnownPauses;
  readonly claimedAtMs: number;
}

export interface NewJob {
  readonly tenantId: string;
  readonly kind: JobKind;
  readonly subjectId: string;
  readonly stage: string;
  readonly runId?: string;
  readonly delayMs?: number;
  /** The position of a job that this one follows, so that what is begun is finished before anything newer. */
  readonly availableAt?: Date;
}

/** What a dispatch names. */
export interface JobRef {
  readonly jobId: string;
  readonly tenantId: string;
}

/** What makes a job due that was for later. */
export const DUE_NOW = { availableAt: sql`now()`, delayed: false };

/** Adds work in the transaction that calls for it; work that is already open for the same stage is not doubled. */
export async function enqueue(tx: Transaction, items: readonly NewJob[]): Promise<JobRef[]> {
  const [only] = items;
  if (only && items.length === 1) {
    const { runId = null, delayMs = 0, availableAt, ...job } = only;
    const place = { delayMs, delayed: delayMs > 0, availableAt: availableAt?.toISOString() ?? null };
    return addOne(tx, { id: newId(), ...job, runId, ...place });
  }
  const refs: JobRef[] = [];
  for (let at = 0; at < items.length; at += 500) {
    const rows = items.slice(at, at + 500).map(({ delayMs = 0, availableAt, ...job }) => ({
      id: newId(),
      ...job,
      availableAt: availableAt ?? databaseTimeIn(delayMs),
      delayed: delayMs > 0,
    }));
    refs.push(...(await tx.insert(jobs).values(rows).onConflictDoNothing().returning(JOB_REF)));
  }
  return refs;
}

const JOB_REF = { jobId: jobs.id, tenantId: jobs.tenantId };

/** What most transactions that call for work do. */
const addOne = preparedOnce((tx) =>
  tx
    .insert(jobs)
    .values({
      id: sql.placeholder("id"),
      tenantId: sql.placeholder("tenantId"),
      kind: sql.placeholder("kind"),
      subjectId: sql.placeholder("subjectId"),
      stage: sql.placeholder("stage"),
      runId: sql.placeholder("runId"),
      availableAt: sql`coalesce(${sql.placeholder("availableAt")}::timestamptz, ${databaseTimeIn(sql.placeholder("delayMs"))})`,
      delayed: sql.placeholder("delayed"),
    })
    .onConflictDoNothing()
    .returning(JOB_REF)
    .prepare("enqueue_job"),
);

/** Ends open work that has lost its purpose, so that a running holder cannot commit it any more. */
export async function cancelJobs(
  tx: Transaction,
  tenantId: string,
  which: { runId: string } | { subjectIds: readonly string[]; kind: JobKind },
): Promise<void> {
  const subject =
    "runId" in which
      ? eq(jobs.runId, which.runId)
      : and(inArray(jobs.subjectId, [...which.subjectIds]), eq(jobs.kind, which.kind));
  // A holder in the middle of its commit is passed over: it will find its subject gone or finished.
  const open = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.tenantId, tenantId), subject, inArray(jobs.state, ["PENDING", "RUNNING"])))
    .for("update", { skipLocked: true });
  await tx
    .update(jobs)
    .set({ state: "DONE", fence: sql`${jobs.fence} + 1`, leaseUntil: null })
    .where(and(eq(jobs.tenantId, tenantId), inArray(jobs.id, open)));
}
