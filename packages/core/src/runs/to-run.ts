import type { Period, Run, RunConfiguration, RunDestinations, RunEgress, RunStep, SignOffRole } from "@assay/contract";
import type { runSteps, runs } from "@assay/db";
import type { RetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { rulesOf } from "../retrieval-versions/to-records.ts";
import { checkedAgainst, type KnownEnd } from "../sealed/index.ts";

export type RunRow = typeof runs.$inferSelect;
/** With what it takes to show it to people. */
export type ShownRun = RunRow &
  KnownEnd & {
    readonly startedByName?: string | null;
    readonly exceptionCount?: number;
    readonly signedAs?: SignOffRole | null;
  };
export type RunStepRow = typeof runSteps.$inferSelect;

/** Of a run that has ended as many as were recorded then; null where it is compared with digests that hold no exceptions. */
function countExceptions({ end, exceptionCount = 0 }: ShownRun): number | null {
  if (!end) return exceptionCount;
  return end.exceptionCount ?? (checkedAgainst(end) === "NONE" ? exceptionCount : null);
}

export function toRun(row: ShownRun): Run {
  return {
    id: row.id,
    tenantId: row.tenantId,
    packId: row.packId,
    name: row.name,
    period: periodOf(row),
    startedBy: row.startedBy,
    startedByName: row.startedByName ?? null,
    status: row.status,
    snapshotStatus: row.snapshotStatus,
    totalRequirements: row.totalRequirements,
    assessedCount: row.assessedCount,
    completeCount: row.completeCount,
    partialCount: row.partialCount,
    missingCount: row.missingCount,
    notJudgedCount: row.notJudgedCount,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    failedAt: row.failedAt?.toISOString() ?? null,
    failureReason: row.failureReason,
    continuedFromRunId: row.continuedFromRunId,
    documentsPending: row.documentsPending,
    snapshotCriteriaVersionId: row.criteriaVersionId,
    snapshotCorpusActivationId: row.corpusActivationId,
    snapshotRetrievalVersionId: row.retrievalVersionId,
    traceId: row.traceId,
    rootSpanId: row.rootSpanId,
    exceptionCount: countExceptions(row),
    signedAs: row.signedAs ?? null,
    checkedAgainst: row.end ? checkedAgainst(row.end) : null,
  };
}

/** The time that a run is about; null for one that judges the evidence as it is at its start. */
export function periodOf({ periodFrom, periodTo }: Pick<RunRow, "periodFrom" | "periodTo">): Period | null {
  return periodFrom !== null && periodTo !== null ? { from: periodFrom, to: periodTo } : null;
}

export function toRunStep(row: RunStepRow): RunStep {
  return {
    runId: row.runId,
    stepName: row.stepName,
    stepIndex: row.stepIndex,
    status: row.status,
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    spanId: row.spanId,
    inputRefs: row.inputRefs,
    outputRefs: row.outputRefs,
    errorDetails: row.errorDetails,
  };
}

export function toRunConfiguration(run: RunRow, version: RetrievalVersion): RunConfiguration {
  return {
    snapshotCriteriaVersionId: run.criteriaVersionId,
    snapshotCorpusActivationId: run.corpusActivationId,
    snapshotRetrievalVersionId: run.retrievalVersionId,
    embedder: { model: version.embedderModel, dimensions: version.embedderDimensions },
    assessor: { model: version.assessorModel, promptVersion: version.promptVersion },
    similarityThreshold: version.similarityThreshold,
    ...(version.lexicalWeight === null ? {} : { lexicalWeight: version.lexicalWeight }),
    ...(version.lexicon === 1 ? {} : { lexicon: version.lexicon }),
    chunksPerRequirement: version.chunksPerRequirement,
    confidenceThresholds: { complete: version.confidenceComplete, partial: version.confidencePartial },
    evidenceRules: rulesOf(version),
    ...(version.meaning === null ? {} : { meaning: version.meaning }),
    ...(run.ocrCertaintyMin === null ? {} : { ocrCertaintyMin: run.ocrCertaintyMin }),
    ...(run.manifests === null ? {} : { manifests: run.manifests }),
    ...(run.egress === null ? {} : { egress: toDestinations(run.egress) }),
    period: periodOf(run),
  };
}

function toDestinations({ run, documents, olderDocuments }: RunEgress): RunDestinations {
  const list = (rows: RunEgress["run"] | RunEgress["documents"]) =>
    rows
      .filter(({ purpose }) => purpose !== "PROBE")
      .map(({ provider, host, purpose }) => ({ provider, host, purpose }));
  return { run: list(run), documents: list(documents), olderDocuments };
}
