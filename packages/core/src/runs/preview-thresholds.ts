import {
  AssayError,
  type AssessmentStatus,
  CONFIDENCE_BAR,
  type ThresholdPreview,
  type ThresholdPreviewQuery,
} from "@assay/contract";
import { assessments, requirements, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { type ConfidenceThresholds, settleVerdict } from "../assessments/status-from-confidence.ts";
import { decodeCursor, toPage } from "../paging.ts";
import { getRetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { withRun } from "./read-runs.ts";
import type { RunRow } from "./to-run.ts";

/**
 * How the stored verdicts of a finished run would read under other thresholds; nothing is stored. Throws NOT_FOUND,
 * INVALID_STATE for a run that has not ended or that was imported, as its verdicts need not follow from a confidence.
 */
export function previewThresholds(ctx: Context, query: ThresholdPreviewQuery): Promise<ThresholdPreview> {
  requireRole(ctx, "ADMIN");
  const { runId, complete, partial, limit, cursor } = query;
  const from = cursor === undefined ? -1 : decodeCursor("threshold-preview", cursor, ["number"])[0];
  return withRun(ctx, runId, async (tx, run) => {
    requireJudged(run);
    const { confidenceComplete, confidencePartial } = await getRetrievalVersion(tx, run.retrievalVersionId);
    const tried = { complete, partial };
    const verdicts = (await listVerdicts(tx, ctx.tenantId, runId)).map((verdict) => ({
      ...verdict,
      after: statusUnder(tried, verdict),
    }));
    const changed = verdicts.filter(({ before, after }) => before !== after);
    const rest = changed.filter(({ position }) => position > from);
    const page = toPage("threshold-preview", rest, limit, ({ position }) => [position]);
    return {
      runId,
      pinned: { complete: confidenceComplete, partial: confidencePartial },
      tried,
      before: countStatuses(verdicts.map(({ before }) => before)),
      after: countStatuses(verdicts.map(({ after }) => after)),
      confidences: countConfidences(verdicts),
      changedCount: changed.length,
      changed: page.items.map(({ position, ...verdict }) => verdict),
      nextCursor: page.nextCursor,
    };
  });
}

function requireJudged({ id, status, triggerType }: RunRow): void {
  const details = { runId: id, status };
  if (status !== "COMPLETED" && status !== "FAILED")
    throw new AssayError(
      "INVALID_STATE",
      `Cannot preview thresholds on run '${id}' because it must have ended: its status is ${status}`,
      { details },
    );
  if (triggerType === "import")
    throw new AssayError(
      "INVALID_STATE",
      `Cannot preview thresholds on run '${id}' because it was imported: its verdicts may not follow from their confidence`,
      { details },
    );
}

interface StoredVerdict {
  readonly requirementId: string;
  readonly title: string;
  readonly confidence: number;
  readonly citationCount: number;
  readonly before: AssessmentStatus;
  readonly position: number;
}

function listVerdicts(tx: Transaction, tenantId: string, runId: string): Promise<StoredVerdict[]> {
  return tx
    .select({
      requirementId: assessments.requirementId,
      title: requirements.title,
      confidence: assessments.confidence,
      citationCount: sql<number>`jsonb_array_length(${assessments.citations})`,
      before: assessments.status,
      position: assessments.position,
    })
    .from(assessments)
    .innerJoin(requirements, eq(requirements.id, assessments.requirementRecordId))
    .where(and(eq(assessments.tenantId, tenantId), eq(assessments.runId, runId)))
    .orderBy(asc(assessments.position));
}

function statusUnder(thresholds: ConfidenceThresholds, verdict: StoredVerdict): AssessmentStatus {
  if (verdict.before === "FAILED") return "FAILED";
  return settleVerdict(verdict.confidence, verdict.citationCount, thresholds).status;
}

function countStatuses(statuses: readonly AssessmentStatus[]): Record<AssessmentStatus, number> {
  const counts = { COMPLETE: 0, PARTIAL: 0, MISSING: 0, FAILED: 0 };
  for (const status of statuses) counts[status] += 1;
  return counts;
}

function countConfidences(verdicts: readonly StoredVerdict[]): number[] {
  const bars = Array<number>(Math.round(1 / CONFIDENCE_BAR)).fill(0);
  for (const { before, confidence } of verdicts)
    if (before !== "FAILED") bars[Math.min(Math.floor(confidence / CONFIDENCE_BAR + 1e-9), bars.length - 1)]! += 1;
  return bars;
}
