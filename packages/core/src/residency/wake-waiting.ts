import { jobs, type Transaction } from "@assay/db";
import { and, eq, like } from "drizzle-orm";
import { DUE_NOW, type JobRef } from "../jobs/job.ts";

/** Has what waits for a provider look again at once. */
export function wakeWaiting(tx: Transaction, tenantId: string): Promise<JobRef[]> {
  return tx
    .update(jobs)
    .set(DUE_NOW)
    .where(and(eq(jobs.tenantId, tenantId), eq(jobs.state, "PENDING"), like(jobs.waitingFor, "provider:%")))
    .returning({ jobId: jobs.id, tenantId: jobs.tenantId });
}
