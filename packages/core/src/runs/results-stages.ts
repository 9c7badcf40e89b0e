import { exports, insertInBatches, newId, tasks } from "@assay/db";
import { assessmentsOf, toAssessment } from "../assessments/list-assessments.ts";
import { sha256Hex } from "../digest.ts";
import { buildExports, type ExportSource } from "../exports/build-exports.ts";
import { enqueue } from "../jobs/job.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import { requirementsOf } from "../packs/bindings.ts";
import { makeTask, tasksOf, toTask } from "../tasks/tasks.ts";
import { inTenant } from "../tenancy/transact.ts";
import { documentsOf } from "./diff-runs.ts";
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
export async function generateTasks(attempt: Attempt): Promise<Outcome> {
  const open = await loadOpenRun(attempt);
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
export async function exportResults({ workbook }: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadOpenRun(attempt);
  if (!open) return nothing;
  const { run } = open;
  const built = await buildExports(await loadExportSource(attempt, open), workbook);
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

function loadExportSource({ db }: Attempt, { run, version }: OpenRun): Promise<ExportSource> {
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
