import {
  DAMAGED_REVIEWS_MAX,
  type DamagedResult,
  QUICK_REVIEW_MS,
  type ReviewerListQuery,
  type ReviewerStatistics,
} from "@assay/contract";
import { oneRow, resultChecks, reviews, rowsOf, type Transaction, tenants } from "@assay/db";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, max, type SQL, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import { damagedResult, readHashes, splitRecorded } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

export interface ReviewerPage {
  readonly reviewers: ReviewerStatistics[];
  readonly from: string;
  readonly to: string;
  /** In no count. */
  readonly damaged: DamagedResult[];
}

const REVIEWERS_MAX = 200;
const BATCH = 1000;
const DEFAULT_MS = 90 * 86_400_000;

const countOf = (condition: SQL | undefined) =>
  sql<number>`(count(*) filter (where ${and(isNull(reviews.confirmsReviewId), condition)}))::int`;
const decisions = countOf(undefined);

/** How carefully each person reviews: how often in a few seconds, and without opening what the verdict cites. */
export function listReviewers(ctx: Context, query: ReviewerListQuery): Promise<ReviewerPage> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const { from, to } = await rangeOf(tx, ctx.tenantId, query);
    const inTime = and(gte(reviews.createdAt, new Date(from)), lt(reviews.createdAt, new Date(to)))!;
    const damaged = await findDamaged(tx, ctx.tenantId, inTime);
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
        and(eq(reviews.tenantId, ctx.tenantId), inTime, sql`not ${reviews.id} = any(${sql.param(damaged)}::uuid[])`),
      )
      .groupBy(reviews.reviewerId)
      .orderBy(desc(decisions), asc(reviews.reviewerId))
      .limit(REVIEWERS_MAX);
    const reviewers = rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt!.toISOString() }));
    return { reviewers, from, to, damaged: damaged.slice(0, DAMAGED_REVIEWS_MAX).map(damagedResult) };
  });
}

/** Those in the time that are stored otherwise than they were recorded, and all that the last daily checks named: also those that are gone. */
async function findDamaged(tx: Transaction, tenantId: string, inTime: SQL): Promise<string[]> {
  const named = await rowsOf<{ id: string }>(
    tx,
    sql`select split_part(name, '/', 2) as id from ${resultChecks} checked, unnest(checked.damaged) name
      where checked.tenant_id = ${tenantId} and checked.damaged <> '{}' and name like 'review/%'
      order by 1`,
  );
  return [...new Set([...(await listChanged(tx, tenantId, inTime)), ...named.map(({ id }) => id)])];
}

/** Batch after batch, each with its entries: asked for row after row, they take ten times as long. */
async function listChanged(tx: Transaction, tenantId: string, inTime: SQL): Promise<string[]> {
  const changed: string[] = [];
  for (let after: string | undefined; ; ) {
    const batch = await compareBatch(
      tx,
      tenantId,
      and(inTime, after === undefined ? undefined : gt(reviews.id, after)),
    );
    // Anyone who removes a reason meanwhile does so once: at the second look row and entry are of the same time.
    if (batch.changed.length > 0)
      changed.push(...(await compareBatch(tx, tenantId, inArray(reviews.id, batch.changed))).changed);
    if (batch.ids.length < BATCH) return changed;
    after = batch.ids.at(-1)!;
  }
}

async function compareBatch(tx: Transaction, tenantId: string, which: SQL | undefined) {
  const rows = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), which))
    .orderBy(asc(reviews.id))
    .limit(BATCH);
  const ids = rows.map(({ id }) => id);
  const hashes = await readHashes(tx, "review", { tenantId, ids });
  const records = rows.map((row) => ({ ...row, recordedHash: hashes.get(row.id) ?? null }));
  const { damaged } = await splitRecorded("review", records, (row) => row);
  return { ids, changed: damaged.map(({ id }) => id) };
}

async function rangeOf(tx: Transaction, tenantId: string, { from, to }: ReviewerListQuery) {
  const { now } = oneRow(await tx.select({ now: databaseMillis }).from(tenants).where(eq(tenants.id, tenantId)));
  // The millisecond under way belongs to it.
  const end = to ?? new Date(now + 1).toISOString();
  return { from: from ?? new Date(Date.parse(end) - DEFAULT_MS).toISOString(), to: end };
}
