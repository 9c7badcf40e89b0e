import type { ReviewReasonCode } from "@assay/client";

/** In the order in which they are offered. A later service may name others. */
export const REASON_LABELS: Readonly<Record<string, string>> = {
  WRONG_EVIDENCE: "The cited evidence is about something else",
  MISREAD: "The cited evidence was misread",
  EVIDENCE_ELSEWHERE: "There is other evidence",
  NOT_CURRENT: "The evidence is not current",
  SCOPE: "The scope is another one",
  COMPENSATED: "Another control compensates for it",
  OTHER: "Another reason",
} satisfies Record<Exclude<ReviewReasonCode, string & {}>, string>;
