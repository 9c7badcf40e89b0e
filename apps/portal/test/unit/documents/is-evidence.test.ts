import { expect, test } from "vitest";
import { isRetirable } from "../../../src/documents/is-evidence.ts";

const evidence = { supersededById: null, retiredAt: null, parentDocumentId: null };

test.each([
  ["evidence", evidence, true],
  ["replaced", { ...evidence, supersededById: "b" }, false],
  ["retired", { ...evidence, retiredAt: "2026-11-27T00:00:00.000Z" }, false],
  ["a part of an archive", { ...evidence, parentDocumentId: "a" }, false],
])("a document that is %s is advised to be retired instead of deleted: %s", (_, document, is) => {
  expect(isRetirable(document)).toBe(is);
});
