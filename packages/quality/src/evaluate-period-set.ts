import { EVIDENCE_RULES, type Occurrences } from "@assay/contract";
import { type DatedFact, evaluateAnswer } from "@assay/core/assessments";
import { findDatedFacts } from "@assay/core/documents/dated-facts";
import { deriveEvidenceKind } from "@assay/core/documents/evidence-kind";
import { deriveExpectation } from "@assay/core/packs/expectation";
import type { PeriodSet } from "../sets/period/make-sets.ts";
import type { WrittenDocument } from "../sets/period/write-records.ts";
import { evidenceOf, type GivenPassage } from "./evidence-of.ts";

/** What becomes of a set of evidence whose every first passage an assessor quotes and calls COMPLETE. */
export interface JudgedSet {
  readonly status: string;
  readonly flags: readonly string[];
  readonly occurrences: Occurrences | null;
  readonly every: string | null;
  readonly reasoning: string;
}

/** Through the product's own code: the kinds and dated facts of the documents, the expectation, occurrences and rules. */
export function evaluatePeriodSet({ requirement, period, documents }: PeriodSet): JudgedSet {
  const read = documents.map(readDocument);
  const passages = read.flatMap((each) => each.passages);
  const expectation = deriveExpectation(requirement);
  const verdict = evaluateAnswer(
    {
      confidence: 0.95,
      quotes: read.map(({ passages: [first] }) => ({ chunkId: first!.chunkId, text: longestLine(first!.text) })),
      reasoning: "",
      remediation: null,
    },
    evidenceOf({
      requirement: { title: requirement, criterionTitle: "Controls", expectation },
      passages,
      // The others are measured by sets of their own.
      rules: { ...EVIDENCE_RULES, contradicted: "OFF", weakSupport: "OFF" },
      on: "2026-01-31",
      period,
      facts: read.flatMap((each) => each.facts),
    }),
  );
  const { status, flags, occurrences, reasoning } = verdict;
  return { status, flags, occurrences, reasoning, every: expectation?.every ?? null };
}

function readDocument({ filename, fileType, pieces }: WrittenDocument, at: number) {
  const found = findDatedFacts(pieces);
  const factCount = found.facts.flat().length;
  const text = pieces.map((piece) => piece.text).join("\n");
  const evidenceKind = deriveEvidenceKind({
    filename,
    fileType,
    headings: [],
    opening: text.slice(0, 2000),
    text,
    factCount,
  });
  const chunkId = (piece: number) => `${filename} ${at} ${piece}`;
  const passages = pieces.map(
    (piece, index): GivenPassage => ({
      chunkId: chunkId(index),
      documentId: `${filename} ${at}`,
      documentTitle: filename,
      text: piece.text,
      evidenceKind,
    }),
  );
  const facts = found.facts.flatMap((ofPiece, index) =>
    ofPiece.map(
      ({ date, scope, start, end }): DatedFact => ({
        date,
        scope,
        documentId: `${filename} ${at}`,
        chunkId: chunkId(index),
        text: pieces[index]!.text.slice(start, end),
        topic: pieces[index]!.context ?? "",
      }),
    ),
  );
  return { passages, facts };
}

function longestLine(text: string): string {
  return text.split("\n").reduce((longest, line) => (line.length > longest.length ? line : longest), "");
}
