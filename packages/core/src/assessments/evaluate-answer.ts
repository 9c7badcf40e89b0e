import {
  type AssessmentFlag,
  type AssessmentStatus,
  type Citation,
  type CitationNote,
  type JudgedPart,
  ModelError,
  type Occurrences,
  type SetAsideQuote,
} from "@assay/contract";
import type { Answer } from "../ports/assessor.ts";
import type { EvaluatedEvidence } from "./evaluated-evidence.ts";
import { applyEvidenceRules } from "./evidence-rules.ts";
import type { CheckedMeaning } from "./meaning/check-meaning.ts";
import { describeChecks } from "./meaning/describe-checks.ts";
import { setAsideOffTopic } from "./meaning/evaluate-meaning.ts";
import { describeUnchecked, findUnchecked, restsOnUnchecked } from "./meaning/find-unchecked.ts";
import { noteCitations } from "./note-citations.ts";
import { noteSources, noteUncertain } from "./note-readings.ts";
import { noteStatedDocuments } from "./note-stated-documents.ts";
import { occurrencesOf } from "./occurrences/occurrences-of.ts";
import { boundByParts, mergeParts, requireProof } from "./parts/evaluate-parts.ts";
import { checkWords, describeLeftOut } from "./record/assessor-words.ts";
import { describePoisoned, poisonFlags } from "./record/describe-poisoned.ts";
import { keepQuoteMarks } from "./record/keep-quote-marks.ts";
import { capBelowComplete, finaliseVerdict, roundConfidence } from "./status-from-confidence.ts";
import { cleanProse } from "./stored-answer.ts";
import { verifyAnswer } from "./verify-answer.ts";
import type { VerifiedQuotes } from "./verify-quotes.ts";

/** A verdict as it is stored. */
export interface Verdict {
  readonly status: AssessmentStatus;
  readonly confidence: number;
  readonly citations: Citation[];
  readonly reasoning: string;
  readonly remediation: string | null;
  readonly flags: AssessmentFlag[];
  readonly citationNotes: readonly CitationNote[];
  readonly parts: readonly JudgedPart[] | null;
  /** Quotes that show nothing of what is required; null where meaning is not checked. */
  readonly setAside: readonly SetAsideQuote[] | null;
  readonly occurrences: Occurrences | null;
}

/** What a verdict holds next to its reasoning where nothing was judged. */
export const NOTHING_FOUND = {
  citations: [],
  remediation: null,
  flags: [],
  citationNotes: [],
  parts: null,
  setAside: null,
  occurrences: null,
};

/** What to store when retrieval found nothing at or above the threshold: the model is not asked. */
export function withoutEvidence(evidence: EvaluatedEvidence): Verdict {
  return {
    ...NOTHING_FOUND,
    occurrences: occurrencesOf(evidence),
    status: "MISSING",
    confidence: 0,
    flags: poisonFlags(evidence),
    reasoning: [
      evidence.poisoned?.length
        ? "No passage was left to judge, so the model was not asked."
        : "No passage of the evidence is similar enough to this requirement, so the model was not asked.",
      ...describePoisoned(evidence),
    ].join(" "),
  };
}

/** What to store when the assessment could not be completed. */
export function failedVerdict(): Verdict {
  return {
    ...NOTHING_FOUND,
    status: "FAILED",
    confidence: 0,
    reasoning: "The assessment could not be completed because of a system error.",
  };
}

/**
 * Turns an assessor's answer into a verdict that holds even if the assessor was misled: quotes are looked up, the rules
 * of the engine version are applied, and the status follows from the confidence that is left. `verified` has the quotes
 * where they were looked up already, `meaning` what the model says of them where the engine version checks it.
 */
