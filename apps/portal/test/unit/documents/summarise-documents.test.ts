import type { Document } from "@assay/client";
import { expect, test } from "vitest";
import { summariseDocuments } from "../../../src/documents/summarise-documents.ts";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const document = (facts: Partial<Document>): Document =>
  ({
    id: crypto.randomUUID(),
    fileType: "pdf",
    status: "READY",
    archive: null,
    failure: null,
    category: null,
    expiresAt: null,
    reviewBy: null,
    coverage: { pages: 4, pagesWithText: 4, characters: 100, chunks: 3, states: null, warnings: [] },
    ...facts,
  }) as Document;

test("documents are counted without the archives that held them, and coverage is of those that are ready", () => {
  const summary = summariseDocuments(
    [
      document({ category: "Policy" }),
      document({ category: "Policy" }),
      document({ status: "PARSED", coverage: null }),
      document({
        status: "FAILED",
        coverage: null,
        failure: { code: "NO_TEXT", message: "none" } as Document["failure"],
      }),
      document({ fileType: "zip", archive: { members: 4, skipped: [] } as unknown as Document["archive"] }),
    ],
    NOW,
  );
  expect(summary).toMatchObject({ total: 4, ready: 2, waiting: 1, failed: 1 });
  expect(summary).toMatchObject({ pages: 8, pagesWithText: 8, passages: 6 });
  expect(summary.categories[0]).toEqual({ name: "Policy", count: 2 });
});

test("a retired document and a superseded one are counted nowhere, whatever their state", () => {
  const failure = { code: "NO_TEXT", message: "none" } as Document["failure"];
  const summary = summariseDocuments(
    [
      document({}),
      document({ retiredAt: "2026-05-01T00:00:00.000Z" }),
      document({ supersededById: crypto.randomUUID(), status: "FAILED", failure }),
    ],
    NOW,
  );
  expect(summary).toMatchObject({ total: 1, ready: 1, failed: 0, pages: 4, concerns: [] });
});

test("what failed comes before what expires soon or was partly read", () => {
  const partly = document({
    coverage: { pages: 4, pagesWithText: 3, characters: 100, chunks: 3, states: null, warnings: [] },
  });
  const soon = document({ expiresAt: "2026-06-20" });
  const later = document({ expiresAt: "2027-06-20" });
  const failed = document({ status: "FAILED", failure: { code: "NO_TEXT", message: "none" } as Document["failure"] });
  const { concerns } = summariseDocuments([partly, soon, later, failed], NOW);
  expect(concerns.map((concern) => concern.document.id)).toEqual([failed.id, partly.id, soon.id]);
  expect(concerns[0]!.weight).toBe("bad");
});
