import { describe, expect, test } from "vitest";
import { layersOf, linesUpTo } from "../../../src/charts/bar-layout.ts";
import { summarizeSeries } from "../../../src/charts/summarize-series.ts";

const DAYS = ["2026-01-01", "2026-01-02", "2026-01-03"];
const SERIES = [
  { name: "completed", tone: "complete", values: [1, 0, 4] },
  { name: "failed", tone: "failed", values: [2, 0, 1] },
] as const;

test("series stand on top of each other, the first at the bottom", () => {
  expect(layersOf(DAYS, SERIES)).toEqual([
    [
      [0, 1],
      [0, 0],
      [0, 4],
    ],
    [
      [1, 3],
      [0, 0],
      [4, 5],
    ],
  ]);
});

describe("the lines of a chart", () => {
  test("are round, begin at nothing and hold the highest bar", () => {
    expect(linesUpTo(9, true)).toEqual([0, 5, 10]);
    expect(linesUpTo(37_000, false)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
    expect(linesUpTo(0.0042, false).at(-1)).toBeGreaterThanOrEqual(0.0042);
  });

  test("of counts are whole numbers", () => {
    expect(linesUpTo(1, true)).toEqual([0, 1]);
    expect(linesUpTo(2, true)).toEqual([0, 1, 2]);
  });
});

test("a chart is said in a sentence: the whole, its parts and its highest day", () => {
  expect(summarizeSeries(DAYS, SERIES, String)).toMatch(/^8 in 3 days, completed 5, failed 3; most on .*3.*: 5\.$/);
  expect(summarizeSeries(DAYS, SERIES.slice(0, 1), String)).toMatch(/^5 in 3 days; most on .*: 4\.$/);
});
