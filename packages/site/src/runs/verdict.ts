import type { AssessmentStatus } from "@assay/client";
import type { Tone } from "@assay/ui";

/** NONE stands for a requirement that the run has not assessed. */
export type Verdict = AssessmentStatus | "NONE";

export const VERDICTS: readonly Verdict[] = ["COMPLETE", "PARTIAL", "MISSING", "FAILED", "NONE"];

export const VERDICT_LABELS: Record<Verdict, string> = {
  COMPLETE: "Complete",
  PARTIAL: "Partial",
  MISSING: "Missing",
  FAILED: "Failed",
  NONE: "Not assessed",
};

export const VERDICT_TONES: Record<Verdict, Tone> = {
  COMPLETE: "complete",
  PARTIAL: "partial",
  MISSING: "missing",
  FAILED: "failed",
  NONE: "neutral",
};

export function toVerdict(text: string | null): Verdict | null {
  return VERDICTS.find((verdict) => verdict === text) ?? null;
}
