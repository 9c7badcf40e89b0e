import { type Database, runSteps, runs, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { failRun } from "./fail-run.ts";

const BATCH = 20;

/** Fails runs of which nothing has finished for too long, so that a tenant is never locked out. */
export async function failStalledRuns(db: Database, { stalledAfterMs }: { stalledAfterMs: number }): Promise<number> {
  const isStalled = and(
    inArray(runs.status, ["PENDING", "IN_PROGRESS"]),
    lt(runs.progressedAt, databaseTimeIn(-stalledAfterMs)),
  );
  const stalled = await inSystem(db, (tx) =>
    tx.select({ id: runs.id, tenantId: runs.tenantId }).from(runs).where(isStalled).limit(BATCH),
  );
  for (const { id, tenantId } of stalled)
    await inTenant({ db, tenantId }, async (tx) => {
      // Looked at again under its lock: another sweep may have failed it, or its work may have gone on.
      const [run] = await tx
        .select()
        .from(runs)
        .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id), isStalled))
        .for("update");
      if (!run) return;
      await failRun(tx, run, {
        step: await currentStep(tx, id),
        errorType: "TIMEOUT",
        reason: `No part of the run finished for ${Math.round(stalledAfterMs / 60_000)} minutes: start a new run`,
      });
    });
  return stalled.length;
}

// Before the first step and after the last one, none is in progress.
async function currentStep(tx: Transaction, runId: string) {
  const steps = await tx.select().from(runSteps).where(eq(runSteps.runId, runId)).orderBy(asc(runSteps.stepIndex));
  return (steps.find(({ status }) => status !== "COMPLETED") ?? steps.at(-1)!).stepName;
}
