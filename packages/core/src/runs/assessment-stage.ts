import { canonicalJson } from "@assay/contract";
import { assessments, type Transaction } from "@assay/db";
import { SpanKind } from "@opentelemetry/api";
import { and, desc, eq, ne } from "drizzle-orm";
import { judgeAnswer, withoutEvidence } from "../assessments/judge-answer.ts";
import { findModels } from "../corpus/find-models.ts";
import { sha256Hex } from "../digest.ts";
import { errorCode } from "../jobs/error-code.ts";
import { modelPart } from "../jobs/outage.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import type { ModelUsage } from "../ports/assessor.ts";
import { newSpanId, recordSpans, type SpanRecord, spanContext } from "../telemetry/span.ts";
import { type GuidedSubject, loadPassages, loadSubject, type Passage, type Subject } from "./load-passages.ts";
import { loadWithOpenRun, type OpenRun, type RunServices } from "./run-stage.ts";
import { type Judged, NO_USAGE, storeVerdict } from "./store-verdict.ts";
import type { RunRow } from "./to-run.ts";

/** Judges one requirement; the last one of the run ends the step. */
export async function assess(services: RunServices, attempt: Attempt): Promise<Outcome> {
  const startedAt = new Date();
  const input = await loadWithOpenRun(attempt, (tx, open) => loadInput(tx, attempt, open));
  if (!input) return { state: "done", write: async () => [] };
  const { subject, ...open } = input;
  const opened = { spanId: newSpanId(), startedAt };
  const judged = await judge(services, attempt, input, opened);
  const spans = [attemptSpan(input, opened), ...judged.spans];
  return { state: "done", write: (tx) => storeVerdict(tx, open.run, subject, { ...judged, spans }) };
}

/** All that is read before the model is asked, in one transaction. */
interface Input {
  readonly subject: GuidedSubject;
  readonly passages: readonly Passage[];
  readonly inputDigest: string;
  /** The newest equal evaluation, where the run may reuse one. */
  readonly earlier: typeof assessments.$inferSelect | undefined;
}

async function loadInput(tx: Transaction, { job }: Attempt, open: OpenRun): Promise<Input> {
  const subject = await loadSubject(tx, job);
  const passages = await loadPassages(tx, job);
  const inputDigest = await digestInput(open, subject, passages);
  const reuses = open.run.reuse && passages.length > 0;
  return { subject, passages, inputDigest, earlier: reuses ? await findReusable(tx, open, inputDigest) : undefined };
}

/** One try at a requirement; the calls of the model are below its span. */
interface OpenSpan {
  readonly spanId: string;
  readonly startedAt: Date;
}

async function judge(
  services: RunServices,
  attempt: Attempt,
  input: OpenRun & Input,
  opened: OpenSpan,
): Promise<Judged> {
  const { subject, passages, inputDigest, earlier, ...open } = input;
  const base = { inputDigest, usage: NO_USAGE, reusedFromRunId: null, spans: [] };
  if (passages.length === 0) return { ...base, verdict: withoutEvidence() };
  const thresholds = { complete: open.version.confidenceComplete, partial: open.version.confidencePartial };
  const on = open.run.startedAt!.toISOString().slice(0, 10);
  if (earlier) {
    const quotes = mapQuotes(earlier.citations, passages);
    const verdict = judgeAnswer({ ...earlier, quotes, reasoning: "" }, passages, thresholds, on);
    // The reasoning was written with its notes; the verdict stands as it was only if its quotes do.
    if (verdict.status === earlier.status && verdict.citations.length === earlier.citations.length)
      return { ...base, reusedFromRunId: earlier.runId, verdict: { ...verdict, reasoning: earlier.reasoning } };
  }
  const startedAt = new Date();
  const { assessor } = findModels(services.models, open.version);
  const call = { model: assessor.model, startedAt };
  const failAfter = (spanOf: (error: unknown) => SpanRecord) =>
    attempt.onFailure((tx, error) =>
      recordSpans(tx, open.run.tenantId, [attemptSpan(input, opened, failureOf(error)), spanOf(error)]),
    );
  failAfter((error) => callSpan(input, opened, call, failureOf(error)));
  const request = {
    requirement: {
      requirementId: subject.requirementId,
      title: subject.title,
      subcheckLabel: subject.subcheckLabel,
      criterionTitle: subject.criterionTitle,
    },
    guidance: subject.guidance,
    passages: passages.map(({ chunkId, documentTitle, location, pageNumber, text }) => ({
      chunkId,
      documentTitle,
      location,
      pageNumber,
      text,
    })),
  };
  const answer = await attempt.ask(modelPart(assessor.model), () =>
    assessor.assess(request, { signal: attempt.signal }),
  );
  const verdict = judgeAnswer(answer, passages, thresholds, on);
  const span = callSpan(input, opened, call, usageOf(answer.usage));
  // The call has its cost even if its verdict cannot be stored.
  failAfter(() => span);
  return { ...base, usage: answer.usage, verdict, spans: [span] };
}

function digestInput({ version }: OpenRun, subject: GuidedSubject, passages: readonly Passage[]): Promise<string> {
  return sha256Hex(
    canonicalJson({
      requirement: [subject.requirementId, subject.criterionTitle, subject.title, subject.subcheckLabel],
      passages: passages.map(({ text }) => text),
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

type Attributes = SpanRecord["attributes"];

function attemptSpan(
  { run, stepSpanId, subject, passages }: OpenRun & Input,
  { spanId, startedAt }: OpenSpan,
  outcome: Attributes = {},
): SpanRecord {
  return {
    context: spanContext(run.traceId, spanId),
    parentSpanId: stepSpanId,
    runId: run.id,
    name: "assessment",
    startedAt,
    endedAt: new Date(),
    attributes: { ...aboutSubject(run, subject), "chunk.count": passages.length, ...outcome },
  };
}

function callSpan(
  { run, subject }: OpenRun & Input,
  opened: OpenSpan,
  { model, startedAt }: { readonly model: string; readonly startedAt: Date },
  outcome: Attributes,
): SpanRecord {
  return {
    context: spanContext(run.traceId, newSpanId()),
    parentSpanId: opened.spanId,
    runId: run.id,
    name: "assessment.model_call",
    kind: SpanKind.CLIENT,
    startedAt,
    endedAt: new Date(),
    attributes: { ...aboutSubject(run, subject), "llm.model": model, ...outcome },
  };
}

function aboutSubject(run: RunRow, { requirementId }: Subject): Attributes {
  return { "run.id": run.id, "step.name": "ASSESSMENT", "requirement.codes": [requirementId] };
}

function usageOf({ tokensIn, tokensOut, costUsd }: ModelUsage) {
  return { "llm.tokens.in": tokensIn, "llm.tokens.out": tokensOut, "llm.cost.usd": costUsd };
}

function failureOf(error: unknown) {
  return { "error.type": errorCode(error), "error.message": errorCode(error) };
}
