import type { Segment, SegmentListQuery } from "@assay/contract";
import { isUuid } from "@assay/contract";
import { chunks, oneRow, segments, type Transaction } from "@assay/db";
import { and, asc, count, eq, gte, inArray, sql } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { getDocument } from "./get-document.ts";
import { inTenantForDocument } from "./in-tenant-for-document.ts";

/** A document's text in its order, and how many segments it has in all. */
export async function listSegments(
  ctx: Context,
  documentId: string,
  { limit, cursor, from = 0, chunkId, kind }: SegmentListQuery,
): Promise<Page<Segment> & { total: number }> {
  await getDocument(ctx, documentId);
  const first = cursor === undefined ? from : decodeCursor("segments", cursor, ["number"])[0] + 1;
  return inTenantForDocument(ctx, documentId, async (tx) => {
    const ofDocument = and(eq(segments.tenantId, ctx.tenantId), eq(segments.documentId, documentId));
    const counted = oneRow(await tx.select({ value: count() }).from(segments).where(ofDocument));
    const rows = await tx
      .select()
      .from(segments)
      .where(
        and(
          ofDocument,
          gte(segments.segmentIndex, first),
          kind && eq(segments.kind, kind),
          chunkId === undefined ? undefined : inArray(segments.segmentIndex, segmentOf(tx, ctx, documentId, chunkId)),
        ),
      )
      .orderBy(asc(segments.segmentIndex))
      .limit(limit + 1);
    const page = toPage("segments", rows, limit, (row) => [row.segmentIndex]);
    const items = await withChunks(tx, ctx, documentId, page.items);
    return { items, total: counted.value, nextCursor: page.nextCursor };
  });
}

type SegmentRow = typeof segments.$inferSelect;

function segmentOf(tx: Transaction, { tenantId }: Context, documentId: string, chunkId: string) {
  return tx
    .select({ index: chunks.segmentIndex })
    .from(chunks)
    .where(
      and(
        eq(chunks.tenantId, tenantId),
        eq(chunks.documentId, documentId),
        isUuid(chunkId) ? eq(chunks.id, chunkId) : sql`false`,
      ),
    );
}

async function withChunks(tx: Transaction, ctx: Context, documentId: string, rows: SegmentRow[]): Promise<Segment[]> {
  const cut = await tx
    .select({
      id: chunks.id,
      segmentIndex: chunks.segmentIndex,
      startOffset: chunks.startOffset,
      endOffset: chunks.endOffset,
    })
    .from(chunks)
    .where(
      and(
        eq(chunks.tenantId, ctx.tenantId),
        eq(chunks.documentId, documentId),
        inArray(
          chunks.segmentIndex,
          rows.map((row) => row.segmentIndex),
        ),
      ),
    )
    .orderBy(asc(chunks.chunkIndex));
  const bySegment = Map.groupBy(cut, (chunk) => chunk.segmentIndex);
  return rows.map(
    ({ segmentIndex, kind, pageNumber, location, context, text, startOffset, hidden, struck, quoted, ...read }) => ({
      segmentIndex,
      kind,
      pageNumber,
      location,
      context,
      text,
      startOffset,
      hidden,
      struck,
      quoted,
      textSource: read.textSource,
      certainty: read.certainty,
      chunks: (bySegment.get(segmentIndex) ?? []).map(({ id, startOffset, endOffset }) => ({
        id,
        startOffset,
        endOffset,
      })),
    }),
  );
}
