import type { Assessment, AssessmentStatus } from "@assay/contract";
import { assessments, type Transaction } from "@assay/db";
import { and, asc, eq, gt, type SQL } from "drizzle-orm";

export type AssessmentRow = typeof assessments.$inferSelect;

interface Wanted {
  readonly tenantId: string;
  readonly runId: string;
  readonly status?: AssessmentStatus | undefined;
  /** Those after it. */
  readonly position?: number;
  readonly which?: SQL | undefined;
}

/** The assessments of a run in pack order. */
export function assessmentsOf(tx: Transaction, { tenantId, runId, status, position = -1, which }: Wanted) {
  return tx
    .select()
    .from(assessments)
    .where(
      and(
        eq(assessments.tenantId, tenantId),
        eq(assessments.runId, runId),
        gt(assessments.position, position),
        status === undefined ? undefined : eq(assessments.status, status),
        which,
      ),
    )
    .orderBy(asc(assessments.position))
    .$dynamic();
}

export function toAssessment(row: AssessmentRow): Assessment {
  return {
    id: row.id,
    runId: row.runId,
    requirementId: row.requirementId,
    status: row.status,
    confidence: row.confidence,
    citations: row.citations.map(({ documentId, chunkId, text, pageNumber }) => ({
      documentId,
      chunkId,
      text,
      pageNumber,
    })),
    reasoning: row.reasoning,
    ...(row.flags.length > 0 ? { flags: row.flags } : {}),
    ...(row.parts ? { parts: row.parts } : {}),
    ...(row.citationNotes.length > 0 ? { citationNotes: row.citationNotes } : {}),
    ...(row.setAside ? { setAside: row.setAside } : {}),
    ...(row.occurrences ? { occurrences: row.occurrences } : {}),
    ...(row.unreadDocuments?.length ? { unreadDocuments: row.unreadDocuments } : {}),
    ...(row.reusedFromRunId ? { reusedFromRunId: row.reusedFromRunId } : {}),
  };
}
