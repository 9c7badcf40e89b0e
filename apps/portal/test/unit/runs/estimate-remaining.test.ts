import { formatDuration } from "@assay/site/format-duration";
import { expect, test } from "vitest";
import { estimateRemaining } from "../../../src/runs/estimate-remaining.ts";

test("there is no estimate before there is a pace", () => {
  expect(estimateRemaining({ assessed: 0, total: 100, elapsedMs: 5000 })).toBeNull();
  expect(estimateRemaining({ assessed: 2, total: 100, elapsedMs: 5000 })).toBeNull();
  expect(estimateRemaining({ assessed: 50, total: 100, elapsedMs: 0 })).toBeNull();
});

test("what is left takes as long for each as what is done", () => {
  expect(estimateRemaining({ assessed: 10, total: 100, elapsedMs: 20_000 })).toBe(180_000);
  expect(estimateRemaining({ assessed: 100, total: 100, elapsedMs: 20_000 })).toBe(0);
});

test.each([
  [0, "under 1 s"],
  [59_400, "59 s"],
  [60_000, "1 min 0 s"],
  [3_599_000, "59 min 59 s"],
  [3_725_000, "1 h 2 min"],
  [90_000_000, "25 h 0 min"],
])("%d milliseconds read %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
