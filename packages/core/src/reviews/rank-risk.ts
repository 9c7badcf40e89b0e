import { REVIEW_RISKS, type ReviewRisk } from "@assay/contract";
import { isNotJudged } from "../assessments/not-judged.ts";
import type { ReviewedVerdict } from "./reviewed-verdicts.ts";

type Judged = Pick<ReviewedVerdict, "status" | "flags" | "hasWeakCitation">;

/** Why a verdict should be reviewed first: the first reason that holds, from the highest risk down. */
export function riskOf(verdict: Judged, isStale: boolean): ReviewRisk {
  const { status, flags, hasWeakCitation } = verdict;
  if (isNotJudged(verdict)) return "NOT_JUDGED";
  if (status === "COMPLETE" && (hasWeakCitation || flags.includes("WEAK_SUPPORT"))) return "WEAK_COMPLETE";
  if (flags.length > 0) return "FLAGGED";
  return isStale ? "CHANGED" : "NONE";
}

/** Sorts by risk, the highest first; what is equal keeps its order. */
export function byRisk(a: { readonly risk: ReviewRisk }, b: { readonly risk: ReviewRisk }): number {
  return REVIEW_RISKS.indexOf(a.risk) - REVIEW_RISKS.indexOf(b.risk);
}
