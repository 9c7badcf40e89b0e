import { idempotencyKeys, jobs, spans, type Transaction } from "@assay/db";
import { and, inArray, lt, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";

export interface KeepTimes {
  /** How long finished jobs are kept. */
  readonly keepJobsMs: number;
  /** How long the spans of runs are kept for the trace viewer. */
  readonly keepSpansMs: number;
}

const BATCH = 100;

/** Removes a batch of what has outlived its use. Safe to run from several processes at once. */
export async function removeExpired(tx: Transaction, { keepJobsMs, keepSpansMs }: KeepTimes): Promise<void> {
  await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, sql`now()`));
  const finished = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.state, ["DONE", "FAILED"]), lt(jobs.createdAt, databaseTimeIn(-keepJobsMs))))
    .limit(BATCH)
    .for("update", { skipLocked: true });
  await tx.delete(jobs).where(inArray(jobs.id, finished));
  const old = tx
    .select({ traceId: spans.traceId, spanId: spans.spanId })
    .from(spans)
    .where(lt(spans.endedAt, databaseTimeIn(-keepSpansMs)))
    .limit(BATCH);
  await tx.delete(spans).where(sql`(${spans.traceId}, ${spans.spanId}) in ${old}`);
}
