import { expect, test } from "vitest";
import { formatMarkdown } from "../../src/cli/report/format-markdown.ts";
import type { Report } from "../../src/cli/report/load-report.ts";

const assessment = { status: "PARTIAL", flags: [], confidence: 0.6 };
const scan = { documentId: "d1", originalFilename: "scan_[2026].pdf", notRead: "1 of 3 pages was not read" };

function reportOf(...assessments: object[]): string {
  const report = {
    ...{ run: { id: "r1", status: "COMPLETED", failureReason: null }, counts: { COMPLETE: 0, PARTIAL: 2, MISSING: 0 } },
    rows: assessments.map((each, at) => ({
      requirement: { requirementId: `A.${at + 1}`, title: "Access is reviewed" },
      assessment: { ...assessment, ...each },
    })),
    ...{ exceptions: [], snapshotHash: null, changes: null, reviews: null },
  };
  return formatMarkdown(report as unknown as Report, "https://assay.example");
}

test("a report counts the citations that were read from images, and names each document that was not fully read once", () => {
  const text = reportOf(
    { citationNotes: [{ textSource: "OCR", certainty: 0.7 }, { textSource: "TEXT" }], unreadDocuments: [scan] },
    { citationNotes: [{ textSource: "OCR", certainty: 0.9 }], unreadDocuments: [scan] },
  );
  expect(text).toContain("2 citations read from images.\n");
  expect(text.match(/Not fully read[^\n]*/g)).toEqual([
    "Not fully read, and what is missing may stand there: scan&#95;&#91;2026&#93;.pdf.",
  ]);
});

test("a report of text that was all read has no line about reading", () => {
  expect(reportOf({}, { citationNotes: [{ textSource: "TEXT" }] })).not.toMatch(/image|read[,:]/i);
});
