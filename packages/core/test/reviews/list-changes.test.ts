import type { Citation, FixedException } from "@assay/contract";
import { describe, expect, test } from "vitest";
import type { CitedDocument } from "../../src/reviews/digest-review.ts";
import { listChanges } from "../../src/reviews/list-changes.ts";
import type { ComparedVerdict } from "../../src/reviews/reviewed-facts.ts";

const HASHES = { a: "a".repeat(64), b: "b".repeat(64) };
const document = (name: string, change: Partial<CitedDocument> = {}): CitedDocument => ({
  documentId: name,
  originalFilename: `${name}.pdf`,
  sha256Hash: HASHES.a,
  evidenceKind: "DESIGN",
  effectiveDate: null,
  expiresAt: null,
  state: null,
  ...change,
});
const citation = (text: string, documentId = "policy"): Citation => ({
  documentId,
  chunkId: "chunk",
  text,
  pageNumber: 1,
});
const exception = (id: string, validUntil = "2027-01-31") =>
  ({ id, kind: "RISK_ACCEPTED", validUntil }) as FixedException;
const verdict: ComparedVerdict = {
  pins: { criteria: "c", corpus: "g", retrieval: "e" },
  criteriaVersion: 1,
  period: null,
  status: "COMPLETE",
  flags: [],
  citations: [citation("Daily.")],
  documents: [document("policy")],
  exceptions: [],
  reviewDigest: "before",
};
const changes = (before: Partial<ComparedVerdict>, after: Partial<ComparedVerdict>) =>
  listChanges({ ...verdict, ...before }, { ...verdict, reviewDigest: "after", ...after });

describe("what has changed since a review", () => {
  test.each<[string, Partial<ComparedVerdict>, Partial<ComparedVerdict>, [string, string | null, string | null][]]>([
    [
      "the criteria",
      {},
      { pins: { ...verdict.pins, criteria: "d" }, criteriaVersion: 2 },
      [["PINS", "Criteria version 1", "Criteria version 2"]],
    ],
    ["the guidance", {}, { pins: { ...verdict.pins, corpus: "h" } }, [["PINS", "Guidance g", "Guidance h"]]],
    [
      "the engine version",
      {},
      { pins: { ...verdict.pins, retrieval: "f" } },
      [["PINS", "Engine version e", "Engine version f"]],
    ],
    [
      "a period where there was none",
      {},
      { period: { from: "2026-01-01", to: "2026-03-31" } },
      [["PERIOD", null, "2026-01-01 to 2026-03-31"]],
    ],
    ["the status", {}, { status: "PARTIAL" }, [["STATUS", "COMPLETE", "PARTIAL"]]],
    [
      "the flags, in whatever order",
      { flags: ["WEAK_SUPPORT", "CADENCE_GAP"] },
      { flags: ["CADENCE_GAP"] },
      [["FLAGS", "CADENCE_GAP, WEAK_SUPPORT", "CADENCE_GAP"]],
    ],
    [
      "only the order of the flags",
      { flags: ["WEAK_SUPPORT", "CADENCE_GAP"] },
      { flags: ["CADENCE_GAP", "WEAK_SUPPORT"] },
      [["OTHER", null, null]],
    ],
    [
      "the bytes of a document",
      {},
      { documents: [document("policy", { sha256Hash: HASHES.b })] },
      [["DOCUMENT", "policy.pdf (aaaaaaaa), DESIGN", "policy.pdf (bbbbbbbb), DESIGN"]],
    ],
    [
      "what is said of a document that both cite",
      { documents: [document("policy", { expiresAt: "2026-12-31" })] },
      { documents: [document("policy", { effectiveDate: "2026-01-31", state: "DRAFT" })] },
      [
        [
          "DOCUMENT",
          "policy.pdf (aaaaaaaa), DESIGN, expires 2026-12-31",
          "policy.pdf (aaaaaaaa), DESIGN, effective 2026-01-31, DRAFT",
        ],
      ],
    ],
    [
      "what is said of a document that one of them does not cite",
      { citations: [] },
      { citations: [], documents: [document("policy", { evidenceKind: "RECORD" })] },
      [["OTHER", null, null]],
    ],
    [
      "what is said of a document that only one of them cites",
      { citations: [citation("Daily.", "other")] },
      { documents: [document("policy", { evidenceKind: "RECORD" })] },
      [["OTHER", null, null]],
    ],
    [
      "the names of two documents: the bytes say which is which",
      { documents: [document("policy"), document("other", { sha256Hash: HASHES.b })] },
      { documents: [document("policy", { sha256Hash: HASHES.b }), document("other")] },
      [
        ["DOCUMENT", "policy.pdf (aaaaaaaa)", "other.pdf (aaaaaaaa)"],
        ["DOCUMENT", "other.pdf (bbbbbbbb)", "policy.pdf (bbbbbbbb)"],
      ],
    ],
    [
      "a document with the same name and another id",
      { citations: [] },
      { citations: [], documents: [document("policy", { documentId: "again", sha256Hash: HASHES.b })] },
      [["DOCUMENT", "policy.pdf (aaaaaaaa)", "policy.pdf (bbbbbbbb)"]],
    ],
    [
      "a document with the same id and another name",
      { citations: [] },
      { citations: [], documents: [document("policy", { originalFilename: "rules.pdf", sha256Hash: HASHES.b })] },
      [["DOCUMENT", "policy.pdf (aaaaaaaa)", "rules.pdf (bbbbbbbb)"]],
    ],
    [
      "a document that is gone, and another one that came",
      {},
      { documents: [document("rules", { sha256Hash: HASHES.b })] },
      [
        ["DOCUMENT", "policy.pdf (aaaaaaaa)", null],
        ["DOCUMENT", null, "rules.pdf (bbbbbbbb)"],
      ],
    ],
    [
      "quotes",
      { citations: [citation("Daily."), citation("Weekly."), citation("Encrypted.")] },
      { citations: [citation("Encrypted."), citation("Monthly.")] },
      [
        ["QUOTE", "Daily.", "Monthly."],
        ["QUOTE", "Weekly.", null],
      ],
    ],
    ["a quote more", {}, { citations: [citation("Daily."), citation("Off site.")] }, [["QUOTE", null, "Off site."]]],
    [
      "exceptions: one ended, one came, one is longer",
      { exceptions: [exception("1"), exception("2")] },
      { exceptions: [exception("2", "2028-01-31"), exception("3")] },
      [
        ["EXCEPTION", "RISK_ACCEPTED until 2027-01-31", null],
        ["EXCEPTION", "RISK_ACCEPTED until 2027-01-31", "RISK_ACCEPTED until 2028-01-31"],
        ["EXCEPTION", null, "RISK_ACCEPTED until 2027-01-31"],
      ],
    ],
    ["a passage that was read and is not cited", {}, {}, [["OTHER", null, null]]],
    [
      "nothing that is known, where no digest was kept",
      { reviewDigest: null },
      { reviewDigest: null },
      [["OTHER", null, null]],
    ],
    ["nothing, as the digests say", { status: "PARTIAL" }, { reviewDigest: "before" }, []],
  ])("%s", (_, before, after, expected) => {
    expect(changes(before, after).map(({ change, before, after }) => [change, before, after])).toEqual(expected);
  });
});
