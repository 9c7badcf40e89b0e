import type { DamagedResult, SnapshotStatus } from "@assay/contract";
import { comments, reviews, runDocuments, type Transaction } from "@assay/db";
import { and, count, desc, eq, getTableColumns, inArray, lte, notInArray } from "drizzle-orm";
import { listVerdictsOf } from "../assessments/sealed-verdicts.ts";
import { requirementsOf } from "../packs/bindings.ts";
import { damagedResult } from "../records/index.ts";
import { type ReviewerAddress, recordedAddress } from "../reviews/describe-address.ts";
import type { KnownEnd } from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenantForRun } from "../tenancy/transact.ts";
import type { ReportBounds } from "./read-report-head.ts";
import type { ReportBatch, ReportedReview } from "./report.ts";

const BATCH_SIZE = 100;

export interface ReportedRun extends KnownEnd {
  readonly runId: string;
  readonly criteriaVersionId: string;
  readonly snapshotStatus: SnapshotStatus;
  readonly bounds: ReportBounds;
}

/** The requirements of an ended run in pack order, each batch in a transaction of its own. */
export async function* readReportBatches(ctx: Context, reported: ReportedRun): AsyncGenerator<ReportBatch, undefined> {
  for (let position = -1; ; ) {
    const batch = await inTenantForRun(ctx, reported.runId, (tx) => readBatch(tx, ctx.tenantId, reported, position));
    if (!batch) return;
    yield batch;
    position = batch.position;
  }
}

async function readBatch(
  tx: Transaction,
  tenantId: string,
  { runId, criteriaVersionId, snapshotStatus, bounds, end }: ReportedRun,
  after: number,
): Promise<(ReportBatch & { readonly position: number }) | undefined> {
  const requirements = await requirementsOf(tx, criteriaVersionId, after).limit(BATCH_SIZE);
  if (requirements.length === 0) return undefined;
  const ids = requirements.map(({ requirementId }) => requirementId);
  const found = await listVerdictsOf(tx, { tenantId, id: runId, snapshotStatus, end }, ids);
  const verdicts = new Map(found.map((verdict) => [verdict.requirementId, verdict]));
  const reviewed = await readReviews(tx, { tenantId, runId }, ids, bounds);
  const counts = await countComments(tx, { tenantId, runId }, ids, bounds);
  const cited = [...verdicts.values()].flatMap(({ citations }) => citations.map(({ documentId }) => documentId));
  return {
    position: requirements.at(-1)!.position,
    rows: requirements.map((requirement) => ({
      requirement,
      assessment: verdicts.get(requirement.requirementId),
      review: reviewed.get(requirement.requirementId),
      comments: counts.get(requirement.requirementId) ?? 0,
    })),
    documentNames: await readDocumentNames(tx, { tenantId, runId }, cited),
  };
}

interface Scope {
  readonly tenantId: string;
  readonly runId: string;
}

async function readReviews(
  tx: Transaction,
  { tenantId, runId }: Scope,
  requirementIds: readonly string[],
  { reviewsTo, damagedReviews }: ReportBounds,
): Promise<ReadonlyMap<string, ReportedReview | DamagedResult>> {
  const rows = await tx
    .selectDistinctOn([reviews.requirementId], { ...getTableColumns(reviews), address: recordedAddress(tenantId) })
    .from(reviews)
    .where(
      and(
        eq(reviews.tenantId, tenantId),
        eq(reviews.runId, runId),
        inArray(reviews.requirementId, [...requirementIds]),
        lte(reviews.sequence, reviewsTo),
      ),
    )
    .orderBy(reviews.requirementId, desc(reviews.sequence));
  const toReported = (row: (typeof rows)[number]): ReportedReview | DamagedResult =>
    damagedReviews.includes(row.id) ? damagedResult(row.id) : toReportedReview(row);
  return new Map(rows.map((row) => [row.requirementId, toReported(row)]));
}

function toReportedReview({
  address,
  ...row
}: typeof reviews.$inferSelect & { readonly address: ReviewerAddress | null }): ReportedReview {
  return {
    decision: row.decision,
    status: row.status,
    reasonCode: row.reasonCode,
    reason: row.reason,
    isRedacted: row.redactedAt !== null,
    reviewerName: row.reviewerName,
    isAddressUnproved: address?.addressProof === "NONE",
    at: row.createdAt.toISOString(),
    citedCount: row.citedCount,
    openedCount: row.openedCount,
    openedChunkIds: row.openedChunkIds,
    rejectedCitations: row.rejectedCitations,
  };
}

async function countComments(
  tx: Transaction,
  { tenantId, runId }: Scope,
  requirementIds: readonly string[],
  { commentsTo, damagedComments }: ReportBounds,
): Promise<ReadonlyMap<string | null, number>> {
  const rows = await tx
    .select({ requirementId: comments.requirementId, value: count() })
    .from(comments)
    .where(
      and(
        eq(comments.tenantId, tenantId),
        eq(comments.runId, runId),
        inArray(comments.requirementId, [...requirementIds]),
        lte(comments.sequence, commentsTo),
        damagedComments.length > 0 ? notInArray(comments.id, [...damagedComments]) : undefined,
      ),
    )
    .groupBy(comments.requirementId);
  return new Map(rows.map(({ requirementId, value }) => [requirementId, value]));
}

async function readDocumentNames(
  tx: Transaction,
  { tenantId, runId }: Scope,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: runDocuments.documentId, name: runDocuments.originalFilename })
    .from(runDocuments)
    .where(
      and(
        eq(runDocuments.tenantId, tenantId),
        eq(runDocuments.runId, runId),
        inArray(runDocuments.documentId, [...new Set(documentIds)]),
      ),
    );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
