import { expect, test } from "vitest";
import { hastyShare, rankReviewers } from "../../../src/reviewers/rank-reviewers.ts";

const reviewer = (name: string, decisions: number, quick: number, nothingOpened: number) => ({
  ...{ name, decisions, quick, nothingOpened },
});

test("who decided quickly or blindly most often comes first, no matter who decided most", () => {
  const ranked = rankReviewers([
    reviewer("careful", 400, 4, 0),
    reviewer("idle", 0, 0, 0),
    reviewer("quick", 10, 9, 0),
    reviewer("both", 10, 10, 10),
  ]);
  expect(ranked.map(({ name }) => name)).toEqual(["both", "quick", "careful", "idle"]);
});

test("a share is never more than all, as a decision may be in both counts", () => {
  expect(hastyShare(reviewer("both", 10, 10, 10))).toBe(1);
  expect(hastyShare(reviewer("idle", 0, 0, 0))).toBe(0);
});
