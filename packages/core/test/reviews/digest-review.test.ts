import { EVIDENCE_RULES, type FixedException } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { type CitedDocument, digestReview, type ReviewedFacts } from "../../src/reviews/digest-review.ts";

const document = (change: Partial<CitedDocument> = {}): CitedDocument => ({
  documentId: "document",
  originalFilename: "policy.pdf",
  sha256Hash: "a".repeat(64),
  evidenceKind: "DESIGN",
  effectiveDate: null,
  expiresAt: null,
  state: null,
  ...change,
});
const citation = (text = "Backups are made daily.", documentId = "document") => ({
  documentId,
  chunkId: "chunk",
  text,
  pageNumber: 1,
});
const exception = { id: "exception", kind: "RISK_ACCEPTED", validUntil: "2027-01-01" } as FixedException;
const facts: ReviewedFacts = {
  inputDigest: "input",
  status: "COMPLETE",
  flags: ["WEAK_SUPPORT", "CADENCE_GAP"],
  citations: [citation(), citation("They are encrypted.")],
  documents: [document()],
  expectation: { kind: "OPERATION", every: "P3M" },
  period: { from: "2026-01-01", to: "2026-12-31" },
  rules: EVIDENCE_RULES,
  exceptions: [exception, { ...exception, id: "second" }],
};
const digest = (change: Partial<ReviewedFacts> = {}) => digestReview({ ...facts, ...change });

describe("the digest of what a review rests on", () => {
  test.each<[string, Partial<ReviewedFacts>]>([
    ["what the assessor was asked", { inputDigest: "other" }],
    ["the status", { status: "PARTIAL" }],
    ["a flag", { flags: ["WEAK_SUPPORT"] }],
    ["a quote", { citations: [citation(), citation("They are not encrypted.")] }],
    ["the number of quotes", { citations: [citation()] }],
    ["whose quote it is", { citations: [citation(), citation("They are encrypted.", "elsewhere")] }],
    ["a document's bytes", { documents: [document({ sha256Hash: "b".repeat(64) })] }],
    ["a document's kind", { documents: [document({ evidenceKind: "RECORD" })] }],
    ["a document's first day", { documents: [document({ effectiveDate: "2026-01-01" })] }],
    ["a document's last day", { documents: [document({ expiresAt: "2026-01-01" })] }],
    ["a document's state", { documents: [document({ state: "DRAFT" })] }],
    ["what is expected", { expectation: { kind: "OPERATION", every: "P1Y" } }],
    ["that nothing is expected any more", { expectation: null }],
    ["the period", { period: { from: "2026-01-01", to: "2026-06-30" } }],
    ["that there is no period any more", { period: null }],
    ["a rule of evidence", { rules: { ...EVIDENCE_RULES, weakSupport: "OFF" } }],
    ["an exception", { exceptions: [exception] }],
    [
      "how long an exception is valid",
      { exceptions: [exception, { ...exception, id: "second", validUntil: "2028-01-01" }] },
    ],
  ])("is another one after a change of %s", async (_, change) => {
    expect(await digest(change)).not.toBe(await digest());
  });

  test("is the one that stored reviews have: what it is made of changes only with its version", async () => {
    const rules = { weakSupport: "CAP" } as unknown as ReviewedFacts["rules"];
    const citations = [...facts.citations, citation("It is nowhere.", "unknown")];
    expect(await digest({ rules, citations })).toBe("9df90a10cd2f9e4f0e954b96c62dc2e1126487a49dd2096e9c6cccd3781aa693");
  });

  test("is the same after another upload of the same file, and in any order", async () => {
    const again = {
      documents: [document({ documentId: "other", originalFilename: "copy.pdf" })],
      citations: facts.citations.map((each) => ({ ...each, documentId: "other", chunkId: "other", pageNumber: 2 })),
    };
    const { citations, flags, exceptions } = facts;
    const turned = {
      citations: citations.toReversed(),
      flags: flags.toReversed(),
      exceptions: exceptions.toReversed(),
    };
    for (const change of [again, turned]) expect(await digest(change)).toBe(await digest());
  });
});
