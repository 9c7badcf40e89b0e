import type { Transaction } from "@assay/db";
import { withoutEvidence } from "../../../assessments/evaluate-answer.ts";
import type { DatedFact, EvaluatedEvidence } from "../../../assessments/evaluated-evidence.ts";
import { type Check, checkMeaning } from "../../../assessments/meaning/check-meaning.ts";
import { memoizeScores } from "../../../assessments/meaning/memoize-scores.ts";
import { createMeaningReader } from "../../../assessments/meaning/weigh-claims.ts";
import { openEntailment } from "../../../egress/open-parts.ts";
import { senderOf } from "../../../jobs/sender-of.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import type { MeaningReader } from "../../../ports/assessor.ts";
import type { Entailment } from "../../../ports/entailment.ts";
import { findEntailment } from "../../../retrieval-versions/find-models.ts";
import { rulesOf } from "../../../retrieval-versions/to-records.ts";
import { newSpanId, type SpanRecord } from "../../../telemetry/span.ts";
import { loadWithOpenRun, type OpenRun, type RunServices } from "../../open-run.ts";
import { periodOf } from "../../to-run.ts";
import { askAssessors } from "./ask-assessors.ts";
import { digestInput, type Earlier, findPrevious } from "./find-previous.ts";
import { loadFacts } from "./load-facts.ts";
import { type GuidedSubject, loadPassages, loadSubject, type Passage, type Subject } from "./load-passages.ts";
import { withReadWords } from "./load-read-words.ts";
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
interface Input {
  readonly subject: GuidedSubject;
  readonly passages: readonly Passage[];
  /** The documents of passages that are kept from the assessor, as they address a model. */
  readonly poisoned: readonly string[];
  /** Empty for a run without a period, as nothing is counted then. */
  readonly facts: readonly DatedFact[];
  readonly inputDigest: string;
  /** The newest equal evaluation, where the run may take one over. */
  readonly earlier: Earlier | undefined;
}

async function loadInput(tx: Transaction, { job }: Attempt, open: OpenRun): Promise<Input> {
  const subject = await loadSubject(tx, job);
  const loaded = await loadPassages(tx, job);
  const passages = await withReadWords(tx, job, loaded.passages);
  const facts = open.run.periodFrom === null ? [] : await loadFacts(tx, job, passages);
  const inputDigest = await digestInput(open.version.id, subject, passages);
  const takes = (open.run.reuse || open.run.continuedFromRunId !== null) && passages.length > 0;
  const earlier = takes ? await findPrevious(tx, open, subject, passages) : undefined;
  return { subject, passages, poisoned: loaded.poisoned, facts, inputDigest, earlier };
}

async function judge(
  services: RunServices,
  attempt: Attempt,
  input: OpenRun & Input,
  opened: OpenSpan,
): Promise<Judged> {
  const { subject, passages, poisoned, facts, inputDigest, earlier, ...open } = input;
  const base = {
    inputDigest,
    usage: NO_USAGE,
    answer: null,
    assessorModel: null,
    reusedFromRunId: null,
    spans: [],
  };
  const evidence = { ...evidenceOf(open, subject, passages, facts), poisoned };
  if (passages.length === 0) return { ...base, verdict: withoutEvidence(evidence) };
  const checks: SpanRecord[] = [];
  const entailment = entailmentOf(services, attempt, open.version);
  const check = checkOf(entailment, attempt, (model, startedAt) =>
    checks.push(checkSpan(input, opened, model, startedAt)),
  );
  const meaning = readerOf(entailment, attempt, evidence);
  const withChecks = (judged: Judged): Judged => ({ ...judged, spans: [...judged.spans, ...checks] });
  const taken =
    earlier &&
    (await takeOver(earlier, { evidence: answeredBy(services, earlier, evidence), check }, open.version.assessorModel));
  if (taken) return withChecks({ ...base, ...taken });
  const request = makeRequest(subject, passages);
  const asked = await askAssessors(services, attempt, { input, opened, request, evidence, check, meaning });
  return withChecks({ ...base, ...asked });
}

/** The model that the version names for meaning, which is asked of each pair once; undefined where it names none. */
function entailmentOf(
  { models }: RunServices,
  attempt: Attempt,
  { meaning }: OpenRun["version"],
): Entailment | undefined {
  if (meaning === null) return undefined;
  return memoizeScores(openEntailment(senderOf(attempt), findEntailment(models, meaning)));
}

/** The evidence for an answer that was given by anyone who gave it. */
function answeredBy(
  { models }: RunServices,
  { assessorModel }: Earlier,
  evidence: EvaluatedEvidence,
): EvaluatedEvidence {
  const goesByWords = models.assessors.some(
    ({ model, goesByWords }) => model === assessorModel && goesByWords === true,
  );
  return { ...evidence, goesByWords };
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

function evidenceOf(
  { run, version }: OpenRun,
  subject: Subject,
  passages: readonly Passage[],
  facts: readonly DatedFact[],
): EvaluatedEvidence {
  return {
    requirement: subject,
    passages,
    thresholds: { complete: version.confidenceComplete, partial: version.confidencePartial },
    rules: rulesOf(version),
    on: run.startedAt!.toISOString().slice(0, 10),
    period: periodOf(run),
    facts,
    meaning: version.meaning,
    certaintyMin: run.ocrCertaintyMin,
  };
}
