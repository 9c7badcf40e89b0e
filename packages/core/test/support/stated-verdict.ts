import type { Assessment } from "@assay/contract";
import type { StatedVerdict } from "../../src/package/statements/verdict-statement.ts";

const ID = "01980000-0000-7000-8000-000000000001";
/** A SHA-256 of one digit. */
export const hash = (digit: number) => digit.toString(16).repeat(64).slice(0, 64);

/** A verdict with so many citations, each of a document of its own, and the longest names that there are. */
export function verdictOf(citationCount: number): StatedVerdict {
  const at = Array.from({ length: citationCount }, (_, index) => index);
  const scores = { supports: 0.123, partly: 0.234, contradicts: 0.345, unrelated: 0.298 };
  const assessment: Assessment = {
    ...{ id: ID, runId: ID, requirementId: "9".repeat(100), status: "COMPLETE", confidence: 0.7512345678901234 },
    citations: at.map((index) => ({ documentId: `${index}`, chunkId: ID, text: "words", pageNumber: null })),
    reasoning: "because",
    flags: ["INSTRUCTION_LIKE_EVIDENCE"],
    citationNotes: at.map((index) => ({
      index,
      meaning: [
        { part: null, scores: null },
        { part: 0, scores: { ...scores, supports: 0.1 } },
        { part: 1, scores },
      ],
    })),
  };
  return {
    ...{ runId: ID, snapshotHash: hash(10), configurationSha256: hash(11), assessment },
    citationDigests: at.map(hash),
    places: at.map(() => ({ start: 4_999_000, end: 4_999_900 })),
    documentOf: (id) => ({ originalFilename: `${"\u0001証拠".repeat(30)}.pdf`, sha256Hash: hash(Number(id)) }),
    review: { decision: "SENT_BACK", status: "COMPLETE", reviewerId: ID, at: "2026-11-27T10:00:00.000Z" },
  };
}
