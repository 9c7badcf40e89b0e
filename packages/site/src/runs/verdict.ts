import type { Assessment, AssessmentStatus } from "@assay/client";
import type { Tone } from "@assay/ui";

/** NOT_JUDGED represents one that a person must judge, whatever its status. */
export type JudgedVerdict = AssessmentStatus | "NOT_JUDGED";

/** NONE represents a requirement that the run has not assessed. */
export type Verdict = JudgedVerdict | "NONE";

export const VERDICTS: readonly Verdict[] = ["COMPLETE", "PARTIAL", "MISSING", "NOT_JUDGED", "FAILED", "NONE"];

export const VERDICT_LABELS: Record<Verdict, string> = {
  COMPLETE: "Complete",
  PARTIAL: "Partial",
  MISSING: "Missing",
  NOT_JUDGED: "Not judged",
  FAILED: "Failed",
  NONE: "Not assessed",
};

export const VERDICT_TONES: Record<Verdict, Tone> = {
  COMPLETE: "complete",
  PARTIAL: "partial",
  MISSING: "missing",
  NOT_JUDGED: "unjudged",
  FAILED: "failed",
  NONE: "neutral",
};

export function toVerdict(text: string | null): Verdict | null {
  return VERDICTS.find((verdict) => verdict === text) ?? null;
}

/** What people are told: an assessment that nobody has judged yet is not missing, though its status says so. */
export function verdictOf({ status, flags }: Pick<Assessment, "status" | "flags">): JudgedVerdict {
  return flags?.includes("NOT_JUDGED") ? "NOT_JUDGED" : status;
}
