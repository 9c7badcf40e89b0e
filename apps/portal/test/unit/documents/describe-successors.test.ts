import { expect, test } from "vitest";
import { describeSuccessors } from "../../../src/documents/describe-successors.ts";

const next = { replacesDocumentId: "old", status: "PARSED", supersededById: null, retiredAt: null } as const;

test.each([
  ["being read", next, "New version is being read"],
  ["not read", { ...next, status: "FAILED" } as const, "New version not read"],
  ["ready, and said of the old one itself", { ...next, status: "READY" } as const, undefined],
  ["retired", { ...next, retiredAt: "2026-11-27T00:00:00.000Z" }, undefined],
  ["of nothing", { ...next, replacesDocumentId: null }, undefined],
])("a version that is %s", (_, document, told) => {
  expect(describeSuccessors([document]).get("old")).toBe(told);
});
