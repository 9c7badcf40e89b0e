import type { AssessmentRequest } from "@assay/core/ports";

export const REQUEST: AssessmentRequest = {
  requirement: {
    requirementId: "8.13",
    title: "Backups are restored as a test at least every 90 days",
    subcheckLabel: null,
    criterionTitle: "Backup",
  },
  parts: ["Backups are restored as a test at least every 90 days"],
  guidance: ["Restore tests show that a backup can be used."],
  passages: [
    {
      chunkId: "0192f0c1-0000-7000-8000-000000000001",
      documentTitle: "Backup Policy.pdf",
      location: "3 Restore tests",
      pageNumber: 4,
      context: null,
      text: "Backups are restored as a test every 60 days, and each result is recorded.",
    },
    {
      chunkId: "0192f0c1-0000-7000-8000-000000000002",
      documentTitle: "Visitor Rules.docx",
      location: null,
      pageNumber: null,
      context: null,
      text: "Visitors sign the guest book at reception and wear a badge.",
    },
  ],
};

/** What a model answers that reads it well. */
export const RIGHT_ANSWER = JSON.stringify({
  parts: [{ part: "R1", passage: "P1", quote: REQUEST.passages[0]!.text, why: "It says so.", verdict: "MET" }],
  documents: [],
  conflicts: [],
  missing: [],
  reasoning: "So.",
  remediation: "",
  confidence: 0.9,
});
