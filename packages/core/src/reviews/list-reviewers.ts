import { QUICK_REVIEW_MS, type ReviewerListQuery, type ReviewerStatistics } from "@assay/contract";
import { oneRow, reviews, type Transaction, tenants } from "@assay/db";
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, max, type SQL, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

export interface ReviewerPage {
  readonly reviewers: ReviewerStatistics[];
  readonly from: string;
  readonly to: string;
}

const REVIEWERS_MAX = 200;
const DEFAULT_MS = 90 * 86_400_000;

const countOf = (condition: SQL | undefined) =>
  sql<number>`(count(*) filter (where ${and(isNull(reviews.confirmsReviewId), condition)}))::int`;
const decisions = countOf(undefined);

/** How carefully each person reviews: how often in a few seconds, and without opening what the verdict cites. */
export function listReviewers(ctx: Context, query: ReviewerListQuery): Promise<ReviewerPage> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const { from, to } = await rangeOf(tx, ctx.tenantId, query);
    const rows = await tx
      .select({
        reviewerId: reviews.reviewerId,
        reviewerName: sql<string>`(array_agg(${reviews.reviewerName} order by ${reviews.createdAt} desc))[1]`,
        decisions,
        agreed: countOf(eq(reviews.decision, "AGREED")),
        changed: countOf(eq(reviews.decision, "CHANGED")),
        sentBack: countOf(eq(reviews.decision, "SENT_BACK")),
        confirmed: sql<number>`(count(*) filter (where ${isNotNull(reviews.confirmsReviewId)}))::int`,
        quick: countOf(lt(reviews.durationMs, QUICK_REVIEW_MS)),
        nothingOpened: countOf(and(sql`${reviews.citedCount} > 0`, eq(reviews.openedCount, 0))),
        medianDurationMs: sql<number | null>`round(percentile_cont(0.5) within group (order by ${reviews.durationMs})
          filter (where ${isNull(reviews.confirmsReviewId)}))::int`,
        lastAt: max(reviews.createdAt),
      })
      .from(reviews)
      .where(
        and(
          eq(reviews.tenantId, ctx.tenantId),
          gte(reviews.createdAt, new Date(from)),
          lt(reviews.createdAt, new Date(to)),
        ),
      )
      .groupBy(reviews.reviewerId)
      .orderBy(desc(decisions), asc(reviews.reviewerId))
      .limit(REVIEWERS_MAX);
    const reviewers = rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt!.toISOString() }));
    return { reviewers, from, to };
  });
}

async function rangeOf(tx: Transaction, tenantId: string, { from, to }: ReviewerListQuery) {
  const { now } = oneRow(await tx.select({ now: databaseMillis }).from(tenants).where(eq(tenants.id, tenantId)));
  // The millisecond under way belongs to it.
  const end = to ?? new Date(now + 1).toISOString();
  return { from: from ?? new Date(Date.parse(end) - DEFAULT_MS).toISOString(), to: end };
}
