import { type AssessmentStatus, canonicalJson } from "@assay/contract";
import {
  assessments,
  chunks,
  criteria,
  documents,
  requirements,
  retrievals,
  runDocuments,
  runRequirements,
  runs,
  type Transaction,
} from "@assay/db";
import { SpanKind } from "@opentelemetry/api";
import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import {
  failedVerdict,
  type JudgedPassage,
  judgeAnswer,
  type Verdict,
  withoutEvidence,
} from "../assessments/judge-answer.ts";
import { sha256Hex } from "../digest.ts";
import type { ModelUsage } from "../ports/assessor.ts";
import { newSpanId, recordSpans, type SpanRecord, spanContext } from "../telemetry/span.ts";
import { inTenant } from "../tenancy/transact.ts";
import { errorCode } from "../work/run-work-item.ts";
import type { Outcome, StageWork } from "../work/stage.ts";
import { enqueue, type WorkItem, type WorkRef } from "../work/work-item.ts";
import { failRun } from "./fail-run.ts";
import { findRunRow } from "./read-runs.ts";
import {
  beginStep,
  completeStep,
  loadOpenRun,
  lockOpenRun,
  type OpenRun,
  type RunServices,
  recordRunAudit,
} from "./run-stage.ts";
import type { RunRow } from "./to-run.ts";

interface Subject {
  readonly recordId: string;
  readonly requirementId: string;
  readonly title: string;
  readonly subcheckLabel: string | null;
  readonly criterionTitle: string;
  readonly position: number;
}

interface Passage extends JudgedPassage {
  readonly location: string | null;
}

interface Judged {
  readonly verdict: Verdict;
  readonly inputDigest: string;
  readonly usage: ModelUsage;
  readonly reusedFromRunId: string | null;
  readonly spans: readonly SpanRecord[];
}

const NO_USAGE: ModelUsage = { tokensIn: 0, tokensOut: 0, costUsd: 0 };

/** Judges one requirement; the last one of the run ends the step. */
export async function assess(services: RunServices, work: StageWork): Promise<Outcome> {
  const open = await loadOpenRun(work);
  if (!open) return { state: "done", write: async () => [] };
  const subject = await loadSubject(work);
  const passages = await loadPassages(work);
  const judged = await judge(services, work, open, subject, passages);
  return { state: "done", write: (tx) => storeVerdict(tx, open.run, subject, judged) };
}

async function judge(
  services: RunServices,
  work: StageWork,
  open: OpenRun,
  subject: Subject,
  passages: readonly Passage[],
): Promise<Judged> {
  const inputDigest = await digestInput(open, subject, passages);
  const base = { inputDigest, usage: NO_USAGE, reusedFromRunId: null, spans: [] };
  if (passages.length === 0) return { ...base, verdict: withoutEvidence() };
  const thresholds = { complete: open.version.confidenceComplete, partial: open.version.confidencePartial };
  const on = open.run.startedAt!.toISOString().slice(0, 10);
  if (open.run.reuse) {
    const earlier = await findReusable(work, open, inputDigest);
    if (earlier) {
      const quotes = mapQuotes(earlier.citations, passages);
      const verdict = judgeAnswer({ ...earlier, quotes, reasoning: "" }, passages, thresholds, on);
      // The reasoning was written with its notes; the verdict stands as it was only if its quotes do.
      if (verdict.status === earlier.status && verdict.citations.length === earlier.citations.length)
        return { ...base, reusedFromRunId: earlier.runId, verdict: { ...verdict, reasoning: earlier.reasoning } };
    }
  }
  const startedAt = new Date();
  const answer = await services.assessor.assess(
    {
      requirement: subject,
      guidance: [],
      passages: passages.map(({ chunkId, documentTitle, location, pageNumber, text }) => ({
        chunkId,
        documentTitle,
        location,
        pageNumber,
        text,
      })),
    },
    { signal: work.signal },
  );
  const verdict = judgeAnswer(answer, passages, thresholds, on);
  return {
    ...base,
    usage: answer.usage,
    verdict,
    spans: [await modelSpan(services, work, open.run, subject, answer.usage, startedAt)],
  };
}

function digestInput({ version }: OpenRun, subject: Subject, passages: readonly Passage[]): Promise<string> {
  return sha256Hex(
    canonicalJson({
      requirement: [subject.requirementId, subject.criterionTitle, subject.title, subject.subcheckLabel],
      passages: passages.map(({ text }) => text),
      guidance: [],
      retrievalVersionId: version.id,
    }),
  );
}

async function loadSubject({ db, item }: StageWork): Promise<Subject> {
  const [subject] = await inTenant({ db, tenantId: item.tenantId }, (tx) => selectSubject(tx, item));
  return subject!;
}

