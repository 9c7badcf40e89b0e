import { type Database, runSteps, runs, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { failRun } from "./fail-run.ts";
import { findRunRow } from "./read-runs.ts";
import { lockOpenRun } from "./run-stage.ts";

const BATCH = 20;

/** Fails runs of which nothing has finished for too long, so that a tenant is never locked out. */
export async function failStalledRuns(db: Database, { stalledAfterMs }: { stalledAfterMs: number }): Promise<number> {
  const stalledBefore = databaseTimeIn(-stalledAfterMs);
  const stalled = await inSystem(db, (tx) =>
    tx
      .select({ id: runs.id, tenantId: runs.tenantId })
      .from(runs)
      .where(and(inArray(runs.status, ["PENDING", "IN_PROGRESS"]), sql`${runs.progressedAt} < ${stalledBefore}`))
      .limit(BATCH),
  );
  for (const { id, tenantId } of stalled)
    await inTenant({ db, tenantId }, async (tx) => {
      const run = await findRunRow(tx, tenantId, id);
      if (!run || !(await lockOpenRun(tx, run))) return;
      await failRun(tx, run, {
        step: await currentStep(tx, id),
        errorType: "TIMEOUT",
        reason: `No part of the run finished for ${Math.round(stalledAfterMs / 60_000)} minutes: start a new run`,
      });
    });
  return stalled.length;
}

async function currentStep(tx: Transaction, runId: string) {
  const steps = await tx.select().from(runSteps).where(eq(runSteps.runId, runId)).orderBy(asc(runSteps.stepIndex));
  return (steps.find(({ status }) => status === "IN_PROGRESS") ?? steps[0]!).stepName;
}
