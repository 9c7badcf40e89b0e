import { type JudgedPart, PART_VERDICTS, type PartVerdict } from "@assay/contract";
import type { AnsweredPart } from "../../ports/assessor.ts";
import { type ConfidenceThresholds, capBelowComplete, capWithoutCitation } from "../status-from-confidence.ts";
import { cleanProse } from "../stored-answer.ts";

const PART_LENGTH_MAX = 1000;
const WHY_LENGTH_MAX = 2000;
const UNPROVED = "No quote for this part could be verified in the evidence.";

/**
 * Each part of a requirement once, with the citations of its quotes: `places` has those of each answered part. Where an
 * assessor says two things of a part, the more careful one counts.
 */
export function mergeParts(answered: readonly AnsweredPart[], places: readonly (readonly number[])[]): JudgedPart[] {
  const judged = new Map<string, JudgedPart>();
  for (const [at, { part, verdict, why }] of answered.entries()) {
    const before = judged.get(part);
    judged.set(part, {
      part: cleanProse(part, PART_LENGTH_MAX),
      verdict: before ? carefulOf(before.verdict, verdict) : verdict,
      why: joinDistinct([before?.why, cleanProse(why, WHY_LENGTH_MAX)]),
      citations: [...new Set([...(before?.citations ?? []), ...(places[at] ?? [])])],
    });
  }
  return [...judged.values()];
}

export function isUnproved({ verdict, citations }: JudgedPart): boolean {
  return verdict === "MET" && citations.length === 0;
}

/** A part that is said to be met, and whose quotes are in no passage, is met in part at most. */
export function requireProof(part: JudgedPart): JudgedPart {
  return isUnproved(part) ? { ...part, verdict: "PARTLY", why: joinDistinct([part.why, UNPROVED]) } : part;
}

/** The most that an assessor may be sure of, after what it says of each part. */
export function boundByParts(
  confidence: number,
  parts: readonly JudgedPart[],
  thresholds: ConfidenceThresholds,
): number {
  const verdicts = new Set(parts.map(({ verdict }) => verdict));
  if (verdicts.size === 0 || (verdicts.size === 1 && verdicts.has("MET"))) return confidence;
  if (verdicts.has("MET") || verdicts.has("PARTLY")) return capBelowComplete(confidence, thresholds);
  return capWithoutCitation(confidence, thresholds);
}

function carefulOf(left: PartVerdict, right: PartVerdict): PartVerdict {
  return PART_VERDICTS.indexOf(left) > PART_VERDICTS.indexOf(right) ? left : right;
}

function joinDistinct(sentences: readonly (string | undefined)[]): string {
  return [...new Set(sentences.filter(Boolean))].join(" ");
}
