import type { Requirement, Review } from "@assay/client";
import { expect, test } from "vitest";
import type { AssessedRequirement } from "../../../src/requirements/group-requirements.ts";
import { afterReview } from "../../../src/review/after-review.ts";
import type { ReviewState } from "../../../src/review/review-state.ts";

const item = (requirementId: string, review: ReviewState): AssessedRequirement => ({
  requirement: { requirementId, title: `Title of ${requirementId}` } as Requirement,
  verdict: "PARTIAL",
  confidence: 0.5,
  review,
  risk: "NONE",
  rank: 0,
});
const agreed = { requirementId: "1.1", decision: "AGREED" } as Review;

test("the next of the list that waits follows, and what is said counts the whole run", () => {
  const items = [item("1.1", "NONE"), item("1.2", "NONE"), item("1.3", "CONFIRM"), item("1.4", "AGREED")];
  expect(afterReview(agreed, items, [items[0]!, items[2]!])).toEqual({
    next: "1.3",
    text: "1.1: agreed. 2 left. Next is 1.3: Title of 1.3",
  });
});

test("where the list has none left, the rest of the run is named; after the last one, that all are reviewed", () => {
  const items = [item("1.1", "NONE"), item("1.2", "NONE")];
  expect(afterReview(agreed, items, [items[0]!])).toEqual({
    next: undefined,
    text: "1.1: agreed. None of this list is left; of the run, 1 is.",
  });
  const last = [item("1.1", "NONE"), item("1.2", "SENT_BACK")];
  expect(afterReview(agreed, last, last)).toEqual({ next: undefined, text: "1.1: agreed. All are reviewed." });
});
