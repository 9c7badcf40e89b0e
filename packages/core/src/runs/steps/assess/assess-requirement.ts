import type { Transaction } from "@assay/db";
import { withoutEvidence } from "../../../assessments/evaluate-answer.ts";
import type { EvaluatedEvidence } from "../../../assessments/evaluated-evidence.ts";
import { type Check, checkMeaning } from "../../../assessments/meaning/check-meaning.ts";
import { createMeaningReader } from "../../../assessments/meaning/weigh-claims.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import type { MeaningReader } from "../../../ports/assessor.ts";
import type { Entailment } from "../../../ports/entailment.ts";
import { newSpanId, type SpanRecord } from "../../../telemetry/span.ts";
import { loadWithOpenRun, type OpenRun, type RunServices } from "../../open-run.ts";
import { askAssessors } from "./ask-assessors.ts";
import { digestInput, type Earlier, findPrevious } from "./find-previous.ts";
import { answeredBy, entailmentOf, evidenceOf, type JudgedInput, loadJudgedInput } from "./judged-input.ts";
import { makeRequest } from "./make-request.ts";
import { NO_USAGE } from "./model-usage.ts";
import { attemptSpan, checkSpan, type OpenSpan } from "./spans.ts";
import { type Judged, storeVerdict } from "./store-verdict.ts";
import { takeOver } from "./take-over.ts";

/** Judges one requirement; the last one of the run ends the step. */
export async function assessRequirement(services: RunServices, attempt: Attempt): Promise<Outcome> {
  const startedAt = new Date();
  const input = await loadWithOpenRun(attempt, (tx, open) => loadInput(tx, attempt, open));
  if (!input) return nothingLeft;
  const opened = { spanId: newSpanId(), startedAt };
  const judged = await judge(services, attempt, input, opened);
  const spans = [attemptSpan(input, opened), ...judged.spans];
  return { state: "done", write: (tx) => storeVerdict(tx, input, { ...judged, spans }) };
}

/** All that is read before the model is asked, in one transaction. */
interface Input extends JudgedInput {
  readonly inputDigest: string;
  /** The newest equal evaluation, where the run may take one over. */
  readonly earlier: Earlier | undefined;
}

async function loadInput(tx: Transaction, { job }: Attempt, open: OpenRun): Promise<Input> {
  const input = await loadJudgedInput(tx, open.run, job.subjectId);
  const { subject, passages } = input;
  const inputDigest = await digestInput(open.version.id, subject, passages);
  const takes = (open.run.reuse || open.run.continuedFromRunId !== null) && passages.length > 0;
  const earlier = takes ? await findPrevious(tx, open, subject, passages) : undefined;
  return { ...input, inputDigest, earlier };
}

async function judge(
  services: RunServices,
  attempt: Attempt,
  input: OpenRun & Input,
  opened: OpenSpan,
): Promise<Judged> {
  const { subject, passages, inputDigest, earlier } = input;
  const base = {
    inputDigest,
    usage: NO_USAGE,
    answer: null,
    assessorModel: null,
    reusedFromRunId: null,
    spans: [],
  };
  const evidence = evidenceOf(input, input);
  if (passages.length === 0) return { ...base, verdict: withoutEvidence(evidence) };
  const checks: SpanRecord[] = [];
  const entailment = entailmentOf(services, attempt, input.version);
  const check = checkOf(entailment, attempt, (model, startedAt) =>
    checks.push(checkSpan(input, opened, model, startedAt)),
  );
  const meaning = readerOf(entailment, attempt, evidence);
  const withChecks = (judged: Judged): Judged => ({ ...judged, spans: [...judged.spans, ...checks] });
  const taken =
    earlier &&
    (await takeOver(
      earlier,
      { evidence: answeredBy(services, earlier, evidence), check },
      input.version.assessorModel,
    ));
  if (taken) return withChecks({ ...base, ...taken });
  const request = makeRequest(subject, passages);
  const asked = await askAssessors(services, attempt, { input, opened, request, evidence, check, meaning });
  return withChecks({ ...base, ...asked });
}

function checkOf(
  entailment: Entailment | undefined,
  { signal }: Attempt,
  onChecked: (model: string, startedAt: Date) => void,
): Check | undefined {
  if (!entailment) return undefined;
  return async (cited) => {
    const startedAt = new Date();
    const checked = await checkMeaning(entailment, cited, signal);
    onChecked(entailment.model, startedAt);
    return checked;
  };
}

function readerOf(
  entailment: Entailment | undefined,
  { signal }: Attempt,
  evidence: EvaluatedEvidence,
): MeaningReader | undefined {
  const { meaning: check } = evidence;
  return entailment && check ? createMeaningReader(entailment, { evidence, check, signal }) : undefined;
}
