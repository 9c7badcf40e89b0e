import { runDocuments, type Transaction } from "@assay/db";
import { and, asc, eq } from "drizzle-orm";
import { assessmentsOf, toAssessment } from "../../../assessments/list-assessments.ts";
import type { Attempt } from "../../../jobs/stage.ts";
import type { OscalSource, ToldDocument } from "../../../oscal/index.ts";
import { requirementsOf, toKeptRequirement } from "../../../packs/bindings.ts";
import { getPackName } from "../../../packs/get-pack-name.ts";
import { tasksOf, toFrozenTask } from "../../../tasks/tasks.ts";
import { inTenant } from "../../../tenancy/transact.ts";
import type { OpenRun } from "../../open-run.ts";
import { toRun, toRunConfiguration } from "../../to-run.ts";
import type { BuiltExport } from "./build-exports.ts";

/** The findings as OSCAL assessment results, without what people say of them later. */
export async function buildOscalExport(source: OscalSource): Promise<BuiltExport> {
  // Loaded when a run needs it: a service starts without it.
  const { writeAssessmentResults } = await import("../../../oscal/write-assessment-results.ts");
  return {
    format: "oscal",
    filename: `assay-run-${source.run.id}.oscal.json`,
    bytes: new TextEncoder().encode(await writeAssessmentResults(source)),
  };
}

export function loadOscalSource({ db }: Attempt, { run, version }: OpenRun): Promise<OscalSource> {
  const scope = { tenantId: run.tenantId, runId: run.id };
  const { id, tenantId, packId, startedAt } = toRun(run);
  return inTenant({ db, tenantId: run.tenantId }, async (tx) => ({
    run: { id, tenantId, packId, startedAt: startedAt! },
    packName: await getPackName(tx, run.packId),
    configuration: toRunConfiguration(run, version),
    requirements: (await requirementsOf(tx, run.criteriaVersionId)).map(toKeptRequirement),
    assessments: (await assessmentsOf(tx, scope)).map(toAssessment),
    tasks: (await tasksOf(tx, scope)).map(toFrozenTask),
    documents: await documentsOf(tx, scope),
    snapshotHash: null,
    asOf: startedAt!,
    people: null,
  }));
}

async function documentsOf(
  tx: Transaction,
  { tenantId, runId }: { readonly tenantId: string; readonly runId: string },
): Promise<ToldDocument[]> {
  const rows = await tx
    .select({
      documentId: runDocuments.documentId,
      originalFilename: runDocuments.originalFilename,
      sha256Hash: runDocuments.sha256Hash,
      effectiveDate: runDocuments.effectiveDate,
      expiresAt: runDocuments.expiresAt,
      evidenceKind: runDocuments.evidenceKind,
      reason: runDocuments.excludedReason,
    })
    .from(runDocuments)
    .where(and(eq(runDocuments.tenantId, tenantId), eq(runDocuments.runId, runId)))
    .orderBy(asc(runDocuments.documentId));
  return rows.map((row) => ({ ...row, judged: row.reason === null }));
}
