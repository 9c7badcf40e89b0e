import type { AssessmentStatus } from "@assay/contract";

export interface ConfidenceThresholds {
  readonly complete: number;
  readonly partial: number;
}

/** The status that a confidence means under a run's pinned thresholds. */
export function statusFromConfidence(
  confidence: number,
  thresholds: ConfidenceThresholds,
): Exclude<AssessmentStatus, "FAILED"> {
  if (confidence >= thresholds.complete) return "COMPLETE";
  if (confidence >= thresholds.partial) return "PARTIAL";
  return "MISSING";
}

/** As stored: four decimals. */
export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000;
}

/** Just below PARTIAL: the most that a verdict without a citation may claim. */
export function capWithoutCitation(confidence: number, thresholds: ConfidenceThresholds): number {
  return Math.min(confidence, Math.max(0, roundConfidence(thresholds.partial - 0.01)));
}

/** Just below COMPLETE: the most that a verdict may claim whose evidence breaks a rule. */
export function capBelowComplete(confidence: number, thresholds: ConfidenceThresholds): number {
  return Math.min(confidence, Math.max(0, roundConfidence(thresholds.complete - 0.01)));
}

/** The confidence and the status that a verdict with so many citations gets under the thresholds. */
export function finaliseVerdict(
  confidence: number,
  citationCount: number,
  thresholds: ConfidenceThresholds,
): { confidence: number; status: Exclude<AssessmentStatus, "FAILED"> } {
  const settled = citationCount === 0 ? capWithoutCitation(confidence, thresholds) : confidence;
  return { confidence: settled, status: statusFromConfidence(settled, thresholds) };
}
