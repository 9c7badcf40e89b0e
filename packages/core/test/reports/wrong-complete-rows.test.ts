import { expect, test } from "vitest";
import type { VerdictGroup } from "../../src/reports/report.ts";
import { wrongCompleteRows } from "../../src/reports/wrong-complete-rows.ts";

const group = (of: Partial<VerdictGroup>): VerdictGroup => ({
  ...{ verdict: "COMPLETE", decision: "AGREED", reviewedStatus: null, kind: null },
  ...{ requirements: 1, citedPassages: 0, openedPassages: 0, ...of },
});
const changedTo = (reviewedStatus: VerdictGroup["reviewedStatus"]) =>
  ({ decision: "CHANGED", reviewedStatus }) as const;

test("a COMPLETE is wrong where a review changes it to less; one sent back or not reviewed says nothing", () => {
  expect(
    wrongCompleteRows([
      group({ requirements: 37 }),
      group(changedTo("COMPLETE")),
      group({ ...changedTo("PARTIAL"), requirements: 2 }),
      group({ decision: "SENT_BACK", requirements: 5 }),
      group({ decision: null, requirements: 100 }),
      group({ ...changedTo("MISSING"), verdict: "PARTIAL" }),
    ]),
  ).toEqual([["Wrong COMPLETE", "2 wrong of 40: below 15 % with 95 % confidence"]]);
});

test("each kind of requirement with a COMPLETE has a line of its own, also where none was reviewed", () => {
  expect(
    wrongCompleteRows([
      group({ requirements: 40 }),
      group({ kind: "OPERATION", decision: null, requirements: 3 }),
      group({ kind: "DESIGN", requirements: 1000 }),
      group({ kind: "BOTH", verdict: "MISSING" }),
    ]),
  ).toEqual([
    ["Wrong COMPLETE, DESIGN", "0 wrong of 1000: below 1 % with 95 % confidence"],
    ["Wrong COMPLETE, OPERATION", "none of 3 reviewed, so nothing is known"],
    ["Wrong COMPLETE, kind not said", "0 wrong of 40: below 8 % with 95 % confidence"],
  ]);
});

test("a run without a COMPLETE has no such line", () => {
  expect(wrongCompleteRows([group({ verdict: "MISSING" })])).toEqual([]);
});
