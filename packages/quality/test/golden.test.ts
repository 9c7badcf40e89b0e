import { describeBound, upperBound } from "@assay/core/reviews";
import { describe, expect, test } from "vitest";
import { printGolden } from "../src/golden/print-golden.ts";

describe("how often a green light may be wrong", () => {
  test.each([
    [0, 40, 0.0722],
    [1, 40, 0.1132],
    [0, 1, 0.95],
    [3, 20, 0.3437],
    [0, 1000, 0.003],
  ])("is, for %i of %i, at most %f", (count, of, bound) => {
    expect(Number(upperBound(count, of).toFixed(4))).toBe(bound);
  });

  test("is unknown for none, and anything where all were wrong", () => {
    expect(upperBound(0, 0)).toBe(1);
    expect(upperBound(5, 5)).toBe(1);
    expect(describeBound(0, 0)).toBe("none was said, so nothing is known");
  });

  test("is said in words", () => {
    expect(describeBound(0, 40)).toBe("0 wrong of 40: below 8 % with 95 % confidence");
  });
});

test("reviews are printed with what was taken for which, and the bound by what a requirement asks for", () => {
  const of = { packId: "pack", requirementId: "1", title: "Backups are made" };
  const text = printGolden({
    cases: [
      { ...of, kind: "DESIGN", said: "COMPLETE", right: "COMPLETE" },
      { ...of, kind: "DESIGN", said: "COMPLETE", right: "PARTIAL" },
      { ...of, kind: null, said: "MISSING", right: "COMPLETE" },
    ],
    notComparable: 2,
    isCut: false,
  });
  expect(text).toContain("3 reviewed verdicts, of which 1 as the reviewer says.");
  expect(text).toContain("2 more cannot be compared");
  expect(text).toContain("COMPLETE: 1 wrong of 2: below 98 % with 95 % confidence.");
  expect(text).toContain("  DESIGN: 1 wrong of 2");
  expect(text).toContain("  kind not said: none was said");
  expect(text).toContain("| COMPLETE | 1 | 1 | 0 |");
  expect(text).not.toContain("FAILED");
  expect(text).not.toContain("more reviews than are read");
});
