import {
  type AssessmentStatus,
  type Citation,
  type CitationNote,
  type Expectation,
  REVIEWED_STATUSES,
} from "@assay/contract";
import { assessments, requirements, reviews, runs, type Transaction } from "@assay/db";
import { and, asc, desc, eq } from "drizzle-orm";
import { isNotJudged } from "../assessments/not-judged.ts";

/** A verdict that a person agreed with or changed, and what is right by their word. */
export interface LabelledVerdict {
  readonly packId: string;
  readonly requirementId: string;
  readonly title: string;
  /** What the requirement asks for; null where nobody said. */
  readonly kind: Expectation["kind"] | null;
  readonly runId: string;
  readonly criteriaVersionId: string;
  readonly decision: "AGREED" | "CHANGED";
  readonly said: AssessmentStatus;
  readonly right: (typeof REVIEWED_STATUSES)[number];
  readonly citations: readonly Citation[];
  readonly citationNotes: readonly CitationNote[];
  readonly rejectedCitations: readonly number[];
}

/** The newest review of each requirement of each pack, over all runs; what was sent back or not judged labels nothing. */
export async function listLabelled(tx: Transaction, tenantId: string): Promise<LabelledVerdict[]> {
  const rows = await tx
    .selectDistinctOn([reviews.packId, reviews.requirementId], {
      packId: reviews.packId,
      requirementId: reviews.requirementId,
      title: requirements.title,
      expectation: requirements.expectation,
      runId: reviews.runId,
      criteriaVersionId: runs.criteriaVersionId,
      decision: reviews.decision,
      status: reviews.status,
      rejectedCitations: reviews.rejectedCitations,
      said: assessments.status,
      flags: assessments.flags,
      citations: assessments.citations,
      citationNotes: assessments.citationNotes,
    })
    .from(reviews)
    .innerJoin(runs, and(eq(runs.tenantId, reviews.tenantId), eq(runs.id, reviews.runId)))
    .innerJoin(
      assessments,
      and(
        eq(assessments.tenantId, reviews.tenantId),
        eq(assessments.runId, reviews.runId),
        eq(assessments.requirementId, reviews.requirementId),
      ),
    )
    .innerJoin(requirements, eq(requirements.id, assessments.requirementRecordId))
    .where(eq(reviews.tenantId, tenantId))
    .orderBy(
      asc(reviews.packId),
      asc(reviews.requirementId),
      desc(runs.createdAt),
      desc(runs.id),
      desc(reviews.sequence),
    );
  return rows.flatMap(({ decision, status, flags, expectation, ...row }) => {
    if (decision === "SENT_BACK" || (decision === "AGREED" && isNotJudged({ flags }))) return [];
    const right = REVIEWED_STATUSES.find((each) => each === (decision === "CHANGED" ? status : row.said));
    return right ? [{ ...row, decision, right, kind: expectation?.kind ?? null }] : [];
  });
}
