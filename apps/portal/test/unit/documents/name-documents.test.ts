import { expect, test } from "vitest";
import { nameDocuments } from "../../../src/documents/name-documents.ts";
import { nameOf } from "../../../src/documents/name-of.ts";

const document = (id: string, originalFilename: string, uploadedAt: string, title: string | null = null) => ({
  ...{ id, originalFilename, uploadedAt, title, heading: null },
});

test("documents of one name are distinguished by a number, in the order in which they were uploaded", () => {
  const named = nameDocuments([
    document("newest", "policy.txt", "2026-05-03T09:00:00.000Z"),
    document("other", "plan.txt", "2026-05-02T09:00:00.000Z"),
    document("titled", "plan.txt", "2026-05-02T09:00:00.000Z", "policy.txt"),
    document("oldest", "policy.txt", "2026-05-01T09:00:00.000Z"),
  ]);
  expect(Object.fromEntries(named)).toEqual({
    oldest: "policy.txt",
    titled: "policy.txt (2)",
    newest: "policy.txt (3)",
    other: "plan.txt",
  });
});

test.each([
  ["Access control", "Access Control Standard", "Access control"],
  [null, "Access Control Standard", "Access Control Standard"],
  [null, null, "access.docx"],
  [null, "1 Purpose", "access.docx"],
  [null, "2.1. Scope of this policy", "access.docx"],
  [null, "2026 Access Review", "2026 Access Review"],
])("a document with the title %j and the first heading %j is called %s", (title, heading, name) => {
  expect(nameOf({ title, heading, originalFilename: "access.docx" })).toBe(name);
});
