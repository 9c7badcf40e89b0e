import type { AssessmentFlag, AssessmentStatus, Citation, FixedException, Period } from "@assay/contract";
import {
  assessments,
  criteriaVersions,
  retrievals,
  runDocuments,
  runRequirements,
  runs,
  type Transaction,
} from "@assay/db";
import { and, asc, eq, exists, inArray, isNull, or, sql } from "drizzle-orm";
import { requireSealedVerdicts } from "../assessments/sealed-verdicts.ts";
import { findFixed } from "../exceptions/find-fixed.ts";
import { requireEndedRow, requireRows, resultsOf } from "../sealed/index.ts";
import type { CitedDocument } from "./digest-review.ts";

/** What a verdict of a run is compared by. */
export interface ComparedVerdict {
  readonly pins: { readonly criteria: string; readonly corpus: string; readonly retrieval: string };
  readonly criteriaVersion: number;
  readonly period: Period | null;
  readonly status: AssessmentStatus;
  readonly flags: readonly AssessmentFlag[];
  readonly citations: readonly Citation[];
  /** Those that are cited, and those that the assessor was given a passage of. */
  readonly documents: readonly CitedDocument[];
  readonly exceptions: readonly FixedException[];
  readonly reviewDigest: string | null;
}

interface Place {
  readonly tenantId: string;
  readonly runId: string;
  readonly requirementId: string;
}

/**
 * Undefined where the run has no verdict of the requirement. Throws INTEGRITY_ERROR where the run, its verdict, its documents
 * or its exceptions are not what they were when it ended.
 */
export async function findComparedVerdict(tx: Transaction, of: Place): Promise<ComparedVerdict | undefined> {
  const [row] = await tx
    .select({
      run: runs,
      criteriaVersion: criteriaVersions.version,
      status: assessments.status,
      flags: assessments.flags,
      citations: assessments.citations,
      reviewDigest: assessments.reviewDigest,
      recordId: assessments.requirementRecordId,
    })
    .from(assessments)
    .innerJoin(runs, and(eq(runs.tenantId, assessments.tenantId), eq(runs.id, assessments.runId)))
    .innerJoin(criteriaVersions, eq(criteriaVersions.id, runs.criteriaVersionId))
    .where(
      and(
        eq(assessments.tenantId, of.tenantId),
        eq(assessments.runId, of.runId),
        eq(assessments.requirementId, of.requirementId),
      ),
    );
  if (!row) return undefined;
  const { run, recordId, ...verdict } = row;
  const ended = await requireEndedRow(tx, run);
  await requireSealedVerdicts(tx, ended, [of.requirementId]);
  await requireRows(tx, resultsOf(ended), "run_documents");
  const { periodFrom, periodTo } = run;
  return {
    ...verdict,
    pins: { criteria: run.criteriaVersionId, corpus: run.corpusActivationId, retrieval: run.retrievalVersionId },
    period: periodFrom !== null && periodTo !== null ? { from: periodFrom, to: periodTo } : null,
    documents: await findJudgedDocuments(tx, of, { citations: row.citations, recordId }),
    exceptions: (await findFixed(tx, ended)).filter(({ requirementId }) => requirementId === of.requirementId),
  };
}

const fixedDocument = {
  documentId: runDocuments.documentId,
  originalFilename: runDocuments.originalFilename,
  sha256Hash: runDocuments.sha256Hash,
  evidenceKind: runDocuments.evidenceKind,
  effectiveDate: runDocuments.effectiveDate,
  expiresAt: runDocuments.expiresAt,
  state: runDocuments.state,
};

function findJudgedDocuments(
  tx: Transaction,
  { tenantId, runId }: Place,
  { citations, recordId }: { citations: readonly Citation[]; recordId: string },
): Promise<CitedDocument[]> {
  const cited = [...new Set(citations.map(({ documentId }) => documentId))];
  const given = tx
    .select({ one: sql`1` })
    .from(retrievals)
    .innerJoin(
      runRequirements,
      and(eq(runRequirements.tenantId, retrievals.tenantId), eq(runRequirements.id, retrievals.runRequirementId)),
    )
    .where(
      and(
        eq(retrievals.tenantId, tenantId),
        eq(runRequirements.runId, runId),
        eq(runRequirements.requirementRecordId, recordId),
        eq(retrievals.documentId, runDocuments.documentId),
        isNull(retrievals.excludedReason),
      ),
    );
  const isCited = inArray(runDocuments.documentId, cited);
  return tx
    .select(fixedDocument)
    .from(runDocuments)
    .where(and(eq(runDocuments.tenantId, tenantId), eq(runDocuments.runId, runId), or(isCited, exists(given))))
    .orderBy(asc(runDocuments.originalFilename), asc(runDocuments.documentId));
}
