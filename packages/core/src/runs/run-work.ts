import { RUN_STEPS, type RunStepWork } from "@assay/contract";
import { type Transaction, workItems } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";

const STEPS = [...RUN_STEPS, "finish"] as const;

/** The engine's work of each step, in order; none once the engine has removed it. */
export async function readRunWork(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<RunStepWork[]> {
  const sum = (amount: typeof workItems.attempts | typeof workItems.crashes) =>
    sql<number>`sum(${amount})`.mapWith(Number);
  const rows = await tx
    .select({
      stage: workItems.stage,
      items: sql<number>`count(*)::int`,
      openItems: sql<number>`(count(*) filter (where ${workItems.state} in ('PENDING', 'RUNNING')))::int`,
      failedAttempts: sum(workItems.attempts),
      lostAttempts: sum(workItems.crashes),
      lastError: sql<string | null>`max(${workItems.lastError}) filter (where ${workItems.state} <> 'DONE')`,
      waitingFor: sql<
        string | null
      >`max(${workItems.waitingFor}) filter (where ${workItems.state} in ('PENDING', 'RUNNING'))`,
      waitingSince:
        sql<Date | null>`min(${workItems.waitingSince}) filter (where ${workItems.state} in ('PENDING', 'RUNNING'))`.mapWith(
          workItems.waitingSince,
        ),
    })
    .from(workItems)
    .where(and(eq(workItems.tenantId, tenantId), eq(workItems.runId, runId), inArray(workItems.stage, [...STEPS])))
    .groupBy(workItems.stage);
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
