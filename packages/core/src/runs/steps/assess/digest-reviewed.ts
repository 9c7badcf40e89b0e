import type { EvidenceRules } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { digestReview, type ReviewedFacts } from "../../../reviews/digest-review.ts";
import { findFixedDocuments } from "../../../reviews/reviewed-facts.ts";
import { periodOf, type RunRow } from "../../to-run.ts";
import type { Subject } from "./load-passages.ts";

type Reviewed = Pick<ReviewedFacts, "inputDigest" | "status" | "flags" | "citations" | "exceptions">;

/** The digest of all that a review of this verdict will rest on. */
export async function digestReviewed(
  tx: Transaction,
  { run, rules }: { readonly run: RunRow; readonly rules: EvidenceRules },
  { expectation }: Subject,
  { inputDigest, status, flags, citations, exceptions }: Reviewed,
): Promise<string> {
  const cited = [...new Set(citations.map(({ documentId }) => documentId))];
  const documents = await findFixedDocuments(tx, { tenantId: run.tenantId, runId: run.id }, cited);
  const period = periodOf(run);
  return digestReview({ inputDigest, status, flags, citations, documents, expectation, period, rules, exceptions });
}
