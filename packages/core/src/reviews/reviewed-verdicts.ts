import type { AssessmentFlag, AssessmentStatus } from "@assay/contract";
import { AssayError } from "@assay/contract";
import { assessments, requirements, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { requireSealedVerdicts } from "../assessments/sealed-verdicts.ts";
import { requirePinned } from "../records/index.ts";
import type { ReviewedRun } from "./reviewed-run.ts";

/** What a review needs to know of a verdict. */
export interface ReviewedVerdict {
  readonly requirementRecordId: string;
  readonly requirementId: string;
  readonly title: string;
  readonly position: number;
  readonly status: AssessmentStatus;
  readonly flags: AssessmentFlag[];
  /** Whether a citation does not prove what the requirement asks for. */
  readonly hasWeakCitation: boolean;
  /** Each cited passage once. */
  readonly citedChunkIds: string[];
  readonly citationCount: number;
  readonly reviewDigest: string | null;
}

/**
 * The verdicts of a run, in pack order; of these requirements alone where some are named. Throws INTEGRITY_ERROR where one is
 * stored otherwise than it was sealed: nobody decides on it.
 */
export async function findVerdicts(
  tx: Transaction,
  run: ReviewedRun,
  requirementIds?: readonly string[],
): Promise<ReviewedVerdict[]> {
  await requireSealedVerdicts(tx, run, requirementIds);
  await requirePinned(tx, "criteria_version", { tenantId: run.tenantId, id: run.criteriaVersionId });
  return readVerdicts(tx, run, requirementIds);
}

function readVerdicts(
  tx: Transaction,
  { tenantId, id }: ReviewedRun,
  requirementIds: readonly string[] | undefined,
): Promise<ReviewedVerdict[]> {
  return tx
    .select({
      requirementRecordId: assessments.requirementRecordId,
      requirementId: assessments.requirementId,
      title: requirements.title,
      position: assessments.position,
      status: assessments.status,
      flags: assessments.flags,
      hasWeakCitation: sql<boolean>`jsonb_path_exists(${assessments.citationNotes}, '$[*].weak')`,
      citedChunkIds: sql<
        string[]
      >`array(select distinct cited ->> 'chunkId' from jsonb_array_elements(${assessments.citations}) cited)`,
      citationCount: sql<number>`jsonb_array_length(${assessments.citations})`,
      reviewDigest: assessments.reviewDigest,
    })
    .from(assessments)
    .innerJoin(requirements, eq(requirements.id, assessments.requirementRecordId))
    .where(
      and(
        eq(assessments.tenantId, tenantId),
        eq(assessments.runId, id),
        requirementIds === undefined ? undefined : inArray(assessments.requirementId, [...requirementIds]),
      ),
    )
    .orderBy(asc(assessments.position));
}

/** As `findVerdicts`. Throws NOT_FOUND for the first requirement that the run has no verdict of. */
export async function getVerdicts(
  tx: Transaction,
  run: ReviewedRun,
  requirementIds: readonly string[],
): Promise<ReviewedVerdict[]> {
  const verdicts = await findVerdicts(tx, run, requirementIds);
  const found = new Set(verdicts.map(({ requirementId }) => requirementId));
  const id = requirementIds.find((each) => !found.has(each));
  if (id !== undefined)
    throw new AssayError("NOT_FOUND", `Cannot find requirement '${id}' in run '${run.id}'`, { details: { id } });
  return verdicts;
}
