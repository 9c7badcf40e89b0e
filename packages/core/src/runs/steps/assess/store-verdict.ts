import type { AssessmentFlag, AssessmentStatus, EvidenceRules } from "@assay/contract";
import { assessments, oneRow, runs, type StoredAnswer, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { failedVerdict, type Verdict } from "../../../assessments/judge-answer.ts";
import { isNotJudged } from "../../../assessments/not-judged.ts";
import { exceptionsOfRequirement } from "../../../exceptions/fix-exceptions.ts";
import { errorCode } from "../../../jobs/error-code.ts";
import type { Job, JobRef } from "../../../jobs/job.ts";
import type { ModelUsage } from "../../../ports/assessor.ts";
import { rulesOf } from "../../../retrieval-versions/manage-retrieval-versions.ts";
import { recordSpans, type SpanRecord } from "../../../telemetry/span.ts";
import { lockOpenRun, type OpenRun, stepOfStage } from "../../open-run.ts";
import { findRunRow } from "../../read-runs.ts";
import type { RunRow } from "../../to-run.ts";
import { ifOpen } from "../advance.ts";
import { digestReviewed } from "./digest-reviewed.ts";
import { type Counted, endAssessment } from "./end-assessment.ts";
import { findUnread } from "./find-unread.ts";
import { type Subject, selectSubject } from "./load-passages.ts";
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

/** Stores a verdict and counts it; the last one of the run ends the step. */
export function storeVerdict(
  tx: Transaction,
  open: OpenRun,
  subject: Subject,
  judged: Judged,
): Promise<readonly JobRef[]> {
  const { run, step, version } = open;
  return ifOpen(tx, open, async () => {
    await insertAssessment(tx, { run, rules: rulesOf(version) }, subject, judged);
    await recordSpans(tx, run.tenantId, judged.spans);
    const counted = await countVerdict(tx, run, judged.verdict, judged.usage);
    return counted.assessed < counted.total ? [] : endAssessment(tx, run, step, counted);
  });
}

const COVERED: AssessmentFlag = "COVERED_BY_EXCEPTION";

interface Place {
  readonly run: RunRow;
  /** Null where there is no verdict that anybody could review. */
  readonly rules: EvidenceRules | null;
}

async function insertAssessment(
  tx: Transaction,
  { run, rules }: Place,
  subject: Subject,
  judged: Judged,
): Promise<void> {
  const { verdict, inputDigest } = judged;
  const { requirementId } = subject;
  const exceptions = await exceptionsOfRequirement(tx, { tenantId: run.tenantId, runId: run.id, requirementId });
  const flags = exceptions.length > 0 ? [...verdict.flags, COVERED].sort() : verdict.flags;
  const reviewed = { ...verdict, flags, inputDigest, exceptions };
  await tx.insert(assessments).values({
    tenantId: run.tenantId,
    runId: run.id,
    requirementRecordId: subject.recordId,
    requirementId,
    position: subject.position,
    status: verdict.status,
    confidence: verdict.confidence,
    citations: verdict.citations,
    reasoning: verdict.reasoning,
    remediation: verdict.remediation,
    flags,
    parts: verdict.parts === null ? null : [...verdict.parts],
    citationNotes: [...verdict.citationNotes],
    occurrences: verdict.occurrences,
    answer: judged.answer,
    assessorModel: judged.assessorModel,
    inputDigest,
    reusedFromRunId: judged.reusedFromRunId,
    unreadDocuments: await findUnread(tx, run, subject, verdict),
    reviewDigest: rules && (await digestReviewed(tx, { run, rules }, subject, reviewed)),
  });
}

// The run row is locked: the one that counts the last requirement sees all the others.
async function countVerdict(tx: Transaction, run: RunRow, verdict: Verdict, usage: ModelUsage): Promise<Counted> {
  const one = (wanted: AssessmentStatus) => (verdict.status === wanted ? 1 : 0);
  return oneRow(
    await tx
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
      .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)))
      .returning({
        assessed: runs.assessedCount,
        total: runs.totalRequirements,
        complete: runs.completeCount,
        partial: runs.partialCount,
        missing: runs.missingCount,
        notJudged: runs.notJudgedCount,
        tokensIn: runs.tokensIn,
        tokensOut: runs.tokensOut,
        costUsd: runs.costUsd,
      }),
  );
}

/** The attempts are spent: the requirement is FAILED, and the others go on. */
export async function failAssessment(tx: Transaction, job: Job, error: unknown): Promise<readonly JobRef[]> {
  const run = await findRunRow(tx, job.tenantId, job.runId!);
  if (!run || !(await lockOpenRun(tx, run))) return [];
  const verdict = failedVerdict();
  await insertAssessment(tx, { run, rules: null }, oneRow(await selectSubject(tx, job)), {
    verdict,
    inputDigest: "",
    answer: null,
    assessorModel: null,
    usage: NO_USAGE,
    reusedFromRunId: null,
    spans: [],
  });
  const counted = await countVerdict(tx, run, verdict, NO_USAGE);
  if (counted.assessed < counted.total) return [];
  return endAssessment(tx, run, stepOfStage(job.stage), counted, errorCode(error));
}
