import { expect, test } from "vitest";
import { describeCost } from "../../../src/runs/describe-cost.ts";
import { shareRead } from "../../../src/runs/share-read.ts";

test("the cost of a run is said before it starts, and that a price is not known", () => {
  const estimate = { requirements: 30, calls: 25, tokensIn: 65_871, tokensOut: 12_270, costUsd: 0.1908315 };
  expect(describeCost(estimate)).toBe(
    "It will cost about $0.19: 25 calls of the model (66,000 tokens in, 12,000 out).",
  );
  expect(describeCost({ ...estimate, costUsd: 0.0004 })).toMatch(/^It will cost less than \$0\.01: /);
  expect(describeCost({ ...estimate, costUsd: null })).toContain("does not know the price");
});

test("a document is read by more with each stage and each image", () => {
  const states = [
    { status: "UPLOADED", recognition: null },
    { status: "UPLOADED", recognition: { done: 1, total: 2 } },
    { status: "EXTRACTED", recognition: null },
    { status: "PARSED", recognition: null },
    { status: "INDEXED", recognition: null },
    { status: "READY", recognition: null },
  ] as const;
  const shares = states.map(shareRead);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
});
