import { RUN_FLOW, type RunStepName, rowAfter, rowOf } from "@assay/contract";
import { oneRow, runRequirements, runSteps, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import type { AuditEvent } from "../../audit/record-audit.ts";
import { enqueue, type JobRef } from "../../jobs/job.ts";
import type { Outcome } from "../../jobs/stage.ts";
import { newSpanId, recordSpans, spanContext } from "../../telemetry/span.ts";
import { systemActor } from "../../tenancy/context.ts";
import { recordAndAnnounce } from "../../webhooks/announce.ts";
import { lockOpenRun, type OpenRun, touchRun } from "../open-run.ts";
import type { RunRow } from "../to-run.ts";

type Refs = Readonly<Record<string, unknown>>;

/** What a step leaves behind: ids and counts, never evidence. */
export interface StepResult {
  readonly outputRefs: Refs;
  /** The `inputRefs` of the step that follows. */
  readonly handedOn?: Refs;
  /** Of the step's span. */
  readonly attributes?: Refs;
  /** Recorded before the step's own event. */
  readonly events?: readonly AuditEvent[];
}

/** An attempt that ends its step: `write` runs with the run locked, then the run advances. */
export function endStep(open: OpenRun, write: (tx: Transaction) => Promise<StepResult>): Outcome {
  return {
    state: "done",
    write: (tx) => ifOpen(tx, open, async () => advance(tx, open.run, open.step, await write(tx))),
  };
}

/** An attempt after which the step continues: `write` runs with the run locked and returns what is to be audited. */
export function continueStep(open: OpenRun, write: (tx: Transaction) => Promise<readonly AuditEvent[]>): Outcome {
  return {
    state: "more",
    write: (tx) =>
      ifOpen(tx, open, async () => {
        const events = await write(tx);
        await touchRun(tx, open.run);
        return events.length > 0 ? recordRunEvents(tx, open.run, ...events) : [];
      }),
  };
}

/** What is left of an attempt whose run has finished meanwhile is discarded. */
export async function ifOpen(
  tx: Transaction,
  { run }: Pick<OpenRun, "run">,
  write: () => Promise<readonly JobRef[]>,
): Promise<readonly JobRef[]> {
  return (await lockOpenRun(tx, run)) ? write() : [];
}

/** Ends a step of a locked run, begins the one that follows in the flow and returns its jobs. */
export async function advance(
  tx: Transaction,
  run: RunRow,
  step: RunStepName,
  { outputRefs, handedOn = {}, attributes = {}, events = [] }: StepResult,
): Promise<readonly JobRef[]> {
  await completeStep(tx, run, step, outputRefs, attributes);
  const next = rowAfter(RUN_FLOW, step)?.name;
  if (next) await beginStep(tx, run, next, handedOn);
  const jobs = await enqueueStep(tx, run, next ?? "finish");
  const announced = await recordRunEvents(tx, run, ...events, stepEvent(run, step, "completed"));
  return [...jobs, ...announced];
}

const stepOf = (run: Pick<RunRow, "tenantId" | "id">, step: RunStepName) =>
  and(eq(runSteps.tenantId, run.tenantId), eq(runSteps.runId, run.id), eq(runSteps.stepName, step));

/** A step begins in the transaction that ends the one before, so that a watcher sees which one is under way. */
export async function beginStep(tx: Transaction, run: RunRow, step: RunStepName, inputRefs: Refs): Promise<void> {
  await tx
    .update(runSteps)
    .set({ status: "IN_PROGRESS", startedAt: sql`clock_timestamp()`, spanId: newSpanId(), inputRefs })
    .where(stepOf(run, step));
  await touchRun(tx, run);
}

async function completeStep(
  tx: Transaction,
  run: RunRow,
  step: RunStepName,
  outputRefs: Refs,
  attributes: Refs,
): Promise<void> {
  const row = oneRow(
    await tx
      .update(runSteps)
      .set({ status: "COMPLETED", completedAt: sql`clock_timestamp()`, outputRefs })
      .where(stepOf(run, step))
      .returning(),
  );
  await recordSpans(tx, run.tenantId, [
    {
      context: spanContext(run.traceId, row.spanId!),
      parentSpanId: run.rootSpanId,
      runId: run.id,
      name: "run.step",
      startedAt: row.startedAt!,
      endedAt: row.completedAt!,
      attributes: { "run.id": run.id, "pack.id": run.packId, "step.name": step, ...attributes },
    },
  ]);
  await touchRun(tx, run);
}

/** Calls for the jobs of a step, or for the end of the run. */
export async function enqueueStep(
  tx: Transaction,
  { tenantId, id: runId }: Pick<RunRow, "tenantId" | "id">,
  stage: RunStepName | "finish",
  { delayMs = 0 }: { readonly delayMs?: number } = {},
): Promise<readonly JobRef[]> {
  if (stage === "finish" || rowOf(RUN_FLOW, stage).jobPer === "run")
    return enqueue(tx, [{ tenantId, kind: "run", subjectId: runId, runId, stage, delayMs }]);
  const subjects = await tx
    .select({ id: runRequirements.id })
    .from(runRequirements)
    .where(and(eq(runRequirements.tenantId, tenantId), eq(runRequirements.runId, runId)))
    .orderBy(asc(runRequirements.position));
  return enqueue(
    tx,
    subjects.map(({ id }) => ({ tenantId, kind: "assessment" as const, subjectId: id, runId, stage })),
  );
}

export function stepEvent(run: RunRow, step: RunStepName, verb: "completed" | "failed"): AuditEvent {
  return { action: `run_step.${verb}`, objectType: "run_step", objectId: step, runId: run.id };
}

/** In the audit chain, and for the webhooks that ask for it. Returns the jobs that deliver. */
export function recordRunEvents(tx: Transaction, run: RunRow, ...events: AuditEvent[]): Promise<JobRef[]> {
  return recordAndAnnounce(tx, systemActor(run.tenantId), ...events);
}
