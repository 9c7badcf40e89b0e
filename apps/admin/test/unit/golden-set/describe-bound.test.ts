import { expect, test } from "vitest";
import { describeBound } from "../../../src/golden-set/describe-bound.ts";

test.each([
  [{ wrong: 0, of: 40, upperBound: 0.0722 }, "0 wrong of 40: below 8 %"],
  [{ wrong: 0, of: 999, upperBound: 0.003 }, "0 wrong of 999: below 1 %"],
  [{ wrong: 2, of: 2, upperBound: 1 }, "2 wrong of 2: below 100 %"],
  [{ wrong: 0, of: 0, upperBound: null }, "none said"],
])("%o is said rounded up, so that it is never kinder than the bound", (bound, text) => {
  expect(describeBound(bound)).toBe(text);
});
