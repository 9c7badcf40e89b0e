import { canonicalJson } from "@assay/contract";
import { isNotJudged } from "../assessments/not-judged.ts";
import { listOscalLosses } from "../oscal/index.ts";
import { toOscalSource } from "./oscal/to-oscal-source.ts";
import type { ListedFile, PackageState } from "./package-state.ts";

/** Another shape gets another name. */
const PACKAGE_ORIGIN = "assay/package/v1";

/** Without a person. */
const MACHINE_WROTE = ["status", "confidence", "reasoning", "citations", "tasks"] as const;
const NOT_RECORDED = ["applicability", "mappings"] as const;
const EGRESS_NOT_RECORDED = ["applicability", "egress", "mappings"] as const;

/** What the package holds, file by file; `manifest.sig` signs it. */
export function writeManifest(state: PackageState, files: readonly ListedFile[]): string {
  const { release, run, snapshot, snapshotHash, audit } = state;
  return canonicalJson({
    origin: PACKAGE_ORIGIN,
    release,
    run: {
      id: run.id,
      tenantId: run.tenantId,
      packId: snapshot.run.packId,
      criteriaVersionId: snapshot.configuration.snapshotCriteriaVersionId,
      startedAt: snapshot.run.startedAt,
      completedAt: snapshot.run.completedAt,
      snapshotHash,
      format: snapshot.format,
    },
    asOf: state.asOf,
    auditHead: audit.head,
    ...(audit.breaks.length > 0 && { breaks: audit.breaks }),
    files,
    counts: countsOf(state, files),
    comments: { count: state.comments },
    signers: state.signers,
    method: "EXAMINE",
    machineWrote: MACHINE_WROTE,
    assessor: assessorOf(state),
    leftOut: state.leftOut,
    losses: listOscalLosses(toOscalSource(state)),
    notRecorded: state.egress ? NOT_RECORDED : EGRESS_NOT_RECORDED,
  });
}

function countsOf(state: PackageState, files: readonly ListedFile[]) {
  const { snapshot, reviews, signOffs } = state;
  const { run, assessments } = snapshot;
  return {
    requirements: run.totalRequirements,
    complete: run.completeCount,
    partial: run.partialCount,
    missing: run.missingCount,
    failed: assessments.filter(({ status }) => status === "FAILED").length,
    notJudged: assessments.filter(({ flags = [] }) => isNotJudged({ flags })).length,
    citations: assessments.reduce((sum, { citations }) => sum + citations.length, 0),
    documents: state.documents.length,
    chunks: state.chunks.length,
    reviews: reviews.length,
    reviewed: new Set(reviews.map(({ requirementId }) => requirementId)).size,
    exceptions: state.exceptions.length,
    signOffs: signOffs.length,
    standingSignOffs: signOffs.filter(({ standing }) => standing).length,
    auditEntries: state.audit.head.sequence - state.audit.firstSequence + 1,
    manifests: state.manifests.length,
    statements: files.some(({ name }) => name === "statements.jsonl") ? assessments.length : 0,
  };
}

function assessorOf({ snapshot: { configuration }, errorRate }: PackageState) {
  const { assessor, embedder, evidenceRules, meaning } = configuration;
  return {
    engineVersion: configuration.snapshotRetrievalVersionId,
    assessor,
    embedder,
    ...(evidenceRules && { evidenceRules }),
    ...(meaning && { meaning }),
    errorRate,
  };
}
