import {
  type DocumentSummary,
  type DocumentSummaryQuery,
  EXPIRING_DAYS,
  SUMMARY_CATEGORIES_MAX,
} from "@assay/contract";
import { documents, oneRow, rowsOf } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { isFailed } from "./count-failures.ts";
import { GAPS } from "./gaps.ts";
import { isNoContainer } from "./is-no-container.ts";
import { isLive } from "./places/is-live.ts";

type Counts = Omit<DocumentSummary, "categories">;

const isArchive = sql`not ${isNoContainer(documents.fileType)}`;
const isReady = sql`${documents.status} = 'READY'`;
const isWaiting = sql`${documents.status} not in ('READY', 'FAILED')`;
const today = sql`(now() at time zone 'utc')::date`;
const soon = sql`${today} + ${sql.raw(String(EXPIRING_DAYS))}`;

const countOf = (...conditions: SQL[]) => sql`count(*) filter (where ${sql.join(conditions, sql` and `)})`;
const sumOf = (column: SQL) => sql`sum(${column}) filter (where ${isLive} and not ${isArchive} and ${isReady})`;

const COUNTED = {
  documents: countOf(isLive, sql`not ${isArchive}`),
  ready: countOf(isLive, sql`not ${isArchive}`, isReady),
  waiting: countOf(isLive, sql`not ${isArchive}`, isWaiting),
  failed: countOf(isLive, sql`not ${isArchive}`, isFailed),
  archivesWaiting: countOf(isLive, isArchive, isWaiting),
  archivesFailed: countOf(isLive, isArchive, isFailed),
  pages: sumOf(sql`${documents.pages}`),
  pagesWithText: sumOf(sql`${documents.pagesWithText}`),
  chunks: sumOf(sql`${documents.chunkCount}`),
  expired: countOf(isLive, sql`${documents.expiresAt} < ${today}`),
  expiring: countOf(isLive, sql`${documents.expiresAt} >= ${today}`, sql`${documents.expiresAt} < ${soon}`),
  reviewDue: countOf(isLive, sql`${documents.reviewBy} <= ${today}`),
  notFullyRead: countOf(isLive, GAPS.NOT_FULLY_READ),
  encodingUnsure: countOf(isLive, GAPS.ENCODING_UNSURE),
  membersSkipped: countOf(isLive, GAPS.MEMBERS_SKIPPED),
  superseded: countOf(sql`${documents.supersededById} is not null`),
  retired: countOf(sql`${documents.supersededById} is null and ${documents.retiredAt} is not null`),
} as const satisfies Record<keyof Counts, SQL>;
const NAMES = Object.keys(COUNTED) as (keyof Counts)[];

const listOf = (partOf: (name: keyof Counts) => SQL) => sql.join(NAMES.map(partOf), sql`, `);
const named = (name: keyof Counts) => sql.identifier(name);

/** Counts of the tenant's documents, in one read of them. */
export function summariseDocuments(
  ctx: Context,
  { uploadedFrom }: DocumentSummaryQuery = {},
): Promise<DocumentSummary> {
  const since = uploadedFrom === undefined ? sql`` : sql`and ${documents.uploadedAt} >= ${uploadedFrom}::timestamptz`;
  return inTenant(ctx, async (tx) => {
    const rows = await rowsOf<Record<keyof Counts, string> & Pick<DocumentSummary, "categories">>(
      tx,
      sql`
      with by_category as (
        select ${documents.category} as category, ${listOf((name) => sql`${COUNTED[name]} as ${named(name)}`)}
        from ${documents}
        where ${documents.tenantId} = ${ctx.tenantId} ${since}
        group by ${documents.category}),
      largest as (
        select category, documents from by_category where documents > 0
        order by documents desc, category limit ${sql.raw(String(SUMMARY_CATEGORIES_MAX))})
      select ${listOf((name) => sql`coalesce(sum(${named(name)}), 0) as ${named(name)}`)},
        (select coalesce(jsonb_agg(largest order by documents desc, category), '[]') from largest) as categories
      from by_category`,
    );
    const { categories, ...counts } = oneRow(rows);
    const numbers = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, Number(value)]));
    return { ...(numbers as unknown as Counts), categories };
  });
}
