import { type Database, idempotencyKeys, jobs, spans } from "@assay/db";
import { and, inArray, lt, sql } from "drizzle-orm";
import { enqueueDueCheckpoints } from "../audit/checkpoint-stages.ts";
import { activateWhenReady } from "../corpus/retrieval-versions.ts";
import { databaseTimeIn } from "../database-clock.ts";
import { enqueue } from "../jobs/job.ts";
import { failStalledRuns } from "../runs/stalled-runs.ts";
import { listDueResults } from "../snapshots/due-results.ts";
import { inSystem } from "../tenancy/transact.ts";
import { enqueueRehashes } from "./enqueue-rehashes.ts";
import { noteSweep } from "./take-late-sweep.ts";

export interface SweepSettings {
  readonly stalledAfterMs: number;
  /** How long a run may wait for a part that cannot be used. */
  readonly waitMaxMs: number;
  /** How often each stored file, where their number allows it, and the results of each finished run are hashed again. */
  readonly rehashEveryMs: number;
  /** How long finished jobs are kept. */
  readonly keepJobsMs: number;
  /** How long the spans of runs are kept for the trace viewer. */
  readonly keepSpansMs: number;
  /** How often a tenant's audit chain is signed, beside after each run. */
  readonly checkpointEveryMs: number;
}

const BATCH = 100;

/**
 * Puts right what no dispatch will: stalled runs, files due for a new hash, what has expired. Bounded, idempotent, safe
 * to run from several processes at once.
 */
export async function sweep(db: Database, settings: SweepSettings): Promise<void> {
  await noteSweep(db);
  await failStalledRuns(db, settings);
  await enqueueDueCheckpoints(db, { everyMs: settings.checkpointEveryMs });
  await activateWhenReady(db);
  await inSystem(db, async (tx) => {
    await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, sql`now()`));
    const finished = tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(inArray(jobs.state, ["DONE", "FAILED"]), lt(jobs.createdAt, databaseTimeIn(-settings.keepJobsMs))))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    await tx.delete(jobs).where(inArray(jobs.id, finished));
    const old = tx
      .select({ traceId: spans.traceId, spanId: spans.spanId })
      .from(spans)
      .where(lt(spans.endedAt, databaseTimeIn(-settings.keepSpansMs)))
      .limit(BATCH);
    await tx.delete(spans).where(sql`(${spans.traceId}, ${spans.spanId}) in ${old}`);
    await enqueueRehashes(tx, { everyMs: settings.rehashEveryMs });
    const results = await listDueResults(tx, { dueMs: settings.rehashEveryMs, limit: BATCH });
    await enqueue(
      tx,
      results.map(({ id, tenantId }) => ({ tenantId, kind: "file" as const, subjectId: id, stage: "results" })),
    );
  });
}
