import { expect, test } from "vitest";
import { findAdjacent, findUnreviewed, type Place } from "../../../src/review/find-next.ts";

const ORDER: Place[] = [
  { requirementId: "1.1", review: "AGREED" },
  { requirementId: "1.2", review: "NONE" },
  { requirementId: "1.3", review: "SENT_BACK" },
  { requirementId: "1.4", review: "CONFIRM" },
];

test("the neighbours end at either end, and from outside of the list its first is next", () => {
  expect(findAdjacent(ORDER, "1.2", 1)).toBe("1.3");
  expect(findAdjacent(ORDER, "1.2", -1)).toBe("1.1");
  expect(findAdjacent(ORDER, "1.4", 1)).toBeUndefined();
  expect(findAdjacent(ORDER, "1.1", -1)).toBeUndefined();
  expect(findAdjacent(ORDER, "9.9", -1)).toBe("1.1");
  expect(findAdjacent([], "1.1", 1)).toBeUndefined();
});

test.each([
  ["1.1", "1.2"],
  ["1.2", "1.4"],
  ["1.4", "1.2"],
  [null, "1.2"],
])("from %s the next that waits is %s: what is sent back is reviewed, and the search begins again", (from, next) => {
  expect(findUnreviewed(ORDER, from)).toBe(next);
});

test("nothing is next where all is reviewed, or the only one that waits is the one it starts from", () => {
  expect(findUnreviewed(ORDER.slice(0, 1), "1.1")).toBeUndefined();
  expect(findUnreviewed(ORDER.slice(0, 2), "1.2")).toBeUndefined();
});
