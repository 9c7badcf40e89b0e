import type { Chunk, Document, DocumentListQuery } from "@assay/contract";
import { isUuid, NO_PARENT } from "@assay/contract";
import { chunks, documents, type FlaggedRange, oneRow, type Transaction } from "@assay/db";
import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { contains } from "../contains.ts";
import { decodeCursor, newestFirst, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { GAPS } from "./gaps.ts";
import { getDocument } from "./get-document.ts";
import { inTenantForDocument } from "./in-tenant-for-document.ts";
import { hasHeadingWith } from "./list-headings.ts";
import { isLive } from "./places/is-live.ts";
import { standsAt } from "./places/stands-at.ts";
import type { DocumentRow } from "./to-document.ts";
import { toDocuments } from "./to-documents.ts";

type ListedPage = Page<Document> & { readonly total?: number };

/** Newest first, unless `sort` says otherwise. */
export async function listDocuments(ctx: Context, query: DocumentListQuery): Promise<ListedPage> {
  const { parentDocumentId: parent, ownerId, sort = "uploadedAt" } = query;
  const names = [parent === NO_PARENT ? undefined : parent, ownerId];
  if (names.some((id) => id !== undefined && !isUuid(id)))
    return { items: [], nextCursor: null, ...(query.total && { total: 0 }) };
  const { after, order, cursorOf } = ORDERS[sort](query.cursor);
  const standing = await standsAt(ctx.tenantId, query);
  return inTenant(ctx, async (tx) => {
    const found = and(eq(documents.tenantId, ctx.tenantId), ...filtersOf(tx, ctx.tenantId, query), standing);
    const rows = await tx
      .select()
      .from(documents)
      .where(and(found, after))
      .orderBy(...order)
      .limit(query.limit + 1);
    const page = toPage("documents", rows, query.limit, cursorOf);
    const items = await toDocuments(tx, ctx.tenantId, page.items);
    if (query.total === undefined) return { ...page, items };
    const { total } = oneRow(await tx.select({ total: count() }).from(documents).where(found));
    return { ...page, items, total };
  });
}

function filtersOf(tx: Transaction, tenantId: string, query: DocumentListQuery): (SQL | undefined)[] {
  const { parentDocumentId: parent, isEvidence, sort, q } = query;
  const isEqual = (column: AnyPgColumn, value: string | undefined) =>
    value === undefined ? undefined : eq(column, value);
  return [
    isEqual(documents.status, query.status),
    isEqual(documents.category, query.category),
    isEqual(documents.sha256Hash, query.sha256),
    isEqual(documents.evidenceKind, query.kind),
    isEqual(documents.ownerId, query.ownerId),
    parent === NO_PARENT ? isNull(documents.parentDocumentId) : isEqual(documents.parentDocumentId, parent),
    q === undefined
      ? undefined
      : or(contains(documents.originalFilename, q), contains(documents.title, q), hasHeadingWith(tx, tenantId, q)),
    isEvidence === undefined ? undefined : isEvidence === "true" ? isLive : not(isLive),
    query.gap === undefined ? undefined : GAPS[query.gap],
    query.expiresFrom === undefined ? undefined : gte(documents.expiresAt, query.expiresFrom),
    query.expiresBefore === undefined ? undefined : lt(documents.expiresAt, query.expiresBefore),
    query.reviewBefore === undefined ? undefined : lt(documents.reviewBy, query.reviewBefore),
    sort === "expiresAt" ? isNotNull(documents.expiresAt) : undefined,
    sort === "reviewBy" ? isNotNull(documents.reviewBy) : undefined,
  ];
}

interface Order {
  readonly after: SQL | undefined;
  readonly order: readonly SQL[];
  readonly cursorOf: (row: DocumentRow) => readonly string[];
}

const ORDERS = {
  uploadedAt: (cursor) => ({
    after: newestFirst("documents", documents.uploadedAt, documents.id, cursor),
    order: [desc(documents.uploadedAt), desc(documents.id)],
    cursorOf: (row) => [row.uploadedAt.toISOString(), row.id],
  }),
  expiresAt: (cursor) => byDay("expiresAt", cursor),
  reviewBy: (cursor) => byDay("reviewBy", cursor),
} as const satisfies Record<NonNullable<DocumentListQuery["sort"]>, (cursor: string | undefined) => Order>;

/** The earliest first. */
function byDay(field: "expiresAt" | "reviewBy", cursor: string | undefined): Order {
  const [day, id] = cursor === undefined ? [] : decodeCursor("documents", cursor, ["day", "id"]);
  return {
    after: day === undefined ? undefined : sql`(${documents[field]}, ${documents.id}) > (${day}::date, ${id}::uuid)`,
    order: [asc(documents[field]), asc(documents.id)],
    cursorOf: (row) => [row[field]!, row.id],
  };
}

interface ChunkQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly chunkId?: string;
}

/** In the order of the text, or only the one with `chunkId`, a UUID. */
export async function listChunks(ctx: Context, documentId: string, query: ChunkQuery): Promise<Page<Chunk>> {
  const page = await listMarkedChunks(ctx, documentId, query);
  return { ...page, items: page.items.map(({ flaggedRanges, ...chunk }) => chunk) };
}

/** The same with the ranges of each that do not count as evidence. */
export async function listMarkedChunks(
  ctx: Context,
  documentId: string,
  { limit, cursor, chunkId }: ChunkQuery,
): Promise<Page<Chunk & { readonly flaggedRanges: readonly FlaggedRange[] }>> {
  await getDocument(ctx, documentId);
  const after = cursor !== undefined ? decodeCursor("chunks", cursor, ["number"])[0] : -1;
  return inTenantForDocument(ctx, documentId, async (tx) => {
    const rows = await tx
      .select()
      .from(chunks)
      .where(
        and(
          eq(chunks.tenantId, ctx.tenantId),
          eq(chunks.documentId, documentId),
          gt(chunks.chunkIndex, after),
          chunkId === undefined ? undefined : eq(chunks.id, chunkId),
        ),
      )
      .orderBy(asc(chunks.chunkIndex))
      .limit(limit + 1);
    const page = toPage("chunks", rows, limit, (row) => [row.chunkIndex]);
    const items = page.items.map((row) => ({ ...toChunk(row), flaggedRanges: row.flaggedRanges }));
    return { items, nextCursor: page.nextCursor };
  });
}

function toChunk(row: typeof chunks.$inferSelect): Chunk {
  return {
    id: row.id,
    chunkId: row.id,
    tenantId: row.tenantId,
    documentId: row.documentId,
    chunkIndex: row.chunkIndex,
    content: row.content,
    pageNumber: row.pageNumber,
    location: row.location,
    tokenCount: row.tokenCount,
    startOffset: row.startOffset,
    endOffset: row.endOffset,
    textSource: row.textSource,
    certainty: row.certainty,
  };
}
