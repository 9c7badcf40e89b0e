import { addUsage, ModelError, UNUSABLE_CODES, type UnusableCode } from "@assay/contract";
import { runRequirements, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { type Asked as AskedAnswer, askAssessor, TURNING_AWAY } from "../../../assessments/ask-assessor.ts";
import { evaluateChecked } from "../../../assessments/evaluate-checked.ts";
import type { EvaluatedEvidence } from "../../../assessments/evaluated-evidence.ts";
import { prepareRules } from "../../../assessments/evidence-rules.ts";
import type { Check } from "../../../assessments/meaning/check-meaning.ts";
import { notJudgedVerdict } from "../../../assessments/not-judged.ts";
import { toStoredAnswer } from "../../../assessments/stored-answer.ts";
import { type Admitted, openAssessor } from "../../../egress/open-parts.ts";
import { allows, type Sender } from "../../../egress/send-counted.ts";
import { type AskedModel, askedAssessor, modelPart } from "../../../jobs/asked-model.ts";
import { senderOf } from "../../../jobs/sender-of.ts";
import type { Attempt, CallTokens } from "../../../jobs/stage.ts";
import { createAbilityStore } from "../../../model-abilities/ability-store.ts";
import type { AssessmentRequest, Assessor, MeaningReader, ModelUsage } from "../../../ports/assessor.ts";
import { findModels } from "../../../retrieval-versions/find-models.ts";
import { recordSpans, type SpanRecord } from "../../../telemetry/span.ts";
import { inTenant } from "../../../tenancy/transact.ts";
import { lockOpenRun, type OpenRun, type RunServices } from "../../open-run.ts";
import { listFailedCalls } from "./list-failed-calls.ts";
import type { GuidedSubject, Passage, Subject } from "./load-passages.ts";
import { countUsage, NO_USAGE } from "./model-usage.ts";
import { answerOf, attemptSpan, callSpan, failureOf, type OpenSpan, usageOf } from "./spans.ts";
import type { Judged } from "./store-verdict.ts";
import { judgedBy } from "./take-over.ts";

interface Question {
  readonly input: OpenRun & { readonly subject: GuidedSubject; readonly passages: readonly Passage[] };
  readonly opened: OpenSpan;
  readonly request: AssessmentRequest;
  readonly evidence: EvaluatedEvidence;
  readonly check: Check | undefined;
  readonly meaning: MeaningReader | undefined;
}

type Asked = Pick<Judged, "verdict" | "answer" | "assessorModel" | "usage" | "spans">;

/**
 * Asks the pinned assessor, and where it gives no usable answer the fallback. What neither can judge is left to a person.
 * Once an assessor has given no usable answer it is not asked the same again, whatever becomes of the attempt.
 */
export async function askAssessors(services: RunServices, attempt: Attempt, question: Question): Promise<Asked> {
  const { version, subject } = question.input;
  const sender = senderOf(attempt);
  const { assessor: pinned } = findModels(services.models, version);
  const assessor = openAssessor(sender, pinned);
  const other = await findOther(services, sender, assessor);
  let code = subject.unusableCode;
  if (code === null) {
    const first = await askOne(attempt, question, assessor);
    if ("verdict" in first) return first;
    if (!other) return notJudged(first);
    await attempt.checkpoint((tx) => recordUnusable(tx, attempt, question, first));
    code = first.code;
  }
  if (!other) return notJudged({ code, usage: NO_USAGE, spans: [] });
  const second = await askOne(attempt, question, other);
  if (!("verdict" in second)) return notJudged(second);
  const { verdict } = second;
  return { ...second, verdict: { ...verdict, reasoning: `${verdict.reasoning} ${judgedBy(other.model)}`.trim() } };
}

/** The fallback, where there is another one that the tenant allows. */
async function findOther({ models: { fallback } }: RunServices, sender: Sender, { model }: Assessor) {
  if (!fallback || fallback.model === model) return undefined;
  const isAllowed = !fallback.sendsTo || (await allows(sender, fallback.sendsTo));
  return isAllowed ? openAssessor(sender, fallback) : undefined;
}

interface Unusable {
  readonly code: UnusableCode;
  readonly usage: ModelUsage;
  readonly spans: readonly SpanRecord[];
}

function notJudged({ code, usage, spans }: Unusable): Asked {
  return { verdict: notJudgedVerdict(code), answer: null, assessorModel: null, usage, spans };
}

/** One assessor's verdict, or why it gave none. Throws what is worth another attempt. */
async function askOne(
  attempt: Attempt,
  { input, opened, request, check, meaning, ...question }: Question,
  assessor: Assessor & Admitted,
): Promise<Asked | Unusable> {
  const evidence = { ...question.evidence, goesByWords: assessor.goesByWords === true };
  const call = { assessor, startedAt: new Date() };
  const isLast = await wasAnsweredBefore(attempt, input, assessor);
  const probes: Probe[] = [];
  const withProbes = (span: SpanRecord, used: ModelUsage | undefined) => ({
    spans: [
      span,
      ...probes.map(({ outcome, startedAt }) =>
        callSpan(input, opened, { assessor, startedAt, name: "assessment.model_probe" }, outcome),
      ),
    ],
    usage: addUsage(used, ...probes.map(({ usage }) => usage)),
  });
  const failAfter = (spanOf: (error: unknown) => SpanRecord, used?: ModelUsage) =>
    attempt.onFailure(async (tx, error) => {
      const { spans, usage } = withProbes(spanOf(error), used ?? usageOfFailure(error));
      await recordSpans(tx, input.run.tenantId, [attemptSpan(input, opened, failureOf(error)), ...spans]);
      await countUsage(tx, input.run, usage);
    });
  const failedCall = (error: unknown, usage = usageOfFailure(error)) =>
    callSpan(input, opened, call, { ...failureOf(error), ...(usage ? usageOf(usage) : {}) });
  failAfter((error) => failedCall(error));
  let usage: ModelUsage | undefined;
  try {
    const { answer, verified } = await attempt.ask(
      notingProbes(assessor, probes),
      async ({ again }) => {
        const options = { signal: attempt.signal, again, hold: attempt.hold, leftMs: attempt.leftMs, meaning };
        await assessor.prepare?.(createAbilityStore(attempt.db), options);
        return readMeanwhile(evidence, () => askAssessor(assessor, request, evidence, options, { isLast }));
      },
      tokensOf(request),
    );
    usage = answer.usage;
    const span = callSpan(input, opened, call, answerOf(assessor, usage));
    // The call has its cost even if its verdict cannot be stored.
    failAfter(() => span, usage);
    const verdict = await evaluateChecked(answer, { evidence, check }, verified);
    return { verdict, answer: toStoredAnswer(answer), assessorModel: assessor.model, ...withProbes(span, usage) };
  } catch (error) {
    const code = unusableCode(error);
    if (!code) throw error;
    const counted = usage ?? usageOfFailure(error) ?? NO_USAGE;
    return { code, ...withProbes(failedCall(error, counted), counted) };
  }
}

interface Probe {
  readonly startedAt: Date;
  readonly usage: ModelUsage;
  readonly outcome: SpanRecord["attributes"];
}

/** The assessor to ask, whose probes for this attempt are noted for its trace and its cost. */
function notingProbes(assessor: Assessor & Admitted, probes: Probe[]): AskedModel {
  return {
    ...askedAssessor(assessor),
    async probe(signal) {
      const startedAt = new Date();
      try {
        const usage = await assessor.probe({ signal });
        probes.push({ startedAt, usage, outcome: answerOf(assessor, usage) });
      } catch (error) {
        probes.push({ startedAt, usage: usageOfFailure(error) ?? NO_USAGE, outcome: failureOf(error) });
        throw error;
      }
    },
  };
}

/** The request has left by then, and an assessor in this process has answered. */
const READ_AFTER_MS = 20;

/** Reads the evidence while a model answers. What goes wrong with that goes wrong again when its answer is judged. */
async function readMeanwhile<T>(evidence: EvaluatedEvidence, ask: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    try {
      prepareRules(evidence);
    } catch {}
  }, READ_AFTER_MS);
  try {
    return await ask();
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an earlier attempt of this job had an answer, and its repair turn was turned away. */
async function wasAnsweredBefore(
  { db, job }: Attempt,
  { run, subject }: OpenRun & { subject: Subject },
  { model }: Assessor,
) {
  if (job.waitingFor !== modelPart(model) && job.attempts === 0) return false;
  const calls = await inTenant({ db, tenantId: run.tenantId }, (tx) =>
    listFailedCalls(tx, { run, requirementId: subject.requirementId, model }),
  );
  return calls.some(({ code, wasAnswered }) => wasAnswered && TURNING_AWAY.has(code));
}

function unusableCode(error: unknown): UnusableCode | undefined {
  return error instanceof ModelError ? UNUSABLE_CODES.find((code) => code === error.code) : undefined;
}

function usageOfFailure(error: unknown): ModelUsage | undefined {
  return error instanceof ModelError ? error.usage : undefined;
}

async function recordUnusable(
  tx: Transaction,
  { job }: Attempt,
  { input: { run } }: Question,
  { code, usage, spans }: Unusable,
): Promise<void> {
  if (!(await lockOpenRun(tx, run))) return;
  await tx
    .update(runRequirements)
    .set({ unusableCode: code })
    .where(and(eq(runRequirements.tenantId, job.tenantId), eq(runRequirements.id, job.subjectId)));
  await recordSpans(tx, run.tenantId, spans);
  await countUsage(tx, run, usage);
}

const CHARACTERS_PER_TOKEN = 4;
/** Instructions and answer. */
const OTHER_TOKENS = 2000;

function tokensOf({ passages, guidance }: AssessmentRequest): CallTokens<AskedAnswer> {
  const texts = [...passages.map(({ text }) => text), ...guidance];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const total = (usage: ModelUsage | undefined) => usage && usage.tokensIn + usage.tokensOut;
  return {
    estimate: OTHER_TOKENS + Math.ceil(characters / CHARACTERS_PER_TOKEN),
    used: (result) => total("answer" in result ? result.answer.answer.usage : usageOfFailure(result.error)),
  };
}
