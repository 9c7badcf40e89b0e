import { expect, test } from "vitest";
import { describeLeftOut } from "../src/runs/describe-left-out.ts";
import { adviseOnFailure } from "../src/runs/document-failure-advice.ts";

test("a failure that this page does not know yet is named, and the page continues", () => {
  expect(adviseOnFailure("NEW_CODE").title).toBe("Cannot be read: NEW_CODE");
  expect(describeLeftOut("NEW_CODE")).toBe("Cannot be read: NEW_CODE");
});
