import { RUN_STEPS, type RunStepWork } from "@assay/contract";
import { jobs, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";

const STEPS = [...RUN_STEPS, "finish"] as const;

/** The engine's work of each step, in order; none once the engine has removed it. */
export async function readRunWork(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<RunStepWork[]> {
  const sum = (amount: typeof jobs.attempts | typeof jobs.crashes) => sql<number>`sum(${amount})`.mapWith(Number);
  const rows = await tx
    .select({
      stage: jobs.stage,
      items: sql<number>`count(*)::int`,
      openItems: sql<number>`(count(*) filter (where ${jobs.state} in ('PENDING', 'RUNNING')))::int`,
      failedAttempts: sum(jobs.attempts),
      lostAttempts: sum(jobs.crashes),
      lastError: sql<string | null>`max(${jobs.lastError}) filter (where ${jobs.state} <> 'DONE')`,
      waitingFor: sql<string | null>`max(${jobs.waitingFor}) filter (where ${jobs.state} in ('PENDING', 'RUNNING'))`,
      waitingSince:
        sql<Date | null>`min(${jobs.waitingSince}) filter (where ${jobs.state} in ('PENDING', 'RUNNING'))`.mapWith(
          jobs.waitingSince,
        ),
    })
    .from(jobs)
    .where(and(eq(jobs.tenantId, tenantId), eq(jobs.runId, runId), inArray(jobs.stage, [...STEPS])))
    .groupBy(jobs.stage);
  return STEPS.flatMap((stepName) =>
    rows
      .filter(({ stage }) => stage === stepName)
      .map(({ stage: _, waitingSince, ...row }) => ({
        stepName,
        ...row,
        waitingSince: waitingSince?.toISOString() ?? null,
      })),
  );
}
