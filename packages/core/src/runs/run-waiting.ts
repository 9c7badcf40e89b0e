import { RUN_STEPS, type RunWaiting } from "@assay/contract";
import { jobs, rowsOf, type Transaction } from "@assay/db";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { justAfterNow } from "../database-clock.ts";
import { listAwaited } from "../documents/awaited/list-awaited.ts";
import type { RunRow } from "./to-run.ts";

/**
 * The next of a run's jobs that waits for a part, where all that is left of the run waits. Two entries of an index are read,
 * however many jobs the run has.
 */
export const waitingJob = (columns: SQL, { tenantId, runId }: { tenantId: SQL; runId: SQL }): SQL => sql`(
  select ${columns} from work_items job
  where job.tenant_id = ${tenantId} and job.run_id = ${runId} and job.state = 'PENDING' and job.run_id is not null
    and job.waiting_for is not null and job.available_at >= ${justAfterNow}
    and not exists (
      select from work_items free
      where free.tenant_id = ${tenantId} and free.run_id = ${runId} and free.state = 'PENDING'
        and free.run_id is not null and free.waiting_for is null)
  order by job.tenant_id, job.run_id, job.available_at limit 1)`;

/**
 * What the run waits for: null unless all that is left of it waits. Calls that are under way do not count, as with a
 * quota a few always are.
 */
export async function readWaiting(
  tx: Transaction,
  { tenantId, id, status }: Pick<RunRow, "tenantId" | "id" | "status">,
): Promise<RunWaiting> {
  if (status !== "PENDING" && status !== "IN_PROGRESS") return null;
  if (status === "PENDING") {
    const { documentCount, documents } = await listAwaited(tx, tenantId, id);
    if (documentCount > 0)
      return {
        part: "documents",
        reason: "DOCUMENTS",
        until: await readDeadline(tx, tenantId, id),
        documentCount,
        documents,
      };
  }
  const columns = sql`job.waiting_for as part, job.last_error as code,
    (extract(epoch from job.available_at) * 1000)::float8 as "untilMs"`;
  const [job] = await rowsOf<{ part: string; code: string | null; untilMs: number }>(
    tx,
    waitingJob(columns, { tenantId: sql`${tenantId}::uuid`, runId: sql`${id}::uuid` }),
  );
  if (!job) return null;
  const reason = job.code === "MODEL_RATE_LIMITED" ? "QUOTA" : "UNAVAILABLE";
  return { part: job.part, reason, until: new Date(job.untilMs).toISOString(), documentCount: 0, documents: [] };
}

/** When a run that waits for documents begins without them: its first job is due then. */
async function readDeadline(tx: Transaction, tenantId: string, runId: string): Promise<string> {
  const [first] = await tx
    .select({ at: jobs.availableAt })
    .from(jobs)
    .where(and(eq(jobs.tenantId, tenantId), eq(jobs.runId, runId), eq(jobs.stage, RUN_STEPS[0])));
  return first!.at.toISOString();
}
