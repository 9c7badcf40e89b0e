import { canonicalJson } from "@assay/contract";
import { assessments, type Transaction } from "@assay/db";
import { and, desc, eq, ne } from "drizzle-orm";
import { askAssessor } from "../../../assessments/ask-assessor.ts";
import { judgeAnswer, withoutEvidence } from "../../../assessments/judge-answer.ts";
import type { DatedFact, JudgedEvidence } from "../../../assessments/judged-evidence.ts";
import { toStoredAnswer } from "../../../assessments/stored-answer.ts";
import { sha256Hex } from "../../../digest.ts";
import { modelPart } from "../../../jobs/outage.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import { findModels } from "../../../retrieval-versions/find-models.ts";
import { rulesOf } from "../../../retrieval-versions/manage-retrieval-versions.ts";
import { newSpanId, recordSpans, type SpanRecord } from "../../../telemetry/span.ts";
import { loadWithOpenRun, type OpenRun, type RunServices } from "../../open-run.ts";
import { periodOf } from "../../to-run.ts";
import { loadFacts } from "./load-facts.ts";
import { type GuidedSubject, loadPassages, loadSubject, type Passage, type Subject } from "./load-passages.ts";
import { makeRequest } from "./make-request.ts";
import { attemptSpan, callSpan, failureOf, type OpenSpan, usageOf } from "./spans.ts";
import { type Judged, NO_USAGE, storeVerdict } from "./store-verdict.ts";

/** Judges one requirement; the last one of the run ends the step. */
export async function assessRequirement(services: RunServices, attempt: Attempt): Promise<Outcome> {
  const startedAt = new Date();
  const input = await loadWithOpenRun(attempt, (tx, open) => loadInput(tx, attempt, open));
  if (!input) return nothingLeft;
  const { subject, ...open } = input;
  const opened = { spanId: newSpanId(), startedAt };
  const judged = await judge(services, attempt, input, opened);
  const spans = [attemptSpan(input, opened), ...judged.spans];
  return { state: "done", write: (tx) => storeVerdict(tx, open, subject, { ...judged, spans }) };
}

/** All that is read before the model is asked, in one transaction. */
interface Input {
  readonly subject: GuidedSubject;
  readonly passages: readonly Passage[];
  /** Empty for a run without a period, as nothing is counted then. */
  readonly facts: readonly DatedFact[];
  readonly inputDigest: string;
  /** The newest equal evaluation, where the run may reuse one. */
  readonly earlier: typeof assessments.$inferSelect | undefined;
}

async function loadInput(tx: Transaction, { job }: Attempt, open: OpenRun): Promise<Input> {
  const subject = await loadSubject(tx, job);
  const passages = await loadPassages(tx, job);
  const facts = open.run.periodFrom === null ? [] : await loadFacts(tx, job, passages);
  const inputDigest = await digestInput(open, subject, passages);
  const reuses = open.run.reuse && passages.length > 0;
  return {
    subject,
    passages,
    facts,
    inputDigest,
    earlier: reuses ? await findReusable(tx, open, inputDigest) : undefined,
  };
}

async function judge(
  services: RunServices,
  attempt: Attempt,
  input: OpenRun & Input,
  opened: OpenSpan,
): Promise<Judged> {
  const { subject, passages, facts, inputDigest, earlier, ...open } = input;
  const base = {
    inputDigest,
    usage: NO_USAGE,
    answer: null,
    assessorModel: null,
    reusedFromRunId: null,
    spans: [],
  };
  const evidence = evidenceOf(open, subject, passages, facts);
  if (passages.length === 0) return { ...base, verdict: withoutEvidence(evidence) };
  if (earlier) {
    const quotes = mapQuotes(earlier.citations, passages);
    const { confidence, remediation } = earlier;
    const verdict = judgeAnswer({ confidence, quotes, reasoning: "", remediation }, evidence);
    // The reasoning was written with its notes; the verdict stands as it was only if its quotes do.
    if (verdict.status === earlier.status && verdict.citations.length === earlier.citations.length)
      return {
        ...base,
        answer: earlier.answer,
        assessorModel: earlier.assessorModel,
        reusedFromRunId: earlier.runId,
        verdict: { ...verdict, reasoning: earlier.reasoning },
      };
  }
  const startedAt = new Date();
  const { assessor } = findModels(services.models, open.version);
  const call = { model: assessor.model, startedAt };
  const failAfter = (spanOf: (error: unknown) => SpanRecord) =>
    attempt.onFailure((tx, error) =>
      recordSpans(tx, open.run.tenantId, [attemptSpan(input, opened, failureOf(error)), spanOf(error)]),
    );
  failAfter((error) => callSpan(input, opened, call, failureOf(error)));
  const request = makeRequest(subject, passages);
  const answer = await attempt.ask(modelPart(assessor.model), () =>
    askAssessor(assessor, request, evidence, { signal: attempt.signal }),
  );
  const verdict = judgeAnswer(answer, evidence);
  const span = callSpan(input, opened, call, usageOf(answer.usage));
  // The call has its cost even if its verdict cannot be stored.
  failAfter(() => span);
  return {
    ...base,
    usage: answer.usage,
    verdict,
    answer: toStoredAnswer(answer),
    assessorModel: assessor.model,
    spans: [span],
  };
}

function evidenceOf(
  { run, version }: OpenRun,
  subject: Subject,
  passages: readonly Passage[],
  facts: readonly DatedFact[],
): JudgedEvidence {
  return {
    requirement: subject,
    passages,
    thresholds: { complete: version.confidenceComplete, partial: version.confidencePartial },
    rules: rulesOf(version),
    on: run.startedAt!.toISOString().slice(0, 10),
    period: periodOf(run),
    facts,
  };
}

function digestInput({ version }: OpenRun, subject: GuidedSubject, passages: readonly Passage[]): Promise<string> {
  return sha256Hex(
    canonicalJson({
      requirement: [subject.requirementId, subject.criterionTitle, subject.title, subject.subcheckLabel],
      passages: passages.map(({ context, text }) => (context === null ? text : { context, text })),
      guidance: subject.guidance,
      retrievalVersionId: version.id,
    }),
  );
}

async function findReusable(tx: Transaction, { run }: OpenRun, inputDigest: string) {
  const [earlier] = await tx
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
    .limit(1);
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
