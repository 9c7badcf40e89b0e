import { type AssessmentFlag, type AssessmentStatus, type Citation, ModelError } from "@assay/contract";
import type { AssessmentAnswer } from "../ports/assessor.ts";
import { type ConfidenceThresholds, roundConfidence, settleVerdict } from "./status-from-confidence.ts";
import { type VerifiablePassage, verifyQuotes } from "./verify-quotes.ts";

/** A verdict as it is stored. */
export interface Verdict {
  readonly status: AssessmentStatus;
  readonly confidence: number;
  readonly citations: Citation[];
  readonly reasoning: string;
  readonly remediation: string | null;
  readonly flags: AssessmentFlag[];
}

export interface JudgedPassage extends VerifiablePassage {
  readonly documentTitle: string;
  /** ISO date; the evidence is out of date after it. */
  readonly expiresAt: string | null;
}

const REASONING_LENGTH_MAX = 8000;

/** What to store when retrieval found nothing at or above the threshold: the model is not asked. */
export function withoutEvidence(): Verdict {
  return {
    status: "MISSING",
    confidence: 0,
    citations: [],
    reasoning: "No passage of the evidence is similar enough to this requirement, so the model was not asked.",
    remediation: null,
    flags: [],
  };
}

/** What to store when the assessment could not be completed. */
export function failedVerdict(): Verdict {
  return {
    status: "FAILED",
    confidence: 0,
    citations: [],
    reasoning: "The assessment could not be completed because of a system error.",
    remediation: null,
    flags: [],
  };
}

/**
 * Turns a model's answer into a verdict that holds even if the model was misled: quotes are looked up, and the status
 * follows from the confidence that is left. `on` is the run's date, against which evidence expires.
 */
export function judgeAnswer(
  answer: Pick<AssessmentAnswer, "confidence" | "quotes" | "reasoning" | "remediation">,
  passages: readonly JudgedPassage[],
  thresholds: ConfidenceThresholds,
  on: string,
): Verdict {
  if (!(answer.confidence >= 0 && answer.confidence <= 1))
    throw new ModelError(
      "MODEL_INVALID_OUTPUT",
      `Cannot use the answer because 'confidence' must be from 0 to 1: it is ${answer.confidence}`,
    );
  const { citations, flags } = verifyQuotes(answer.quotes, passages);
  const notes: string[] = [];
  const answered = roundConfidence(answer.confidence);
  const { confidence, status } = settleVerdict(answered, citations.length, thresholds);
  if (confidence < answered)
    notes.push("Confidence was capped because no quote of the answer could be verified in the evidence.");
  const expired = expiredTitles(citations, passages, on);
  for (const { documentTitle, expiresAt } of expired) notes.push(`Note: '${documentTitle}' expired on ${expiresAt}.`);
  return {
    status,
    confidence,
    citations,
    reasoning: [cleanText(answer.reasoning), ...notes].filter(Boolean).join(" "),
    remediation: answer.remediation === null ? null : cleanText(answer.remediation),
    flags: (expired.length > 0 ? [...flags, "EXPIRED_EVIDENCE" as const] : flags).sort(),
  };
}

function expiredTitles(
  citations: readonly Citation[],
  passages: readonly JudgedPassage[],
  on: string,
): JudgedPassage[] {
  const cited = new Set(citations.map((citation) => citation.documentId));
  const byDocument = new Map(passages.map((passage) => [passage.documentId, passage]));
  return [...byDocument.values()].filter(
    ({ documentId, expiresAt }) => cited.has(documentId) && expiresAt !== null && expiresAt < on,
  );
}

// A model may answer with anything; what is stored must fit the database.
function cleanText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().trim().slice(0, REASONING_LENGTH_MAX).toWellFormed();
}
