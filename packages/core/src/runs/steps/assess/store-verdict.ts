import type { AssessmentStatus } from "@assay/contract";
import { assessments, oneRow, runs, type StoredAnswer, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { failedVerdict, type Verdict } from "../../../assessments/judge-answer.ts";
import { errorCode } from "../../../jobs/error-code.ts";
import type { Job, JobRef } from "../../../jobs/job.ts";
import type { ModelUsage } from "../../../ports/assessor.ts";
import { recordSpans, type SpanRecord } from "../../../telemetry/span.ts";
import { failRun } from "../../fail-run.ts";
import { lockOpenRun, type OpenRun, stepOfStage } from "../../open-run.ts";
import { findRunRow } from "../../read-runs.ts";
import type { RunRow } from "../../to-run.ts";
import { advance, ifOpen } from "../advance.ts";
import { type Subject, selectSubject } from "./load-passages.ts";

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

export const NO_USAGE: ModelUsage = { tokensIn: 0, tokensOut: 0, costUsd: 0 };

/** Stores a verdict and counts it; the last one of the run ends the step. */
export function storeVerdict(
  tx: Transaction,
  open: OpenRun,
  subject: Subject,
  judged: Judged,
): Promise<readonly JobRef[]> {
  const { run, step } = open;
  return ifOpen(tx, open, async () => {
    await insertAssessment(tx, run, subject, judged);
    await recordSpans(tx, run.tenantId, judged.spans);
    const counted = await countVerdict(tx, run, judged.verdict.status, judged.usage);
    if (counted.assessed < counted.total) return [];
    return advance(tx, run, step, {
      outputRefs: {
        assessedCount: counted.assessed,
        completeCount: counted.complete,
        partialCount: counted.partial,
        missingCount: counted.missing,
      },
      handedOn: { assessmentCount: counted.assessed },
      attributes: {
        "llm.tokens.in": counted.tokensIn,
        "llm.tokens.out": counted.tokensOut,
        "llm.cost.usd": counted.costUsd,
      },
    });
  });
}

async function insertAssessment(tx: Transaction, run: RunRow, subject: Subject, judged: Judged): Promise<void> {
  const { verdict } = judged;
  await tx.insert(assessments).values({
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
    flags: verdict.flags,
    parts: verdict.parts === null ? null : [...verdict.parts],
    citationNotes: [...verdict.citationNotes],
    occurrences: verdict.occurrences,
    answer: judged.answer,
    assessorModel: judged.assessorModel,
    inputDigest: judged.inputDigest,
    reusedFromRunId: judged.reusedFromRunId,
  });
}

// The run row is locked: the one that counts the last requirement sees all the others.
async function countVerdict(tx: Transaction, run: RunRow, status: AssessmentStatus, usage: ModelUsage) {
  const one = (wanted: AssessmentStatus) => (status === wanted ? 1 : 0);
  const row = oneRow(
    await tx
      .update(runs)
      .set({
        assessedCount: sql`${runs.assessedCount} + 1`,
        completeCount: sql`${runs.completeCount} + ${one("COMPLETE")}`,
        partialCount: sql`${runs.partialCount} + ${one("PARTIAL")}`,
        missingCount: sql`${runs.missingCount} + ${one("MISSING")}`,
        tokensIn: sql`${runs.tokensIn} + ${usage.tokensIn}`,
        tokensOut: sql`${runs.tokensOut} + ${usage.tokensOut}`,
        costUsd: sql`${runs.costUsd} + ${usage.costUsd}::float8`,
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
        tokensIn: runs.tokensIn,
        tokensOut: runs.tokensOut,
        costUsd: runs.costUsd,
      }),
  );
  return row;
}

/** The attempts are spent: the requirement is FAILED, and so is the run. */
export async function failAssessment(tx: Transaction, job: Job, error: unknown): Promise<readonly JobRef[]> {
  const run = await findRunRow(tx, job.tenantId, job.runId!);
  if (!run || !(await lockOpenRun(tx, run))) return [];
  const subject = oneRow(await selectSubject(tx, job));
  await insertAssessment(tx, run, subject, {
    verdict: failedVerdict(),
    inputDigest: "",
    answer: null,
    assessorModel: null,
    usage: NO_USAGE,
    reusedFromRunId: null,
    spans: [],
  });
  await countVerdict(tx, run, "FAILED", NO_USAGE);
  await failRun(tx, run, {
    step: stepOfStage(job.stage),
    errorType: errorCode(error),
    reason: `Requirement ${subject.requirementId} could not be assessed after ${job.attempts + 1} attempts (${errorCode(error)})`,
    details: { failedRequirementId: subject.requirementId },
  });
  return [];
}
