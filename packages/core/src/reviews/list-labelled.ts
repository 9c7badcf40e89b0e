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
import { and, asc, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { isNotJudged } from "../assessments/not-judged.ts";
import { findMissing, isAsRecorded, recordedHash } from "../records/index.ts";
import { findJudgedRuns } from "./judged-runs.ts";
import type { ReviewRow } from "./to-review.ts";

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

export interface Labels<L> {
  readonly labels: readonly L[];
  /** Reviews that label nothing, as they or what they judge are stored otherwise than they were recorded, or are gone. */
  readonly damaged: readonly string[];
}

const LABEL = {
  review: getTableColumns(reviews),
  title: requirements.title,
  expectation: requirements.expectation,
  criteriaVersionId: runs.criteriaVersionId,
  verdictId: assessments.id,
  said: assessments.status,
  flags: assessments.flags,
};

const QUOTES = { citations: assessments.citations, citationNotes: assessments.citationNotes };

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
export async function listLabelled(tx: Transaction, tenantId: string): Promise<Labels<LabelledVerdict>> {
  const rows = await tx
    .selectDistinctOn([reviews.packId, reviews.requirementId], { ...LABEL, ...QUOTES })
    .from(reviews)
    .leftJoin(runs, OF_RUN)
    .leftJoin(assessments, OF_VERDICT)
    .leftJoin(requirements, OF_REQUIREMENT)
    .where(eq(reviews.tenantId, tenantId))
    .orderBy(...NEWEST_OF_EACH);
  const quoted = rows.map((row) => ({
    ...row,
    citations: row.citations ?? [],
    citationNotes: row.citationNotes ?? [],
  }));
  return toLabels(tx, tenantId, quoted);
}

/** As above, by the newest so many reviews, and without what is cited. */
export async function listLabels(
  tx: Transaction,
  tenantId: string,
  newest: number,
): Promise<Labels<Label> & { readonly isCut: boolean }> {
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
    .leftJoin(runs, OF_RUN)
    .leftJoin(assessments, OF_VERDICT)
    .leftJoin(requirements, OF_REQUIREMENT)
    .where(and(eq(reviews.tenantId, tenantId), isNewer))
    .orderBy(...NEWEST_OF_EACH);
  return { ...(await toLabels(tx, tenantId, rows)), isCut: older !== undefined };
}

interface LabelRow {
  readonly review: ReviewRow;
  readonly title: string | null;
  readonly expectation: Expectation | null;
  readonly criteriaVersionId: string | null;
  readonly verdictId: string | null;
  readonly said: AssessmentStatus | null;
  readonly flags: readonly AssessmentFlag[] | null;
}

async function toLabels<Row extends LabelRow>(tx: Transaction, tenantId: string, rows: readonly Row[]) {
  const judged = await findJudgedRuns(
    tx,
    tenantId,
    rows.map(({ review }) => review.runId),
  );
  const hashes = await findRecordedHashes(
    tx,
    tenantId,
    rows.map(({ review }) => review.id),
  );
  const isSound = await Promise.all(
    rows.map(async ({ review, verdictId, title }) => {
      const damagedVerdicts = judged.get(review.runId);
      const isWhole = verdictId !== null && title !== null;
      const isSealed = isWhole && damagedVerdicts !== undefined && !damagedVerdicts.has(verdictId);
      return isSealed && isAsRecorded("review", { ...review, recordedHash: hashes.get(review.id)! });
    }),
  );
  const missing = await findMissing(tx, "review", { tenantId });
  return {
    labels: rows.filter((_, at) => isSound[at]).flatMap(toLabel),
    damaged: [...rows.filter((_, at) => !isSound[at]).map(({ review }) => review.id), ...missing.map(({ id }) => id)],
  };
}

async function findRecordedHashes(tx: Transaction, tenantId: string, ids: readonly string[]) {
  const rows = await tx
    .select({ id: reviews.id, recordedHash: recordedHash("review", tenantId) })
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), inArray(reviews.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row.recordedHash]));
}

function toLabel<Row extends LabelRow>({ review, title, criteriaVersionId, said, flags, expectation, ...row }: Row) {
  if (title === null || criteriaVersionId === null || said === null) return [];
  const { packId, requirementId, runId, rejectedCitations } = review;
  const decision: ReviewDecision = review.decision;
  const notJudged = isNotJudged({ flags: flags ?? [] });
  if (decision === "SENT_BACK" || (decision === "AGREED" && notJudged)) return [];
  const right = REVIEWED_STATUSES.find((each) => each === (decision === "CHANGED" ? review.status : said));
  const of = { packId, requirementId, title, runId, criteriaVersionId, said, rejectedCitations };
  return right ? [{ ...row, ...of, decision, right, isNotJudged: notJudged, kind: expectation?.kind ?? null }] : [];
}
