import type { ReviewRisk } from "@assay/client";

/** Why a requirement is reviewed first. A later service may name other reasons. */
export const RISK_LABELS: Readonly<Record<string, string>> = {
  NOT_JUDGED: "Not judged",
  WEAK_COMPLETE: "Complete, with weak support",
  FLAGGED: "Flagged",
  CHANGED: "Changed since it was reviewed",
  NONE: "No known risk",
} satisfies Record<Exclude<ReviewRisk, string & {}>, string>;
