import { exports, insertInBatches, newId, runs, tasks } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { assessmentsOf, toAssessment } from "../assessments/list-assessments.ts";
import { runCheckpointWork } from "../audit/checkpoint-stages.ts";
import { sha256Hex } from "../digest.ts";
import { buildExports, type ExportSource } from "../exports/build-exports.ts";
import { requirementsOf } from "../packs/bindings.ts";
import { makeTask, tasksOf, toTask } from "../tasks/tasks.ts";
import { recordSpans } from "../telemetry/span.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { Outcome, StageWork } from "../work/stage.ts";
import { enqueue } from "../work/work-item.ts";
import { captureSnapshot } from "./capture-snapshot.ts";
import { documentsOf } from "./diff-runs.ts";
import { rootSpan } from "./fail-run.ts";
import {
  beginStep,
  completeStep,
  loadOpenRun,
  lockOpenRun,
  type OpenRun,
  type RunServices,
  recordRunAudit,
} from "./run-stage.ts";
import { toRun } from "./to-run.ts";

const nothing: Outcome = { state: "done", write: async () => [] };

/** A task for each requirement that is not fully satisfied. */
export async function generateTasks(work: StageWork): Promise<Outcome> {
  const open = await loadOpenRun(work);
  if (!open) return nothing;
  const { run } = open;
  return {
    state: "done",
    async write(tx) {
      if (!(await lockOpenRun(tx, run))) return;
      const rows = await assessmentsOf(tx, { tenantId: run.tenantId, runId: run.id });
      const asked = await requirementsOf(tx, run.criteriaVersionId);
      const titles = new Map(asked.map(({ requirementId, title }) => [requirementId, title]));
      const made = rows
        .filter(({ status }) => status === "PARTIAL" || status === "MISSING")
        .map((row) => makeTask(row, titles.get(row.requirementId)!));
      await insertInBatches(tx, tasks, made);
      const ids = made.map(({ id }) => id);
      const event = await completeStep(
        tx,
        run,
        "TASK_GENERATION",
        { taskIds: ids, taskCount: ids.length },
        { "task.ids": ids },
      );
      await beginStep(tx, run, "EXPORT", { assessmentCount: rows.length, taskCount: ids.length });
      const next = await enqueue(tx, [
        { tenantId: run.tenantId, kind: "run", subjectId: run.id, runId: run.id, stage: "EXPORT" },
      ]);
      await recordRunAudit(tx, run, event);
      return next;
    },
  };
}

/** Every export format, made from the stored results. */
export async function exportResults({ workbook }: RunServices, work: StageWork): Promise<Outcome> {
  const open = await loadOpenRun(work);
  if (!open) return nothing;
  const { run } = open;
  const built = await buildExports(await loadExportSource(work, open), workbook);
  const rows = await Promise.all(
    built.map(async ({ format, filename, bytes }) => ({
      id: newId(),
      tenantId: run.tenantId,
      runId: run.id,
      format,
      filename,
      bytes,
      sizeBytes: bytes.length,
      sha256Hash: await sha256Hex(bytes),
    })),
  );
  return {
    state: "done",
    async write(tx) {
      if (!(await lockOpenRun(tx, run))) return;
      for (const row of rows) await tx.insert(exports).values(row);
      const ids = rows.map(({ id }) => id);
      const event = await completeStep(
        tx,
        run,
        "EXPORT",
        { exportIds: ids, exportCount: ids.length },
        { "export.ids": ids },
      );
      const next = await enqueue(tx, [
        { tenantId: run.tenantId, kind: "run", subjectId: run.id, runId: run.id, stage: "finish" },
      ]);
      await recordRunAudit(tx, run, event);
      return next;
    },
  };
}

function loadExportSource({ db }: StageWork, { run, version }: OpenRun): Promise<ExportSource> {
  const scope = { tenantId: run.tenantId, runId: run.id };
  return inTenant({ db, tenantId: run.tenantId }, async (tx) => ({
    run: pickRun(toRun(run)),
    confidenceThresholds: { complete: version.confidenceComplete, partial: version.confidencePartial },
    requirements: (await requirementsOf(tx, run.criteriaVersionId)).map(
      ({ position: _, ...requirement }) => requirement,
    ),
    assessments: (await assessmentsOf(tx, scope)).map(toAssessment),
    tasks: (await tasksOf(tx, scope)).map(toTask),
    documents: await documentsOf(tx, run.tenantId, run.id),
  }));
}

function pickRun({
  id,
  tenantId,
  packId,
  startedAt,
  snapshotCriteriaVersionId,
  snapshotCorpusActivationId,
  snapshotRetrievalVersionId,
}: ReturnType<typeof toRun>): ExportSource["run"] {
  return {
    id,
    tenantId,
    packId,
    startedAt,
    snapshotCriteriaVersionId,
    snapshotCorpusActivationId,
    snapshotRetrievalVersionId,
  };
}

/** COMPLETED and the capture of the snapshot, in one transaction; a capture that fails leaves the run COMPLETED. */
export async function finishRun(work: StageWork): Promise<Outcome> {
  const open = await loadOpenRun(work);
  if (!open) return nothing;
  return {
    state: "done",
    async write(tx) {
      const { run } = open;
      if (!(await lockOpenRun(tx, run))) return;
      const [completed] = await tx
        .update(runs)
        .set({ status: "COMPLETED", completedAt: sql`clock_timestamp()`, revision: sql`${runs.revision} + 1` })
        .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)))
        .returning();
      await recordSpans(tx, run.tenantId, [rootSpan(completed!, completed!.completedAt!)]);
      const captured = await captureSnapshot(tx, completed!, open.version);
      const next = await enqueue(tx, [runCheckpointWork(run)]);
      const event = { objectType: "run", objectId: run.id, runId: run.id };
      if (captured) {
        const { id, snapshotHash, replayHash } = captured;
        await recordRunAudit(
          tx,
          run,
          { ...event, action: "run.completed", details: { snapshotHash } },
          {
            ...event,
            action: "snapshot.captured",
            objectType: "snapshot",
            objectId: id,
            details: { snapshotHash, replayHash },
          },
        );
      } else
        await recordRunAudit(tx, run, { ...event, action: "run.completed" }, { ...event, action: "snapshot.failed" });
      return next;
    },
  };
}
