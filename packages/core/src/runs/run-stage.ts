import { RUN_STEPS, type RunStepName } from "@assay/contract";
import { runSteps, runs, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { getRetrievalVersion, type RetrievalVersion } from "../corpus/retrieval-versions.ts";
import type { Attempt } from "../jobs/stage.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { Models } from "../ports/models.ts";
import type { WorkbookWriter } from "../ports/workbook-writer.ts";
import { newSpanId, recordSpans, spanContext } from "../telemetry/span.ts";
import { systemActor } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { findRunRow } from "./read-runs.ts";
import type { RunSettings } from "./run-settings.ts";
import type { RunRow } from "./to-run.ts";

export interface RunServices {
  readonly files: FileStore;
  readonly models: Models;
  readonly workbook: WorkbookWriter;
  readonly settings: RunSettings;
}

export interface OpenRun {
  readonly run: RunRow;
  readonly version: RetrievalVersion;
  /** Of the step under way; null before the first one. */
  readonly stepSpanId: string | null;
}

/** The run of an attempt with its pinned engine; undefined once it has finished. */
export function loadOpenRun(attempt: Pick<Attempt, "db" | "job">): Promise<OpenRun | undefined> {
  return loadWithOpenRun(attempt, async () => ({}));
}

/** As `loadOpenRun`, with what `load` reads in the same transaction. */
export function loadWithOpenRun<T extends object>(
  { db, job }: Pick<Attempt, "db" | "job">,
  load: (tx: Transaction, open: OpenRun) => Promise<T>,
): Promise<(OpenRun & T) | undefined> {
  return inTenant({ db, tenantId: job.tenantId }, async (tx) => {
    const run = await findRunRow(tx, job.tenantId, job.runId!);
    if (!run || run.status === "COMPLETED" || run.status === "FAILED") return undefined;
    const [step] = await tx
      .select({ spanId: runSteps.spanId })
      .from(runSteps)
      .where(and(eq(runSteps.tenantId, run.tenantId), eq(runSteps.runId, run.id), eq(runSteps.status, "IN_PROGRESS")));
    const version = await getRetrievalVersion(tx, run.retrievalVersionId);
    const open = { run, version, stepSpanId: step?.spanId ?? null };
    return { ...open, ...(await load(tx, open)) };
  });
}

/**
 * Locks the run for a write. Answers false when it has finished meanwhile: the attempt's results are then discarded.
 */
export async function lockOpenRun(
  tx: Transaction,
  { tenantId, id }: Pick<RunRow, "tenantId" | "id">,
): Promise<boolean> {
  const [row] = await tx
    .select({ status: runs.status })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id)))
    .for("update");
  return row?.status === "PENDING" || row?.status === "IN_PROGRESS";
}

type Refs = Record<string, unknown>;

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

/** Ends a step with its span and audit entry. Call it last in a transaction, before `finishRun` at most. */
export async function completeStep(
  tx: Transaction,
  run: RunRow,
  step: RunStepName,
  outputRefs: Refs,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<AuditEvent> {
  const [row] = await tx
    .update(runSteps)
    .set({ status: "COMPLETED", completedAt: sql`clock_timestamp()`, outputRefs })
    .where(stepOf(run, step))
    .returning();
  await recordSpans(tx, run.tenantId, [
    {
      context: spanContext(run.traceId, row!.spanId!),
      parentSpanId: run.rootSpanId,
      runId: run.id,
      name: "run.step",
      startedAt: row!.startedAt!,
      endedAt: row!.completedAt!,
      attributes: { "run.id": run.id, "pack.id": run.packId, "step.name": step, ...attributes },
    },
  ]);
  await touchRun(tx, run);
  return stepEvent(run, step, "completed");
}

export function stepEvent(run: RunRow, step: RunStepName, verb: "completed" | "failed"): AuditEvent {
  return { action: `run_step.${verb}`, objectType: "run_step", objectId: step, runId: run.id };
}

/** A watcher sees each change, and the sweep sees that the run is alive. */
export async function touchRun(tx: Transaction, run: Pick<RunRow, "tenantId" | "id">): Promise<void> {
  await tx
    .update(runs)
    .set({ revision: sql`${runs.revision} + 1`, progressedAt: sql`now()` })
    .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)));
}

export function recordRunAudit(tx: Transaction, run: RunRow, ...events: AuditEvent[]): Promise<void> {
  return recordAudit(tx, systemActor(run.tenantId), ...events);
}

export function isRunStep(stage: string): stage is RunStepName {
  return (RUN_STEPS as readonly string[]).includes(stage);
}
