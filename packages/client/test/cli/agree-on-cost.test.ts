import { expect, test } from "vitest";
import { describeEstimate } from "../../src/cli/agree-on-cost.ts";

test("an estimate is said with its cost, rounded, and where no price is known that is said", () => {
  const estimate = { requirements: 30, calls: 25, tokensIn: 65_871, tokensOut: 12_270, costUsd: 0.1908315 };
  expect(describeEstimate(estimate)).toBe("About 25 calls of the model: 66,000 tokens in, 12,000 out, $0.19.");
  expect(describeEstimate({ ...estimate, calls: 1, costUsd: 0.0004 })).toBe(
    "About 1 call of the model: 66,000 tokens in, 12,000 out, less than $0.01.",
  );
  expect(describeEstimate({ ...estimate, costUsd: null })).toMatch(/and its price is not known to the service\.$/);
});
