import type { Review } from "@assay/contract";
import type { reviews } from "@assay/db";
import type { ReviewerAddress } from "./describe-address.ts";

export type ReviewRow = typeof reviews.$inferSelect;

export function toReview(row: ReviewRow, address?: ReviewerAddress | null): Review {
  return {
    id: row.id,
    runId: row.runId,
    requirementId: row.requirementId,
    sequence: row.sequence,
    decision: row.decision,
    status: row.status,
    reasonCode: row.reasonCode,
    reason: row.reason,
    reasonHash: row.reasonHash,
    redactedAt: row.redactedAt?.toISOString() ?? null,
    redactedBy: row.redactedBy,
    reviewerId: row.reviewerId,
    reviewerName: row.reviewerName,
    reviewerRole: row.reviewerRole,
    ...address,
    openedChunkIds: row.openedChunkIds,
    citedCount: row.citedCount,
    openedCount: row.openedCount,
    rejectedCitations: row.rejectedCitations,
    durationMs: row.durationMs,
    confirmsReviewId: row.confirmsReviewId,
    createdAt: row.createdAt.toISOString(),
  };
}
