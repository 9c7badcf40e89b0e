import type { ReviewCounts, ReviewQueueItem } from "@assay/client";
import { countReviewed, countReviews, reviewStateOf } from "./review-state.ts";

/** What the service counts of a queue, after a review was added to it here. */
export function countQueue(items: readonly ReviewQueueItem[]): ReviewCounts {
  const counts = countReviews(items.map(reviewStateOf));
  const reviews = items.flatMap(({ review }) => review ?? []);
  return {
    total: items.length,
    reviewed: countReviewed(counts),
    agreed: counts.AGREED,
    changed: counts.CHANGED,
    sentBack: counts.SENT_BACK,
    confirmable: counts.CONFIRM,
    citedPassages: reviews.reduce((sum, { citedCount }) => sum + citedCount, 0),
    openedPassages: reviews.reduce((sum, { openedCount }) => sum + openedCount, 0),
  };
}
