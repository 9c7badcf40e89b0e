import type { Expectation, FixedException, UnusableCode } from "@assay/contract";
import {
  chunks,
  criteria,
  documents,
  oneRow,
  preparedOnce,
  requirements,
  retrievals,
  runDocuments,
  runRequirements,
  segments,
  type Transaction,
} from "@assay/db";
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { JudgedPassage } from "../../../assessments/evaluated-evidence.ts";
import { inOrder } from "../../../exceptions/fix-exceptions.ts";
import { loadGuidance } from "../../../guidance/find-guidance.ts";
import { ADDRESSES_MODEL } from "../check-passages/find-exclusions.ts";

/** The row of a requirement in a run. */
export interface SubjectOfRun {
  readonly tenantId: string;
  readonly runId: string | null;
  readonly subjectId: string;
}

/** The requirement that an assessment job is about. */
export interface Subject {
  readonly recordId: string;
  readonly requirementId: string;
  readonly title: string;
  readonly subcheckLabel: string | null;
  readonly criterionTitle: string;
  readonly expectation: Expectation | null;
  readonly position: number;
  /** Fixed with the run. */
  readonly exceptions: readonly FixedException[];
}

export interface GuidedSubject extends Subject {
  /** Of the pinned activation, best first; helps to judge and is never cited. */
  readonly guidance: readonly string[];
  /** Why the pinned assessor has given no usable answer already. */
  readonly unusableCode: UnusableCode | null;
}

export interface Passage extends JudgedPassage {
  readonly location: string | null;
  /** Of the chunk's segment, such as the column headings of its table. */
  readonly context: string | null;
  /** Of the document, as the run fixed it. */
  readonly sha256Hash: string;
}

export async function loadSubject(tx: Transaction, of: SubjectOfRun): Promise<GuidedSubject> {
  const { guidanceChunkIds, ...subject } = await selectSubject(tx, of);
  return { ...subject, guidance: await loadGuidance(tx, guidanceChunkIds) };
}

export async function selectSubject(tx: Transaction, { tenantId, runId, subjectId }: SubjectOfRun) {
  const subject = oneRow(await subjectRows(tx, { tenantId, runId, subjectId }));
  return { ...subject, exceptions: subject.exceptions.sort(inOrder) };
}

const subjectRows = preparedOnce((tx) => {
  const [tenantId, runId] = [sql.placeholder("tenantId"), sql.placeholder("runId")];
  const exceptions = sql<FixedException[]>`coalesce((select jsonb_agg(exception) from run_exceptions fixed
    where fixed.tenant_id = ${tenantId} and fixed.run_id = ${runId}
      and fixed.requirement_id = ${requirements.requirementId}), '[]')`;
  return tx
    .select({
      recordId: requirements.id,
      requirementId: requirements.requirementId,
      title: requirements.title,
      subcheckLabel: requirements.subcheckLabel,
      criterionTitle: criteria.title,
      expectation: requirements.expectation,
      position: requirements.position,
      guidanceChunkIds: runRequirements.guidanceChunkIds,
      unusableCode: runRequirements.unusableCode,
      exceptions,
    })
    .from(runRequirements)
    .innerJoin(requirements, eq(requirements.id, runRequirements.requirementRecordId))
    .innerJoin(
      criteria,
      and(
        eq(criteria.criteriaVersionId, requirements.criteriaVersionId),
        eq(criteria.criterionId, requirements.criterionId),
      ),
    )
    .where(and(eq(runRequirements.tenantId, tenantId), eq(runRequirements.id, sql.placeholder("subjectId"))))
    .prepare("assessed_subject");
});

export interface LoadedPassages {
  readonly passages: readonly Passage[];
  /** The documents of passages that were set aside as they address a model. */
  readonly poisoned: readonly string[];
}

/** What VERIFICATION let pass, best first; a document deleted since falls away, as the joins do not find it. */
export async function loadPassages(
  tx: Transaction,
  { tenantId, runId, subjectId }: SubjectOfRun,
): Promise<LoadedPassages> {
  const rows = await passageRows(tx, { tenantId, runId, subjectId });
  const poisoned = rows.flatMap(({ excludedReason, documentTitle }) =>
    excludedReason === null ? [] : [documentTitle],
  );
  const passages = rows.flatMap(({ excludedReason, ...passage }) => (excludedReason === null ? [passage] : []));
  return { passages, poisoned };
}

const passageRows = preparedOnce((tx) =>
  tx
    .select({
      chunkId: chunks.id,
      documentId: chunks.documentId,
      pageNumber: chunks.pageNumber,
      location: chunks.location,
      context: segments.context,
      text: chunks.content,
      flaggedRanges: chunks.flaggedRanges,
      certainty: chunks.certainty,
      documentTitle: runDocuments.originalFilename,
      effectiveDate: runDocuments.effectiveDate,
      expiresAt: runDocuments.expiresAt,
      evidenceKind: runDocuments.evidenceKind,
      documentState: runDocuments.state,
      sha256Hash: runDocuments.sha256Hash,
      excludedReason: retrievals.excludedReason,
    })
    .from(retrievals)
    .innerJoin(chunks, and(eq(chunks.tenantId, retrievals.tenantId), eq(chunks.id, retrievals.chunkId)))
    .innerJoin(documents, and(eq(documents.tenantId, chunks.tenantId), eq(documents.id, chunks.documentId)))
    .leftJoin(
      segments,
      and(
        eq(segments.tenantId, chunks.tenantId),
        eq(segments.documentId, chunks.documentId),
        eq(segments.segmentIndex, chunks.segmentIndex),
      ),
    )
    .innerJoin(
      runDocuments,
      and(
        eq(runDocuments.tenantId, retrievals.tenantId),
        eq(runDocuments.runId, sql.placeholder("runId")),
        eq(runDocuments.documentId, retrievals.documentId),
      ),
    )
    .where(
      and(
        eq(retrievals.tenantId, sql.placeholder("tenantId")),
        eq(retrievals.runRequirementId, sql.placeholder("subjectId")),
        or(isNull(retrievals.excludedReason), eq(retrievals.excludedReason, ADDRESSES_MODEL)),
        isNull(runDocuments.excludedReason),
        eq(documents.status, "READY"),
      ),
    )
    .orderBy(asc(retrievals.rank))
    .prepare("assessed_passages"),
);
