import { expect, test } from "vitest";
import { movePanes } from "../../../../../packages/ui/src/move-panes.ts";

const panes = [
  { percent: 30, minPx: 240 },
  { percent: 40, minPx: 320 },
  { percent: 30, minPx: 260 },
];

test("an edge takes from one pane what it gives to the other, and leaves both their least width", () => {
  expect(movePanes([30, 40, 30], 0, 100, 1000, panes)).toEqual([38, 32, 30]);
  expect(movePanes([30, 40, 30], 0, -20, 1000, panes)).toEqual([28, 42, 30]);
  expect(movePanes([30, 40, 30], 1, Number.POSITIVE_INFINITY, 1000, panes)).toEqual([30, 44, 26]);
  expect(movePanes([30, 40, 30], 0, Number.NEGATIVE_INFINITY, 1000, panes)).toEqual([24, 46, 30]);
});

test("a pane that is narrower than its least width is not widened by a move of its edge", () => {
  expect(movePanes([30, 40, 30], 0, -50, 600, panes)).toEqual([30, 40, 30]);
});
