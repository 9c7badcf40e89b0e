import type { NewReview, Review } from "@assay/client";
import { VERDICT_LABELS } from "@assay/site/verdict";

export type ReviewedStatus = NonNullable<NewReview["status"]>;
export const REVIEWED_STATUSES: readonly ReviewedStatus[] = ["COMPLETE", "PARTIAL", "MISSING"];

/** What a review says, such as `Changed to Partial`. */
export function describeDecision({ decision, status, confirmsReviewId }: Review): string {
  switch (decision) {
    case "AGREED":
      return confirmsReviewId ? "Confirmed" : "Agreed";
    case "CHANGED":
      return status ? `Changed to ${VERDICT_LABELS[status]}` : "Changed";
    case "SENT_BACK":
      return "Sent back";
    default:
      return decision satisfies never;
  }
}

/** Such as `2 of 3 cited passages opened`; null where nothing is cited. */
export function describeOpened(openedCount: number, citedCount: number): string | null {
  if (citedCount === 0) return null;
  return `${openedCount} of ${citedCount} cited ${citedCount === 1 ? "passage" : "passages"} opened`;
}

/** Such as `rejects quote 2`, as they are numbered in the evidence. */
export function describeRejected(indexes: readonly number[]): string {
  return `rejects ${indexes.length === 1 ? "quote" : "quotes"} ${indexes.map((index) => index + 1).join(", ")}`;
}
