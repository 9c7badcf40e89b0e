import {
  type AssessmentFlag,
  type AssessmentStatus,
  type Citation,
  type CitationNote,
  type Expectation,
  REVIEWED_STATUSES,
  type ReviewDecision,
} from "@assay/contract";
import { assessments, requirements, reviews, runs, type Transaction } from "@assay/db";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { isNotJudged } from "../assessments/not-judged.ts";

/** A verdict that a person agreed with or changed, and what is right by their word. */
export interface Label {
  readonly packId: string;
  readonly requirementId: string;
  readonly title: string;
  /** What the requirement asks for; null where nobody said. */
  readonly kind: Expectation["kind"] | null;
  readonly runId: string;
  readonly criteriaVersionId: string;
  readonly decision: "AGREED" | "CHANGED";
  readonly said: AssessmentStatus;
  /** Whether no assessor answered, so that what was said says nothing of an engine. */
  readonly isNotJudged: boolean;
  readonly right: (typeof REVIEWED_STATUSES)[number];
}

/** With its quotes. */
export interface LabelledVerdict extends Label {
  readonly citations: readonly Citation[];
  readonly citationNotes: readonly CitationNote[];
  readonly rejectedCitations: readonly number[];
}

const LABEL = {
  packId: reviews.packId,
  requirementId: reviews.requirementId,
  title: requirements.title,
  expectation: requirements.expectation,
  runId: reviews.runId,
  criteriaVersionId: runs.criteriaVersionId,
  decision: reviews.decision,
  status: reviews.status,
  said: assessments.status,
  flags: assessments.flags,
};

const QUOTES = {
  rejectedCitations: reviews.rejectedCitations,
  citations: assessments.citations,
  citationNotes: assessments.citationNotes,
};

const OF_RUN = and(eq(runs.tenantId, reviews.tenantId), eq(runs.id, reviews.runId));
const OF_VERDICT = and(
  eq(assessments.tenantId, reviews.tenantId),
  eq(assessments.runId, reviews.runId),
  eq(assessments.requirementId, reviews.requirementId),
);
const OF_REQUIREMENT = eq(requirements.id, assessments.requirementRecordId);
const NEWEST_OF_EACH = [
  ...[asc(reviews.packId), asc(reviews.requirementId)],
  ...[desc(runs.createdAt), desc(runs.id), desc(reviews.sequence)],
];

/** The newest review of each requirement of each pack, over all runs; what was sent back or not judged labels nothing. */
export async function listLabelled(tx: Transaction, tenantId: string): Promise<LabelledVerdict[]> {
  const rows = await tx
    .selectDistinctOn([reviews.packId, reviews.requirementId], { ...LABEL, ...QUOTES })
    .from(reviews)
    .innerJoin(runs, OF_RUN)
    .innerJoin(assessments, OF_VERDICT)
    .innerJoin(requirements, OF_REQUIREMENT)
    .where(eq(reviews.tenantId, tenantId))
    .orderBy(...NEWEST_OF_EACH);
  return rows.flatMap(toLabel);
}

/** As above, by the newest so many reviews, and without what is cited. */
export async function listLabels(
  tx: Transaction,
  tenantId: string,
  newest: number,
): Promise<{ labels: Label[]; isCut: boolean }> {
  const [older] = await tx
    .select({ createdAt: reviews.createdAt, id: reviews.id })
    .from(reviews)
    .where(eq(reviews.tenantId, tenantId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(1)
    .offset(newest);
  const isNewer =
    older &&
    sql`(${reviews.createdAt}, ${reviews.id}) > (${older.createdAt.toISOString()}::timestamptz, ${older.id}::uuid)`;
  const rows = await tx
    .selectDistinctOn([reviews.packId, reviews.requirementId], LABEL)
    .from(reviews)
    .innerJoin(runs, OF_RUN)
    .innerJoin(assessments, OF_VERDICT)
    .innerJoin(requirements, OF_REQUIREMENT)
    .where(and(eq(reviews.tenantId, tenantId), isNewer))
    .orderBy(...NEWEST_OF_EACH);
  return { labels: rows.flatMap(toLabel), isCut: older !== undefined };
}

interface LabelRow {
  readonly decision: ReviewDecision;
  readonly status: AssessmentStatus | null;
  readonly said: AssessmentStatus;
  readonly flags: readonly AssessmentFlag[] | null;
  readonly expectation: Expectation | null;
}

function toLabel<Row extends LabelRow>({ decision, status, flags, expectation, ...row }: Row) {
  const notJudged = isNotJudged({ flags: flags ?? [] });
  if (decision === "SENT_BACK" || (decision === "AGREED" && notJudged)) return [];
  const right = REVIEWED_STATUSES.find((each) => each === (decision === "CHANGED" ? status : row.said));
  return right ? [{ ...row, decision, right, isNotJudged: notJudged, kind: expectation?.kind ?? null }] : [];
}
