import {
  AssayError,
  type AssessmentFlag,
  type AssessmentStatus,
  CONFIDENCE_BAR,
  EVIDENCE_RULE_NAMES,
  type EvidenceRules,
  type JudgedPart,
  type StatusCounts,
  type ThresholdPreview,
  type ThresholdPreviewQuery,
} from "@assay/contract";
import { assessments, requirements, type StoredAnswer, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { FLAG_OF_RULE } from "../assessments/evidence-rules.ts";
import { isNotJudged } from "../assessments/not-judged.ts";
import { boundByParts } from "../assessments/parts/evaluate-parts.ts";
import { requireSealedVerdicts } from "../assessments/sealed-verdicts.ts";
import {
  type ConfidenceThresholds,
  capBelowComplete,
  finaliseVerdict,
  roundConfidence,
} from "../assessments/status-from-confidence.ts";
import { decodeCursor, toPage } from "../paging.ts";
import { getRetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { rulesOf } from "../retrieval-versions/to-records.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { withRun } from "./read-runs.ts";
import type { RunRow } from "./to-run.ts";

/**
 * How the stored verdicts of a finished run would read under other thresholds and evidence rules; nothing is stored. A
 * rule that the run had OFF is omitted, as nothing is stored of what it would find. Throws NOT_FOUND,
 * INTEGRITY_ERROR, INVALID_STATE for a run that has not ended or that was imported, as its verdicts need not follow from a confidence.
 */
export function previewThresholds(ctx: Context, query: ThresholdPreviewQuery): Promise<ThresholdPreview> {
  requireRole(ctx, "ADMIN");
  const { runId, complete, partial, limit, cursor, ...effects } = query;
  const from = cursor === undefined ? -1 : decodeCursor("threshold-preview", cursor, ["number"])[0];
  return withRun(ctx, runId, async (tx, run) => {
    requireJudged(run);
    await requireSealedVerdicts(tx, run);
    const version = await getRetrievalVersion(tx, run.retrievalVersionId);
    const pinnedRules = rulesOf(version);
    const triedRules = { ...pinnedRules, ...effects };
    const tried = { complete, partial };
    const verdicts = (await listVerdicts(tx, ctx.tenantId, runId)).map((verdict) => ({
      ...verdict,
      after: statusUnder(tried, triedRules, verdict),
    }));
    const changed = verdicts.filter(({ before, after }) => before !== after);
    const rest = changed.filter(({ position }) => position > from);
    const page = toPage("threshold-preview", rest, limit, ({ position }) => [position]);
    return {
      runId,
      pinned: { complete: version.confidenceComplete, partial: version.confidencePartial },
      tried,
      pinnedRules,
      triedRules,
      rulesNotApplied: EVIDENCE_RULE_NAMES.filter((name) => pinnedRules[name] === "OFF" && triedRules[name] !== "OFF"),
      before: countStatuses(verdicts, ({ before }) => before),
      after: countStatuses(verdicts, ({ after }) => after),
      confidences: countConfidences(verdicts),
      changedCount: changed.length,
      changed: page.items.map(({ position, flags, answer, parts, ...verdict }) => verdict),
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
  readonly flags: readonly AssessmentFlag[];
  readonly answer: StoredAnswer | null;
  readonly parts: readonly JudgedPart[] | null;
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
      flags: assessments.flags,
      answer: assessments.answer,
      parts: assessments.parts,
    })
    .from(assessments)
    .innerJoin(requirements, eq(requirements.id, assessments.requirementRecordId))
    .where(and(eq(assessments.tenantId, tenantId), eq(assessments.runId, runId)))
    .orderBy(asc(assessments.position));
}

/** Made again of the assessor's answer, where it is stored; else of the confidence that the verdict was left with. */
function statusUnder(
  thresholds: ConfidenceThresholds,
  rules: EvidenceRules,
  { before, confidence, citationCount, flags, answer, parts }: StoredVerdict,
): AssessmentStatus {
  if (before === "FAILED" || isNotJudged({ flags })) return before;
  const bounded = answer ? boundByParts(roundConfidence(answer.confidence), parts ?? [], thresholds) : confidence;
  const settled = finaliseVerdict(bounded, citationCount, thresholds).confidence;
  const caps = EVIDENCE_RULE_NAMES.some((name) => rules[name] === "CAP" && flags.includes(FLAG_OF_RULE[name]));
  return finaliseVerdict(caps ? capBelowComplete(settled, thresholds) : settled, citationCount, thresholds).status;
}

function countStatuses<Of extends StoredVerdict>(
  verdicts: readonly Of[],
  statusOf: (verdict: Of) => AssessmentStatus,
): StatusCounts {
  const counts = { COMPLETE: 0, PARTIAL: 0, MISSING: 0, FAILED: 0, NOT_JUDGED: 0 };
  for (const verdict of verdicts) counts[isNotJudged(verdict) ? "NOT_JUDGED" : statusOf(verdict)] += 1;
  return counts;
}

function countConfidences(verdicts: readonly StoredVerdict[]): number[] {
  const bars = Array<number>(Math.round(1 / CONFIDENCE_BAR)).fill(0);
  for (const { before, confidence, flags } of verdicts)
    if (before !== "FAILED" && !isNotJudged({ flags }))
      bars[Math.min(Math.floor(confidence / CONFIDENCE_BAR + 1e-9), bars.length - 1)]! += 1;
  return bars;
}
