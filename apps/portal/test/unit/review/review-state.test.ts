import type { Review, ReviewQueueItem } from "@assay/client";
import { expect, test } from "vitest";
import { countReviewed, countReviews, describeProgress, reviewStateOf } from "../../../src/review/review-state.ts";

const review = (decision: Review["decision"]) => ({ decision }) as Review;
const earlier = (decision: Review["decision"], unchanged: boolean): ReviewQueueItem["earlier"] => ({
  runId: "earlier",
  review: review(decision),
  unchanged,
});

test("only what was agreed and has not changed waits for a confirmation, and a review of this run counts before it", () => {
  expect(reviewStateOf({ review: null, earlier: null })).toBe("NONE");
  expect(reviewStateOf({ review: null, earlier: earlier("AGREED", true) })).toBe("CONFIRM");
  expect(reviewStateOf({ review: null, earlier: earlier("AGREED", false) })).toBe("NONE");
  expect(reviewStateOf({ review: null, earlier: earlier("CHANGED", true) })).toBe("NONE");
  expect(reviewStateOf({ review: review("SENT_BACK"), earlier: earlier("AGREED", true) })).toBe("SENT_BACK");
});

test("each requirement is counted once; what is sent back counts as reviewed and is named", () => {
  const counts = countReviews(["NONE", "CONFIRM", "AGREED", "AGREED", "CHANGED", "SENT_BACK", null]);
  expect(counts).toEqual({ NONE: 1, CONFIRM: 1, AGREED: 2, CHANGED: 1, SENT_BACK: 1 });
  expect(countReviewed(counts)).toBe(4);
  expect(describeProgress(counts, 6)).toBe("4 of 6 reviewed, 1 sent back");
  expect(describeProgress({ ...counts, SENT_BACK: 0 }, 6)).toBe("3 of 6 reviewed");
});