function selectSubject(tx: Transaction, item: WorkItem) {
  return tx
    .select({
      recordId: requirements.id,
      requirementId: requirements.requirementId,
      title: requirements.title,
      subcheckLabel: requirements.subcheckLabel,
      criterionTitle: criteria.title,
      position: requirements.position,
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
    .where(and(eq(runRequirements.tenantId, item.tenantId), eq(runRequirements.id, item.subjectId)));
}

// A document deleted since RETRIEVAL falls away here: the joins do not find it.
function loadPassages({ db, item }: StageWork): Promise<Passage[]> {
  return inTenant({ db, tenantId: item.tenantId }, (tx) =>
    tx
      .select({
        chunkId: chunks.id,
        documentId: chunks.documentId,
        pageNumber: chunks.pageNumber,
        location: chunks.location,
        text: chunks.content,
        flaggedRanges: chunks.flaggedRanges,
        documentTitle: documents.originalFilename,
        expiresAt: runDocuments.expiresAt,
      })
      .from(retrievals)
      .innerJoin(chunks, and(eq(chunks.tenantId, retrievals.tenantId), eq(chunks.id, retrievals.chunkId)))
      .innerJoin(documents, and(eq(documents.tenantId, chunks.tenantId), eq(documents.id, chunks.documentId)))
      .innerJoin(
        runDocuments,
        and(eq(runDocuments.runId, item.runId!), eq(runDocuments.documentId, retrievals.documentId)),
      )
      .where(
        and(
          eq(retrievals.tenantId, item.tenantId),
          eq(retrievals.runRequirementId, item.subjectId),
          isNull(retrievals.excludedReason),
          isNull(runDocuments.excludedReason),
          eq(documents.status, "READY"),
        ),
      )
      .orderBy(asc(retrievals.rank)),
  );
}

async function findReusable({ db }: StageWork, { run }: OpenRun, inputDigest: string) {
  const [earlier] = await inTenant({ db, tenantId: run.tenantId }, (tx) =>
    tx
      .select()
      .from(assessments)
      .where(
        and(
          eq(assessments.tenantId, run.tenantId),
          eq(assessments.inputDigest, inputDigest),
          ne(assessments.runId, run.id),
          ne(assessments.status, "FAILED"),
        ),
      )
      .orderBy(desc(assessments.createdAt), desc(assessments.id))
      .limit(1),
  );
  return earlier;
}

// The chunk may have a new id in this run; its text, equal by digest, has not changed.
function mapQuotes(citations: readonly { text: string; chunkId: string }[], passages: readonly Passage[]) {
  return citations.flatMap(({ text, chunkId }) => {
    const holder =
      passages.find((passage) => passage.chunkId === chunkId) ??
      passages.find((passage) => passage.text.includes(text));
    return holder ? [{ chunkId: holder.chunkId, text }] : [];
  });
}

async function modelSpan(
  { assessor }: RunServices,
  work: StageWork,
  run: RunRow,
  subject: Subject,
  usage: ModelUsage,
  startedAt: Date,
): Promise<SpanRecord> {
  return {
    context: spanContext(run.traceId, newSpanId()),
    parentSpanId: await assessmentSpanId(work, run),
    runId: run.id,
    name: "assessment.model_call",
    kind: SpanKind.CLIENT,
    startedAt,
    endedAt: new Date(),
    attributes: {
      "run.id": run.id,
      "step.name": "ASSESSMENT",
      "requirement.codes": [subject.requirementId],
      "llm.model": assessor.model,
      "llm.tokens.in": usage.tokensIn,
      "llm.tokens.out": usage.tokensOut,
      "llm.cost.usd": usage.costUsd,
    },
  };
}

async function assessmentSpanId({ db }: Pick<StageWork, "db">, run: RunRow): Promise<string | null> {
  const { rows } = await inTenant(
    { db, tenantId: run.tenantId },
    (tx) =>
      tx.execute(
        sql`select span_id from run_steps where run_id = ${run.id} and step_name = 'ASSESSMENT'`,
      ) as unknown as Promise<{
        rows: { span_id: string | null }[];
      }>,
  );
  return rows[0]?.span_id ?? null;
}

async function storeVerdict(
  tx: Transaction,
  run: RunRow,
  subject: Subject,
  judged: Judged,
): Promise<readonly WorkRef[]> {
  if (!(await lockOpenRun(tx, run))) return [];
  await insertAssessment(tx, run, subject, judged);
  await recordSpans(tx, run.tenantId, judged.spans);
  const counted = await countVerdict(tx, run, judged.verdict.status, judged.usage);
  if (counted.assessed < counted.total) return [];
  const event = await completeStep(
    tx,
    run,
    "ASSESSMENT",
    {
      assessedCount: counted.assessed,
      completeCount: counted.complete,
      partialCount: counted.partial,
      missingCount: counted.missing,
    },
    { "llm.tokens.in": counted.tokensIn, "llm.tokens.out": counted.tokensOut, "llm.cost.usd": counted.costUsd },
  );
  await beginStep(tx, run, "TASK_GENERATION", { assessmentCount: counted.assessed });
  const next = await enqueue(tx, [
    { tenantId: run.tenantId, kind: "run", subjectId: run.id, runId: run.id, stage: "TASK_GENERATION" },
  ]);
  await recordRunAudit(tx, run, event);
  return next;
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
    inputDigest: judged.inputDigest,
    reusedFromRunId: judged.reusedFromRunId,
  });
}

// The run row is locked: the one that counts the last requirement sees all the others.
async function countVerdict(tx: Transaction, run: RunRow, status: AssessmentStatus, usage: ModelUsage) {
  const one = (wanted: AssessmentStatus) => (status === wanted ? 1 : 0);
  const [row] = await tx
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
    });
  return row!;
}

/** The attempts are spent: the requirement is FAILED, and so is the run. */
export async function failAssessment(tx: Transaction, item: WorkItem, error: unknown): Promise<readonly WorkRef[]> {
  const run = await findRunRow(tx, item.tenantId, item.runId!);
  if (!run || !(await lockOpenRun(tx, run))) return [];
  const [subject] = await selectSubject(tx, item);
  await insertAssessment(tx, run, subject!, {
    verdict: failedVerdict(),
    inputDigest: "",
    usage: NO_USAGE,
    reusedFromRunId: null,
    spans: [],
  });
  await countVerdict(tx, run, "FAILED", NO_USAGE);
  await failRun(tx, run, {
    step: "ASSESSMENT",
    errorType: errorCode(error),
    reason: `Requirement ${subject!.requirementId} could not be assessed after ${item.attempts + 1} attempts (${errorCode(error)})`,
    details: { failedRequirementId: subject!.requirementId },
  });
  return [];
}
