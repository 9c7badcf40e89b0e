import {
  type AssessmentFlag,
  type AssessmentStatus,
  type Citation,
  canonicalJson,
  type EvidenceRules,
  type Expectation,
  type FixedException,
  type Period,
} from "@assay/contract";
import type { runDocuments } from "@assay/db";
import { sha256Hex } from "../digest.ts";

/** A cited document as the run fixed it. */
export type CitedDocument = Pick<
  typeof runDocuments.$inferSelect,
  "documentId" | "originalFilename" | "sha256Hash" | "evidenceKind" | "effectiveDate" | "expiresAt" | "state"
>;

/** All that a review of a verdict rests on. */
export interface ReviewedFacts {
  readonly inputDigest: string;
  readonly status: AssessmentStatus;
  readonly flags: readonly AssessmentFlag[];
  readonly citations: readonly Citation[];
  /** Of the citations. */
  readonly documents: readonly CitedDocument[];
  readonly expectation: Expectation | null;
  readonly period: Period | null;
  readonly rules: EvidenceRules;
  /** Active for the requirement when the run started. */
  readonly exceptions: readonly FixedException[];
}

/** Counts up where what is compared changes: a previous review is then offered as changed. */
const VERSION = 1;

/**
 * Returns the SHA-256 of what a review rests on: an equal one in a later run means that nothing has changed since. By the
 * hashes of documents and the words of quotes, as the same file has other ids after it was uploaded again.
 */
export function digestReview(facts: ReviewedFacts): Promise<string> {
  const { inputDigest, status, flags, citations, documents, expectation, period, rules, exceptions } = facts;
  const hashes = new Map(documents.map(({ documentId, sha256Hash }) => [documentId, sha256Hash]));
  const sorted = (values: readonly unknown[]) => values.map(canonicalJson).sort();
  return sha256Hex(
    canonicalJson({
      version: VERSION,
      inputDigest,
      status,
      flags: sorted(flags),
      quotes: sorted(citations.map(({ documentId, text }) => [hashes.get(documentId) ?? null, text])),
      documents: sorted(documents.map(({ documentId, originalFilename, ...facts }) => facts)),
      expectation,
      period,
      rules,
      exceptions: sorted(exceptions),
    }),
  );
}