export function evaluateAnswer(
  answer: Answer,
  evidence: EvaluatedEvidence,
  verified: VerifiedQuotes = verifyAnswer(answer, evidence.passages),
  meaning: CheckedMeaning = UNCHECKED,
): Verdict {
  if (!(answer.confidence >= 0 && answer.confidence <= 1))
    throw new ModelError(
      "MODEL_INVALID_OUTPUT",
      `Cannot use the answer because 'confidence' must be from 0 to 1: it is ${answer.confidence}`,
    );
  const { passages, thresholds } = evidence;
  const { flags, places } = verified;
  const answeredFor = { citations: verified.citations, parts: mergeParts(answer.parts ?? [], places) };
  const check = evidence.meaning ?? null;
  const checked = check ? setAsideOffTopic(answeredFor, meaning, check.thresholds) : undefined;
  const { citations } = checked ?? answeredFor;
  const parts = (checked ?? answeredFor).parts.map(requireProof);
  const answered = roundConfidence(answer.confidence);
  const bounded = boundByParts(answered, parts, thresholds);
  const settled = finaliseVerdict(bounded, citations.length, thresholds);
  const { conflicts, documents = [] } = answer;
  const occurrences = occurrencesOf(evidence);
  const citationNotes =
    evidence.rules.weakSupport === "OFF"
      ? []
      : noteUncertain(
          noteStatedDocuments(noteCitations(citations, evidence, parts, checked?.meaning), documents, {
            citations,
            passages,
          }),
          citations,
          evidence,
        );
  const { findings, caps } = applyEvidenceRules({ citations, citationNotes, parts, conflicts, occurrences, evidence });
  const unchecked = checked ? findUnchecked(checked) : [];
  const capsUnchecked =
    check !== null &&
    checked !== undefined &&
    (check.unchecked === "CAP" || evidence.goesByWords === true) &&
    restsOnUnchecked({ ...checked, unchecked, parts, citationNotes }, check.thresholds);
  const isByWords = evidence.goesByWords === true && check === null && citations.length > 0;
  const capped =
    caps || capsUnchecked || isByWords ? capBelowComplete(settled.confidence, thresholds) : settled.confidence;
  const { confidence, status } = finaliseVerdict(capped, citations.length, thresholds);
  const cited = withCounted(
    withFound(
      citations,
      findings.flatMap((finding) => finding.citations ?? []),
    ),
    occurrences,
    passages,
  );
  const setAside = checked?.setAside ?? [];
  const setAsideNotes = evidence.rules.weakSupport === "OFF" ? [] : noteCitations(setAside, evidence);
  const shown = passagesOf(passages, [...cited, ...setAside]);
  const quoted = (text: string) => keepQuoteMarks(text, shown);
  const grounds = { citations, texts: shown.map(({ text }) => text), required: requiredText(evidence) };
  const said = checkWords(cleanProse(answer.reasoning), grounds);
  const saidOfParts = parts.map(({ why }) => checkWords(why, grounds));
  const notes = [
    ...describeLeftOut([said, ...saidOfParts].flatMap(({ leftOut }) => leftOut)),
    ...(bounded < answered ? [PARTS_NOTE] : []),
    ...(settled.confidence < bounded ? [checked?.setAside.length ? OFF_TOPIC_NOTE : NO_QUOTE_NOTE] : []),
    ...(check && checked ? describeChecks(checked, { ...check, passages, setAsideNotes }) : []),
    ...findings.map(({ note }) => note),
    ...(unchecked.length > 0 ? [describeUnchecked(unchecked)] : []),
    ...(isByWords ? [BY_WORDS_NOTE] : []),
    ...describePoisoned(evidence),
    ...(confidence < settled.confidence ? [CAPPED_NOTE] : []),
  ];
  return {
    status,
    confidence,
    citations: cited,
    reasoning: quoted([said.words, ...notes].filter(Boolean).join(" ")),
    remediation: answer.remediation === null ? null : quoted(cleanProse(answer.remediation)),
    flags: [
      ...new Set([
        ...flags,
        ...flagsOf(parts),
        // What no model has looked at is said; only an assessor that goes by words is bounded by it.
        ...(unchecked.length > 0 || isByWords ? (["NOT_CHECKED_FOR_MEANING"] as const) : []),
        ...poisonFlags(evidence),
        ...findings.map(({ flag }) => flag),
      ]),
    ].sort(),
    citationNotes: noteSources(citationNotes, cited, evidence),
    parts: parts.length > 0 ? parts.map((part, at) => ({ ...part, why: quoted(saidOfParts[at]!.words) })) : null,
    setAside: setAside.length > 0 ? setAside : null,
    occurrences,
  };
}

const UNCHECKED: CheckedMeaning = new Map();

const NO_QUOTE_NOTE = "Confidence was capped because no quote of the answer could be verified in the evidence.";
const OFF_TOPIC_NOTE = "Confidence was capped because no quote of the answer shows anything of what is required.";
const PARTS_NOTE = "Confidence was bounded because not every part of the requirement is met.";
const BY_WORDS_NOTE =
  "Not checked for meaning, because no model for it runs here: shared words alone prove nothing for certain.";
const CAPPED_NOTE = "For this reason the confidence was kept below COMPLETE.";

/** Each counted day, where no citation has its words. */
function withCounted(
  citations: readonly Citation[],
  occurrences: Occurrences | null,
  passages: EvaluatedEvidence["passages"],
): Citation[] {
  const all = [...citations];
  for (const { documentId, chunkId, text } of occurrences?.facts ?? [])
    if (!all.some((citation) => citation.chunkId === chunkId && citation.text.includes(text))) {
      const pageNumber = passages.find((passage) => passage.chunkId === chunkId)?.pageNumber ?? null;
      all.push({ documentId, chunkId, text, pageNumber });
    }
  return all;
}

/** Those of the documents that are cited. */
function passagesOf(passages: EvaluatedEvidence["passages"], cited: readonly Citation[]) {
  const documents = new Set(cited.map(({ documentId }) => documentId));
  return passages.filter(({ documentId }) => documents.has(documentId));
}

function requiredText({ requirement: { title, subcheckLabel, criterionTitle } }: EvaluatedEvidence): string {
  return [title, subcheckLabel, criterionTitle].filter(Boolean).join("\n");
}

function flagsOf(parts: readonly JudgedPart[]): AssessmentFlag[] {
  return parts.some(({ verdict }) => verdict === "CONTRADICTED") ? ["CONTRADICTED"] : [];
}

/** Next to the assessor's own citations, whose indexes stay. */
function withFound(citations: readonly Citation[], found: readonly Citation[]): Citation[] {
  const all = [...citations];
  for (const { chunkId, text, ...place } of found)
    if (!all.some((citation) => citation.chunkId === chunkId && citation.text === text))
      all.push({ chunkId, text, ...place });
  return all;
}
