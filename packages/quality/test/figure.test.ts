import { wilson } from "@assay/core/retrieval-versions";
import { describe, expect, test } from "vitest";
import { reaches } from "../src/figure.ts";

describe("a share is printed with what it may be", () => {
  test.each([
    [0, 40, 0, 0.0876],
    [1, 20, 0.0089, 0.2361],
    [45, 50, 0.7864, 0.9565],
    [50, 50, 0.9287, 1],
  ])("%i of %i lies between %f and %f", (count, of, low, high) => {
    expect(wilson(count, of).map((bound) => Number(bound.toFixed(4)))).toEqual([low, high]);
  });

  test("of nothing nothing is known", () => {
    expect(wilson(0, 0)).toEqual([0, 1]);
  });
});

test("a goal is missed by one case too many, and by one too few", () => {
  const figure = { what: "w", half: "kept back", count: 3, of: 40 } as const;
  expect(reaches({ ...figure, goal: { atMost: 0.05 } })).toBe(false);
  expect(reaches({ ...figure, count: 2, goal: { atMost: 0.05 } })).toBe(true);
  expect(reaches({ ...figure, count: 37, goal: { atLeast: 0.95 } })).toBe(false);
  expect(reaches({ ...figure, count: 38, goal: { atLeast: 0.95 } })).toBe(true);
});
