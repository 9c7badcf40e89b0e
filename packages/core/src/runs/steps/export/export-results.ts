import { exports, newId } from "@assay/db";
import { assessmentsOf, toAssessment } from "../../../assessments/list-assessments.ts";
import { sha256Hex } from "../../../digest.ts";
import { isAllText } from "../../../documents/describe-page-states.ts";
import { exceptionsOfRun } from "../../../exceptions/fix-exceptions.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import { requirementsOf, toKeptRequirement } from "../../../packs/bindings.ts";
import { tasksOf, toFrozenTask } from "../../../tasks/tasks.ts";
import { inTenant } from "../../../tenancy/transact.ts";
import { documentsOf } from "../../diff-runs.ts";
import { loadOpenRun, type OpenRun, type RunServices } from "../../open-run.ts";
import { toRun } from "../../to-run.ts";
import { endStep } from "../advance.ts";
import { buildExports, type ExportSource } from "./build-exports.ts";
import { buildOscalExport, loadOscalSource } from "./build-oscal-export.ts";

/** Every export format, made from the stored results. */
export async function exportResults({ workbook }: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadOpenRun(attempt);
  if (!open) return nothingLeft;
  const { run } = open;
  const built = [
    ...(await buildExports(await loadExportSource(attempt, open), workbook)),
    await buildOscalExport(await loadOscalSource(attempt, open)),
  ];
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
  return endStep(open, async (tx) => {
    for (const row of rows) await tx.insert(exports).values(row);
    const exportIds = rows.map(({ id }) => id);
    return {
      outputRefs: { exportIds, exportCount: exportIds.length },
      attributes: { "export.ids": exportIds },
    };
  });
}

function loadExportSource({ db }: Attempt, { run, version }: OpenRun): Promise<ExportSource> {
  const scope = { tenantId: run.tenantId, runId: run.id };
  return inTenant({ db, tenantId: run.tenantId }, async (tx) => {
    const exceptions = await exceptionsOfRun(tx, scope);
    return {
      run: pickRun(toRun(run)),
      confidenceThresholds: { complete: version.confidenceComplete, partial: version.confidencePartial },
      requirements: (await requirementsOf(tx, run.criteriaVersionId)).map(toKeptRequirement),
      assessments: (await assessmentsOf(tx, scope)).map(toAssessment),
      ...(exceptions.length > 0 ? { exceptions } : {}),
      tasks: (await tasksOf(tx, scope)).map(toFrozenTask),
      documents: (await documentsOf(tx, run.tenantId, run.id)).map(({ pageStates, ...document }) =>
        isAllText(pageStates) ? document : { ...document, states: pageStates! },
      ),
    };
  });
}

function pickRun({
  id,
  tenantId,
  packId,
  startedAt,
  period,
  snapshotCriteriaVersionId,
  snapshotCorpusActivationId,
  snapshotRetrievalVersionId,
}: ReturnType<typeof toRun>): ExportSource["run"] {
  return {
    id,
    tenantId,
    packId,
    startedAt,
    ...(period ? { period } : {}),
    snapshotCriteriaVersionId,
    snapshotCorpusActivationId,
    snapshotRetrievalVersionId,
  };
}
