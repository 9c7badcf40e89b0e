import type { RunStepName } from "@assay/contract";
import { oneRow, runSteps, runs, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { runCheckpointJob } from "../checkpoints/make-checkpoint.ts";
import { waitForNone } from "../documents/awaited/await-documents.ts";
import { errorCode } from "../jobs/error-code.ts";
import { cancelJobs, enqueue, type Job, type JobRef } from "../jobs/job.ts";
import { recordDigests } from "../sealed/index.ts";
import { newSpanId, recordSpans, spanContext } from "../telemetry/span.ts";
import type { Context } from "../tenancy/context.ts";
import { lockOpenRun, stepOfStage } from "./open-run.ts";
import { findRunRow } from "./read-runs.ts";
import { recordRunEvents, stepEvent } from "./steps/advance.ts";
import type { RunRow } from "./to-run.ts";

export interface RunFailure {
  readonly step: RunStepName;
  /** A code; becomes `error.type` of the trace. */
  readonly errorType: string;
  /** For people: says what happened, never with evidence. */
  readonly reason: string;
  readonly details?: Record<string, unknown> | undefined;
  /** What the step made all the same: ids and counts. */
  readonly outputRefs?: Record<string, unknown>;
  /** Of the step's span. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** What a person did to end it, recorded before the run's own events. */
  readonly act?: { readonly by: Context; readonly event: AuditEvent };
}

/** Ends a locked run as FAILED: its step, its open work and its snapshot with it. Returns the jobs that it added. */
export async function failRun(tx: Transaction, run: RunRow, failure: RunFailure): Promise<readonly JobRef[]> {
  const errorAttributes = { "error.type": failure.errorType, "error.message": failure.reason };
  const step = oneRow(
    await tx
      .update(runSteps)
      .set({
        status: "FAILED",
        startedAt: sql`coalesce(started_at, clock_timestamp())`,
        completedAt: sql`clock_timestamp()`,
        spanId: sql`coalesce(span_id, ${newSpanId()})`,
        ...(failure.outputRefs ? { outputRefs: failure.outputRefs } : {}),
        errorDetails: { errorType: failure.errorType, reason: failure.reason, ...failure.details },
      })
      .where(and(eq(runSteps.tenantId, run.tenantId), eq(runSteps.runId, run.id), eq(runSteps.stepName, failure.step)))
      .returning(),
  );
  const failed = oneRow(
    await tx
      .update(runs)
      .set({
        status: "FAILED",
        snapshotStatus: "FAILED",
        failedAt: sql`clock_timestamp()`,
        failureReason: failure.reason,
        revision: sql`${runs.revision} + 1`,
      })
      .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)))
      .returning(),
  );
  await recordSpans(tx, run.tenantId, [
    {
      context: spanContext(run.traceId, step.spanId!),
      parentSpanId: run.rootSpanId,
      runId: run.id,
      name: "run.step",
      startedAt: step.startedAt!,
      endedAt: step.completedAt!,
      attributes: { "run.id": run.id, "step.name": failure.step, ...failure.attributes, ...errorAttributes },
    },
    rootSpan(failed, failed.failedAt!, errorAttributes),
  ]);
  await waitForNone(tx, run);
  await cancelJobs(tx, run.tenantId, { runId: run.id });
  const jobs = await enqueue(tx, [runCheckpointJob(run)]);
  if (failure.act) await recordAudit(tx, failure.act.by, failure.act.event);
  const announced = await recordRunEvents(tx, run, stepEvent(run, failure.step, "failed"), {
    action: "run.failed",
    objectType: "run",
    objectId: run.id,
    runId: run.id,
    details: await recordDigests(tx, { tenantId: run.tenantId, runId: run.id }),
  });
  return [...jobs, ...announced];
}

export function rootSpan(run: RunRow, endedAt: Date, attributes: Readonly<Record<string, unknown>> = {}) {
  return {
    context: spanContext(run.traceId, run.rootSpanId),
    parentSpanId: null,
    runId: run.id,
    name: "run" as const,
    startedAt: run.startedAt ?? run.createdAt,
    endedAt,
    attributes: {
      "run.id": run.id,
      "pack.id": run.packId,
      "run.trigger_type": run.triggerType,
      "llm.tokens.in": run.tokensIn,
      "llm.tokens.out": run.tokensOut,
      "llm.cost.usd": run.costUsd,
      ...attributes,
    },
  };
}

/** A step of the run itself has failed permanently. */
export async function failRunStage(tx: Transaction, job: Job, error: unknown): Promise<readonly JobRef[]> {
  const run = await findRunRow(tx, job.tenantId, job.runId!);
  if (!run || !(await lockOpenRun(tx, run))) return [];
  const step = stepOfStage(job.stage);
  return failRun(tx, run, {
    step,
    errorType: errorCode(error),
    reason: `Step ${step} could not be completed after ${job.attempts + 1} attempts (${errorCode(error)})`,
  });
}
