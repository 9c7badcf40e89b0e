import type { ReviewQueueItem } from "@assay/client";

/** CONFIRM: not reviewed in this run; agreed in an earlier one, and nothing has changed since then. */
export type ReviewState = "NONE" | "CONFIRM" | "AGREED" | "CHANGED" | "SENT_BACK";

export const REVIEW_STATES: readonly ReviewState[] = ["NONE", "CONFIRM", "AGREED", "CHANGED", "SENT_BACK"];

export const REVIEW_LABELS: Record<ReviewState, string> = {
  NONE: "Not reviewed",
  CONFIRM: "To confirm",
  AGREED: "Agreed",
  CHANGED: "Changed",
  SENT_BACK: "Sent back",
};

export type ReviewCounts = Readonly<Record<ReviewState, number>>;

/** A requirement is in exactly one state. */
export function reviewStateOf({ review, earlier }: Pick<ReviewQueueItem, "review" | "earlier">): ReviewState {
  if (review) return review.decision;
  return earlier?.unchanged && earlier.review.decision === "AGREED" ? "CONFIRM" : "NONE";
}

export function toReviewState(text: string | null): ReviewState | null {
  return REVIEW_STATES.find((state) => state === text) ?? null;
}

export function countReviews(states: Iterable<ReviewState | null>): ReviewCounts {
  const counts: Record<ReviewState, number> = { NONE: 0, CONFIRM: 0, AGREED: 0, CHANGED: 0, SENT_BACK: 0 };
  for (const state of states) if (state) counts[state] += 1;
  return counts;
}

/** Whether it waits for a decision. */
export function isUnreviewed(state: ReviewState | null): boolean {
  return state === "NONE" || state === "CONFIRM";
}

export function countReviewed({ AGREED, CHANGED, SENT_BACK }: ReviewCounts): number {
  return AGREED + CHANGED + SENT_BACK;
}

/** Such as `41 of 44 reviewed, 3 sent back`. */
export function describeProgress(counts: ReviewCounts, total: number): string {
  const reviewed = `${countReviewed(counts).toLocaleString()} of ${total.toLocaleString()} reviewed`;
  return counts.SENT_BACK > 0 ? `${reviewed}, ${counts.SENT_BACK.toLocaleString()} sent back` : reviewed;
}
