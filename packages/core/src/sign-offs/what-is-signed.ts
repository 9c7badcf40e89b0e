import { canonicalJson, type SignOffPayload } from "@assay/contract";
import { assessments, runExceptions, type Transaction } from "@assay/db";
import { and, asc, eq } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { findReviews } from "../reviews/find-reviews.ts";
import { requireRows } from "../sealed/index.ts";
import type { LockedRun } from "./lock-run.ts";

/** What a signature is for: the snapshot, and what people said of it by now. */
export type Signed = Pick<
  SignOffPayload,
  | "runId"
  | "tenantId"
  | "snapshotHash"
  | "reviewsHash"
  | "exceptionsHash"
  | "reviewedCount"
  | "sentBackCount"
  | "totalRequirements"
  | "citedPassages"
  | "openedPassages"
>;

type CountedReviews = Awaited<ReturnType<typeof readReviews>>;

export async function readWhatIsSigned(tx: Transaction, run: LockedRun): Promise<Signed> {
  const counted = await readReviews(tx, run);
  const sum = (count: (review: CountedReviews[number]) => number) =>
    counted.reduce((total, review) => total + count(review), 0);
  return {
    runId: run.id,
    tenantId: run.tenantId,
    snapshotHash: run.snapshotHash,
    reviewsHash: await hashReviews(counted),
    exceptionsHash: await hashExceptions(tx, run),
    reviewedCount: counted.length,
    sentBackCount: counted.filter(({ decision }) => decision === "SENT_BACK").length,
    totalRequirements: run.totalRequirements,
    citedPassages: sum(({ citedCount }) => citedCount),
    openedPassages: sum(({ openedCount }) => openedCount),
  };
}

type OfRun = Pick<LockedRun, "tenantId" | "id">;

/** Of the reviews that count now. Throws INTEGRITY_ERROR where one is stored otherwise than it was recorded. */
export async function hashCountingReviews(tx: Transaction, run: OfRun): Promise<string> {
  return hashReviews(await readReviews(tx, run));
}

/** The reviews that count, in pack order. */
async function readReviews(tx: Transaction, { tenantId, id }: OfRun) {
  const reviews = await findReviews(tx, { tenantId, runId: id });
  const order = await tx
    .select({ requirementId: assessments.requirementId })
    .from(assessments)
    .where(and(eq(assessments.tenantId, tenantId), eq(assessments.runId, id)))
    .orderBy(asc(assessments.position));
  return order.flatMap(({ requirementId }) => reviews.get(requirementId) ?? []);
}

/** Of a reason only its digest, so that its redaction changes nothing. */
function hashReviews(counted: CountedReviews): Promise<string> {
  const list = counted.map((review) => ({
    requirementId: review.requirementId,
    sequence: review.sequence,
    decision: review.decision,
    status: review.status,
    reasonCode: review.reasonCode,
    reasonHash: review.reasonHash,
    reviewerId: review.reviewerId,
    openedCount: review.openedCount,
    citedCount: review.citedCount,
    confirmsReviewId: review.confirmsReviewId,
    // Omitted where empty, so that the hash of a review of an earlier release stays.
    ...(review.rejectedCitations.length > 0 && { rejectedCitations: review.rejectedCitations }),
    createdAt: review.createdAt.toISOString(),
  }));
  return sha256Hex(canonicalJson(list));
}

/** Of the exceptions that the run fixed, by id. Throws INTEGRITY_ERROR where they are not what they were at its end. */
export async function hashExceptions(tx: Transaction, { tenantId, id }: OfRun): Promise<string> {
  await requireRows(tx, { tenantId, runId: id }, "run_exceptions");
  const rows = await tx
    .select({ exception: runExceptions.exception })
    .from(runExceptions)
    .where(and(eq(runExceptions.tenantId, tenantId), eq(runExceptions.runId, id)))
    .orderBy(asc(runExceptions.exceptionId));
  return sha256Hex(canonicalJson(rows.map(({ exception }) => exception)));
}
