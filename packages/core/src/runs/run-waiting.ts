import { RUN_STEPS, type RunWaiting } from "@assay/contract";
import { jobs, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { justAfterNow } from "../database-clock.ts";
import { listAwaited } from "../documents/awaited/list-awaited.ts";
import type { RunRow } from "./to-run.ts";

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
  const isDue = sql<boolean>`${jobs.availableAt} < ${justAfterNow}`;
  const [job] = await tx
    .select({ part: jobs.waitingFor, code: jobs.lastError, until: jobs.availableAt, isDue })
    .from(jobs)
    .where(and(eq(jobs.tenantId, tenantId), eq(jobs.runId, id), eq(jobs.state, "PENDING")))
    .orderBy(sql`${jobs.waitingFor} is not null`, isDue, asc(jobs.availableAt))
    .limit(1);
  if (!job || job.isDue || job.part === null) return null;
  const reason = job.code === "MODEL_RATE_LIMITED" ? "QUOTA" : "UNAVAILABLE";
  return { part: job.part, reason, until: job.until.toISOString(), documentCount: 0, documents: [] };
}

/** When a run that waits for documents begins without them: its first job is due then. */
async function readDeadline(tx: Transaction, tenantId: string, runId: string): Promise<string> {
  const [first] = await tx
    .select({ at: jobs.availableAt })
    .from(jobs)
    .where(and(eq(jobs.tenantId, tenantId), eq(jobs.runId, runId), eq(jobs.stage, RUN_STEPS[0])));
  return first!.at.toISOString();
}
