import type { ReviewerStatistics } from "@assay/client/admin";

type Counts = Pick<ReviewerStatistics, "decisions" | "quick" | "nothingOpened">;

/**
 * The largest share of decisions that may have been quick or blind, from 0 to 1. One that was both is in both counts, so the
 * true share is between the larger of the two and this.
 */
export function hastyShare({ decisions, quick, nothingOpened }: Counts): number {
  return decisions === 0 ? 0 : Math.min(1, (quick + nothingOpened) / decisions);
}

/** The largest share first; of equal ones who decided more. */
export function rankReviewers<T extends Counts>(reviewers: readonly T[]): T[] {
  return [...reviewers].sort((a, b) => hastyShare(b) - hastyShare(a) || b.decisions - a.decisions);
}
