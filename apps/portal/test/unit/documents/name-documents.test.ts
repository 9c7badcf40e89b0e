import { expect, test } from "vitest";
import { nameDocuments } from "../../../src/documents/name-documents.ts";

const document = (id: string, originalFilename: string, uploadedAt: string, title: string | null = null) => ({
  ...{ id, originalFilename, uploadedAt, title },
});

test("documents of one name are told apart by a number, in the order in which they were uploaded", () => {
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
