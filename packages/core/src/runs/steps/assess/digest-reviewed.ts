import type { EvidenceRules } from "@assay/contract";
import { digestReview, type ReviewedFacts } from "../../../reviews/digest-review.ts";
import { periodOf, type RunRow } from "../../to-run.ts";
import type { Passage, Subject } from "./load-passages.ts";

type Reviewed = Pick<ReviewedFacts, "inputDigest" | "status" | "flags" | "citations">;

/** The digest of all that a review of this verdict will rest on: what is cited is among the passages. */
export function digestReviewed(
  { run, rules }: { readonly run: RunRow; readonly rules: EvidenceRules },
  { expectation, exceptions }: Subject,
  passages: readonly Passage[],
  { inputDigest, status, flags, citations }: Reviewed,
): Promise<string> {
  const cited = new Set(citations.map(({ documentId }) => documentId));
  const ofCited = passages.filter(({ documentId }) => cited.has(documentId));
  const documents = [...new Map(ofCited.map((passage) => [passage.documentId, toDocument(passage)])).values()];
  const period = periodOf(run);
  return digestReview({ inputDigest, status, flags, citations, documents, expectation, period, rules, exceptions });
}

function toDocument(passage: Passage): ReviewedFacts["documents"][number] {
  const { documentId, documentTitle, sha256Hash, evidenceKind, effectiveDate, expiresAt, documentState } = passage;
  const facts = { sha256Hash, evidenceKind, effectiveDate, expiresAt, state: documentState };
  return { documentId, originalFilename: documentTitle, ...facts };
}
