import type { RunWaiting } from "@assay/contract";
import { jobs, type Transaction } from "@assay/db";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { RunRow } from "./to-run.ts";

/** What the whole run waits for: null where a part of it is under way, or may be at once. */
export async function readWaiting(
  tx: Transaction,
  { tenantId, id, status }: Pick<RunRow, "tenantId" | "id" | "status">,
): Promise<RunWaiting> {
  if (status !== "PENDING" && status !== "IN_PROGRESS") return null;
  const isBusy = sql<boolean>`(${jobs.state} = 'RUNNING' or ${jobs.availableAt} <= now())`;
  const [job] = await tx
    .select({ part: jobs.waitingFor, code: jobs.lastError, until: jobs.availableAt, isBusy })
    .from(jobs)
    .where(and(eq(jobs.tenantId, tenantId), eq(jobs.runId, id), inArray(jobs.state, ["PENDING", "RUNNING"])))
    .orderBy(desc(isBusy), sql`${jobs.waitingFor} is null`, asc(jobs.availableAt))
    .limit(1);
  if (!job || job.isBusy || job.part === null) return null;
  const reason = job.code === "MODEL_RATE_LIMITED" ? "QUOTA" : "UNAVAILABLE";
  return { part: job.part, reason, until: job.until.toISOString() };
}
