import { jobs, resultChecks, runs, type Transaction } from "@assay/db";
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { databaseTimeIn } from "../../database-clock.ts";
import { enqueue } from "../../jobs/job.ts";

const BATCH = 100;

/** Calls for the check of the results of finished runs that were not checked within `everyMs`. */
export async function enqueueResultChecks(tx: Transaction, { everyMs }: { everyMs: number }): Promise<void> {
  const due = await listDueResults(tx, { dueMs: everyMs, limit: BATCH });
  await enqueue(
    tx,
    due.map(({ id, tenantId }) => ({ tenantId, kind: "file" as const, subjectId: id, stage: "results" })),
  );
}

/** Finished runs whose results are due for a new hash: the next of each tenant before the second of any. */
export function listDueResults(
  tx: Transaction,
  { dueMs, limit }: { dueMs: number; limit: number },
): Promise<{ id: string; tenantId: string }[]> {
  const due = databaseTimeIn(-dueMs);
  return tx
    .select({ id: runs.id, tenantId: runs.tenantId })
    .from(runs)
    .leftJoin(resultChecks, and(eq(resultChecks.tenantId, runs.tenantId), eq(resultChecks.runId, runs.id)))
    .where(
      and(
        inArray(runs.status, ["COMPLETED", "FAILED"]),
        lt(runs.progressedAt, due),
        or(isNull(resultChecks.checkedAt), lt(resultChecks.checkedAt, due)),
        sql`not exists (select 1 from ${jobs} where ${jobs.tenantId} = ${runs.tenantId}
          and ${jobs.kind} = 'file' and ${jobs.subjectId} = ${runs.id} and ${jobs.stage} = 'results'
          and ${jobs.state} in ('PENDING', 'RUNNING'))`,
      ),
    )
    .orderBy(
      sql`row_number() over (partition by ${runs.tenantId} order by ${resultChecks.checkedAt} nulls first, ${runs.progressedAt})`,
      sql`${resultChecks.checkedAt} nulls first`,
    )
    .limit(limit);
}
