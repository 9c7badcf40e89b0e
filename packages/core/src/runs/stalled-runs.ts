import { RUN_STEPS } from "@assay/contract";
import { type Database, jobs, runs, sweeps, type Transaction, tenants } from "@assay/db";
import { and, eq, inArray, isNotNull, lt, not, or, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { failRun } from "./fail-run.ts";
import { stepsOf } from "./read-runs.ts";
import type { RunRow } from "./to-run.ts";

const BATCH = 20;
const [FIRST_STEP] = RUN_STEPS;

/** Documents are still being read that the run waits for: its first job is due when they are, or after an hour. */
export const waitsForDocuments = sql`exists (select 1 from ${jobs} where ${jobs.tenantId} = ${runs.tenantId}
  and ${jobs.runId} = ${runs.id} and ${jobs.state} = 'PENDING' and ${jobs.stage} = ${FIRST_STEP}
  and ${jobs.waitingFor} is null and ${jobs.availableAt} > now())`;

/** A job of the run waits for a part that cannot be used. */
const waits = sql`exists (select 1 from ${jobs} where ${jobs.tenantId} = ${runs.tenantId}
  and ${jobs.runId} = ${runs.id} and ${jobs.state} in ('PENDING', 'RUNNING') and ${jobs.waitingFor} is not null)`;

/** When the sweeps continued after nobody, or no database, was there to work. */
const resumedAt = sql`(select ${sweeps.resumedAt} from ${sweeps})`;

const tenantResumedAt = sql`(select ${tenants.resumedAt} from ${tenants} where ${tenants.id} = ${runs.tenantId})`;
const isTenantActive = sql`exists (select 1 from ${tenants} where ${tenants.id} = ${runs.tenantId}
  and ${tenants.status} = 'ACTIVE')`;

/**
 * Fails runs of which nothing has finished for too long, so that a tenant is never locked out. While a part that a run
 * needs cannot be used it does not stand still, for `waitMaxMs` at most; nor while the whole service did, or its tenant was suspended.
 */
export async function failStalledRuns(
  db: Database,
  { stalledAfterMs, waitMaxMs }: { stalledAfterMs: number; waitMaxMs: number },
): Promise<number> {
  const isStalled = and(
    inArray(runs.status, ["PENDING", "IN_PROGRESS"]),
    isTenantActive,
    lt(sql`greatest(${runs.progressedAt}, ${resumedAt}, ${tenantResumedAt})`, databaseTimeIn(-stalledAfterMs)),
    or(
      not(or(waits, waitsForDocuments)!),
      lt(sql`greatest(${runs.progressedAt}, ${tenantResumedAt})`, databaseTimeIn(-waitMaxMs)),
    ),
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
        step: await currentStep(tx, run),
        errorType: "TIMEOUT",
        reason: `No part of the run finished for ${await standstill(tx, run, { stalledAfterMs, waitMaxMs })}: start a new run`,
      });
    });
  return stalled.length;
}

async function standstill(
  tx: Transaction,
  run: Pick<RunRow, "tenantId" | "id">,
  { stalledAfterMs, waitMaxMs }: { stalledAfterMs: number; waitMaxMs: number },
): Promise<string> {
  const [waiting] = await tx
    .select({ part: jobs.waitingFor, code: jobs.lastError })
    .from(jobs)
    .where(and(eq(jobs.tenantId, run.tenantId), eq(jobs.runId, run.id), isNotNull(jobs.waitingFor)))
    .limit(1);
  if (!waiting) return `${Math.round(stalledAfterMs / 60_000)} minutes`;
  const why = waiting.code === "MODEL_RATE_LIMITED" ? "had no quota left" : "was not available";
  return `${Math.round(waitMaxMs / 3_600_000)} hours because ${nameOf(waiting.part!)} ${why}`;
}

function nameOf(part: string): string {
  if (part === "files") return "the file store";
  return part.startsWith("model:") ? `the model ${part.slice("model:".length)}` : `the ${part}`;
}

// Before the first step and after the last one, none is in progress.
export async function currentStep(tx: Transaction, { tenantId, id }: Pick<RunRow, "tenantId" | "id">) {
  const steps = await stepsOf(tx, tenantId, id);
  return (steps.find(({ status }) => status !== "COMPLETED") ?? steps.at(-1)!).stepName;
}
