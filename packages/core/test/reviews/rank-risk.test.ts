import { REVIEW_RISKS, type ReviewRisk } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { byRisk, riskOf } from "../../src/reviews/rank-risk.ts";

type Verdict = Parameters<typeof riskOf>[0];
const strong: Verdict = { status: "COMPLETE", flags: [], hasWeakCitation: false };

describe("the risk of a verdict", () => {
  test.each<[ReviewRisk, Partial<Verdict>, boolean]>([
    ["NOT_JUDGED", { status: "MISSING", flags: ["NOT_JUDGED"] }, false],
    ["NOT_JUDGED", { flags: ["WEAK_SUPPORT", "NOT_JUDGED"], hasWeakCitation: true }, true],
    ["WEAK_COMPLETE", { hasWeakCitation: true }, true],
    ["WEAK_COMPLETE", { flags: ["CADENCE_GAP", "WEAK_SUPPORT"] }, true],
    ["FLAGGED", { flags: ["CADENCE_GAP"] }, true],
    ["FLAGGED", { status: "PARTIAL", flags: ["WEAK_SUPPORT"], hasWeakCitation: true }, false],
    ["CHANGED", {}, true],
    ["CHANGED", { status: "PARTIAL", hasWeakCitation: true }, true],
    ["NONE", {}, false],
    ["NONE", { status: "MISSING" }, false],
  ])("is %s for %j, whether something has changed since the last review: %s", (risk, change, isStale) => {
    expect(riskOf({ ...strong, ...change }, isStale)).toBe(risk);
  });

  test("puts the highest first, and keeps the order of equal ones", () => {
    const items = REVIEW_RISKS.toReversed().flatMap((risk) => [
      { risk, place: 1 },
      { risk, place: 2 },
    ]);
    expect(items.toSorted(byRisk).map(({ risk, place }) => `${risk} ${place}`)).toEqual([
      ...["NOT_JUDGED 1", "NOT_JUDGED 2", "WEAK_COMPLETE 1", "WEAK_COMPLETE 2", "FLAGGED 1", "FLAGGED 2"],
      ...["CHANGED 1", "CHANGED 2", "NONE 1", "NONE 2"],
    ]);
  });
});
