import { oneRow, runs, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { waitForNone } from "../../../documents/awaited/await-documents.ts";
import { fixExceptions } from "../../../exceptions/fix-exceptions.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import { pinManifests } from "../../../sources/pin-manifests.ts";
import { loadOpenRun, type OpenRun, type RunServices, type RunSettings } from "../../open-run.ts";
import { beginStep, endStep, type StepResult } from "../advance.ts";
import { fixDocuments } from "./fix-documents.ts";
import { fixRequirements } from "./fix-requirements.ts";
import { hasRecognised } from "./has-recognised.ts";

/** Fixes what the run is about: the documents READY now, the active exceptions, each requirement with its lexical query. */
export async function collectEvidence({ settings }: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadOpenRun(attempt);
  return open ? endStep(open, (tx) => fixEvidence(tx, open, settings)) : nothingLeft;
}

async function fixEvidence(
  tx: Transaction,
  { run, step, version }: OpenRun,
  { ocrCertaintyMin }: RunSettings,
): Promise<StepResult> {
  const { startedAt } = oneRow(
    await tx
      .update(runs)
      .set({ status: "IN_PROGRESS", startedAt: sql`clock_timestamp()` })
      .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)))
      .returning({ startedAt: runs.startedAt }),
  );
  await beginStep(tx, run, step, { criteriaVersionId: run.criteriaVersionId });
  await waitForNone(tx, run);
  const evidence = await fixDocuments(tx, run);
  if (await hasRecognised(tx, run))
    await tx
      .update(runs)
      .set({ ocrCertaintyMin })
      .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)));
  const manifests = await pinManifests(tx, run.tenantId);
  if (manifests)
    await tx
      .update(runs)
      .set({ manifests })
      .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)));
  const documentIds = evidence.map(({ id }) => id);
  const exceptionIds = await fixExceptions(tx, { ...run, startedAt: startedAt! });
  const requirementCount = await fixRequirements(tx, run, version);
  return {
    outputRefs: {
      documentIds,
      documentCount: evidence.length,
      chunkCount: evidence.reduce((sum, { chunkCount }) => sum + (chunkCount ?? 0), 0),
      requirementCount,
      ...(exceptionIds.length > 0 ? { exceptionIds } : {}),
    },
    handedOn: { requirementCount, documentCount: evidence.length },
    attributes: { "evidence.document_ids": documentIds },
    events: [{ action: "run.started", objectType: "run", objectId: run.id, runId: run.id }],
  };
}
