import type { AssessmentFlag, AssessmentStatus } from "@assay/contract";
import { assessments, insertWhere, newId, rowsOf, runs, type StoredAnswer, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { failedVerdict, type Verdict } from "../../../assessments/evaluate-answer.ts";
import { isNotJudged } from "../../../assessments/not-judged.ts";
import { errorCode } from "../../../jobs/error-code.ts";
import type { Job, JobRef } from "../../../jobs/job.ts";
import type { ModelUsage } from "../../../ports/assessor.ts";
import { rulesOf } from "../../../retrieval-versions/to-records.ts";
import { recordSpansWhere, type SpanRecord } from "../../../telemetry/span.ts";
import { type OpenRun, stepOfStage } from "../../open-run.ts";
import { findRunRow } from "../../read-runs.ts";
import type { RunRow } from "../../to-run.ts";
import { digestReviewed } from "./digest-reviewed.ts";
import { type Counted, endAssessment } from "./end-assessment.ts";
import { findUnread } from "./find-unread.ts";
import { type Passage, type Subject, selectSubject } from "./load-passages.ts";
import { addedUsage, NO_USAGE } from "./model-usage.ts";

/** A verdict with what it cost. */
export interface Judged {
  readonly verdict: Verdict;
  readonly inputDigest: string;
  /** What the assessor said; null where none was asked. */
  readonly answer: StoredAnswer | null;
  readonly assessorModel: string | null;
  readonly usage: ModelUsage;
  readonly reusedFromRunId: string | null;
  readonly spans: readonly SpanRecord[];
}

interface Input extends OpenRun {
  readonly subject: Subject;
  readonly passages: readonly Passage[];
}

/**
 * Stores a verdict and counts it; the last one of the run ends the step. The count locks the run, so that it comes last:
 * verdicts of one run are stored one after the other.
 */
export async function storeVerdict(tx: Transaction, input: Input, judged: Judged): Promise<readonly JobRef[]> {
  const { run, step, version, subject, passages } = input;
  const { verdict, inputDigest } = judged;
  const flags = flagsOf(verdict, subject);
  const place = { run, rules: rulesOf(version) };
  const reviewed = { ...verdict, flags, inputDigest };
  const further = {
    unreadDocuments: await findUnread(tx, run, subject, verdict),
    reviewDigest: await digestReviewed(place, subject, passages, reviewed),
  };
  const counted = await storeAndCount(tx, run, subject, judged, further);
  if (!counted) return [];
  return counted.assessed < counted.total ? [] : endAssessment(tx, run, step, counted);
}

const COVERED: AssessmentFlag = "COVERED_BY_EXCEPTION";

function flagsOf({ flags }: Verdict, { exceptions }: Subject): AssessmentFlag[] {
  return exceptions.length > 0 ? [...flags, COVERED].sort() : [...flags];
}

type Further = Pick<typeof assessments.$inferInsert, "unreadDocuments" | "reviewDigest">;

/**
 * In one statement, as the run stays locked from it on. Undefined where the run has finished meanwhile: nothing is stored
 * then. The one that counts the last requirement sees all the others.
 */
async function storeAndCount(
  tx: Transaction,
  run: RunRow,
  subject: Subject,
  judged: Judged,
  further: Further,
): Promise<Counted | undefined> {
  const { verdict, usage, spans } = judged;
  const one = (wanted: AssessmentStatus) => (verdict.status === wanted ? 1 : 0);
  const count = tx
    .update(runs)
    .set({
      assessedCount: sql`${runs.assessedCount} + 1`,
      completeCount: sql`${runs.completeCount} + ${one("COMPLETE")}`,
      partialCount: sql`${runs.partialCount} + ${one("PARTIAL")}`,
      missingCount: sql`${runs.missingCount} + ${one("MISSING")}`,
      notJudgedCount: sql`${runs.notJudgedCount} + ${isNotJudged(verdict) ? 1 : 0}`,
      ...addedUsage(usage),
      revision: sql`${runs.revision} + 1`,
      progressedAt: sql`now()`,
    })
    .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id), inArray(runs.status, ["PENDING", "IN_PROGRESS"])))
    .returning();
  const isCounted = sql`exists (select from counted)`;
  const row = assessmentRow(run, subject, judged, further);
  const [counted] = await rowsOf<Counted>(
    tx,
    sql`with counted as ${count}, stored as (${insertWhere(assessments, [row], isCounted)})
      ${spans.length > 0 ? sql`, traced as (${recordSpansWhere(run.tenantId, spans, isCounted)})` : sql``}
      select assessed_count as assessed, total_requirements as total, complete_count as complete,
        partial_count as partial, missing_count as missing, not_judged_count as "notJudged",
        tokens_in as "tokensIn", tokens_out as "tokensOut", cost_usd as "costUsd" from counted`,
  );
  return counted;
}

function assessmentRow(run: RunRow, subject: Subject, judged: Judged, further: Further) {
  const { verdict, inputDigest } = judged;
  return {
    id: newId(),
    tenantId: run.tenantId,
    runId: run.id,
    requirementRecordId: subject.recordId,
    requirementId: subject.requirementId,
    position: subject.position,
    status: verdict.status,
    confidence: verdict.confidence,
    citations: verdict.citations,
    reasoning: verdict.reasoning,
    remediation: verdict.remediation,
    flags: flagsOf(verdict, subject),
    parts: verdict.parts === null ? null : [...verdict.parts],
    citationNotes: [...verdict.citationNotes],
    setAside: verdict.setAside === null ? null : [...verdict.setAside],
    occurrences: verdict.occurrences,
    answer: judged.answer,
    assessorModel: judged.assessorModel,
    inputDigest,
    reusedFromRunId: judged.reusedFromRunId,
    ...further,
  } satisfies typeof assessments.$inferInsert;
}

/** The attempts are spent: the requirement is FAILED, and the others continue. */
export async function failAssessment(tx: Transaction, job: Job, error: unknown): Promise<readonly JobRef[]> {
  const run = await findRunRow(tx, job.tenantId, job.runId!);
  const verdict = failedVerdict();
  if (!run) return [];
  const failed: Judged = {
    verdict,
    inputDigest: "",
    answer: null,
    assessorModel: null,
    usage: NO_USAGE,
    reusedFromRunId: null,
    spans: [],
  };
  // There is no verdict that anybody could review.
  const further = { unreadDocuments: null, reviewDigest: null };
  const counted = await storeAndCount(tx, run, await selectSubject(tx, job), failed, further);
  if (!counted || counted.assessed < counted.total) return [];
  return endAssessment(tx, run, stepOfStage(job.stage), counted, errorCode(error));
}
