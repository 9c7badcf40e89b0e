import { describe, expect, test } from "vitest";
import { CASES, makePeriodSets } from "../sets/period/make-sets.ts";
import { countsOutside, isComplete, isExact, judgePeriodSets } from "../src/measure-period.ts";

// Every case, both halves: of 500 sets each fifth.
const measured = judgePeriodSets(makePeriodSets().filter(({ seed }) => seed % 5 === 0));

describe("of evidence over a year", () => {
  test.each(CASES)("%s: the occurrences are counted exactly, and none outside the period", (what) => {
    const own = measured.filter(({ set }) => set.what === what);
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((each) => !isExact(each)).map(({ set }) => set.seed)).toEqual([]);
    expect(own.filter(countsOutside)).toEqual([]);
  });

  test("what happened too seldom is never COMPLETE, and what happened often enough is", () => {
    const short = measured.filter(({ set }) => !set.isEnough);
    const sound = measured.filter(({ set }) => set.isEnough);
    expect(short.filter(isComplete).map(({ set }) => set.seed)).toEqual([]);
    expect(sound.filter((each) => !isComplete(each)).map(({ set }) => set.seed)).toEqual([]);
    expect([short.length, sound.length]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(short.length, sound.length)).toBeGreaterThan(20);
  });
});
