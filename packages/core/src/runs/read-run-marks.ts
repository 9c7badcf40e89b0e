import { type Database, preparedOnce } from "@assay/db";
import { sql } from "drizzle-orm";
import { readInSystem } from "../tenancy/transact.ts";
import { waitingJob } from "./run-waiting.ts";

export interface WatchedRun {
  readonly tenantId: string;
  readonly runId: string;
}

/**
 * Of each run a mark that is another one whenever there is something to tell who watches it; one that is not there has
 * none. One statement, no matter whose the runs are: the caller has already read them as somebody who may.
 */
export async function readRunMarks(db: Database, watched: readonly WatchedRun[]): Promise<Map<string, string>> {
  const values = { tenantIds: watched.map(({ tenantId }) => tenantId), runIds: watched.map(({ runId }) => runId) };
  const rows = await readInSystem(db, (tx) => marks(tx, values));
  return new Map(rows.map(({ runId, mark }) => [runId, mark]));
}

const marks = preparedOnce((tx) => {
  const until = waitingJob(sql`concat_ws(' ', job.waiting_for, job.last_error, job.available_at)`, {
    tenantId: sql`runs.tenant_id`,
    runId: sql`runs.id`,
  });
  const watched = sql`(
    select runs.id, concat_ws(' ', runs.revision, case when runs.status in ('PENDING', 'IN_PROGRESS') then ${until} end) as mark
    from unnest(${sql.placeholder("tenantIds")}::uuid[], ${sql.placeholder("runIds")}::uuid[]) as watched (tenant_id, run_id)
    join runs on runs.tenant_id = watched.tenant_id and runs.id = watched.run_id) as marks`;
  return tx.select({ runId: sql<string>`id`, mark: sql<string>`mark` }).from(watched).prepare("run_marks");
});
