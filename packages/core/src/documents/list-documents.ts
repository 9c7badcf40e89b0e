import type { Chunk, Document, DocumentListQuery } from "@assay/contract";
import { isUuid, NO_PARENT } from "@assay/contract";
import { chunks, documents } from "@assay/db";
import { and, asc, desc, eq, gt, isNull, not, or } from "drizzle-orm";
import { contains } from "../contains.ts";
import { decodeCursor, newestFirst, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { getDocument } from "./get-document.ts";
import { inTenantForDocument } from "./in-tenant-for-document.ts";
import { hasHeadingWith } from "./list-headings.ts";
import { isLive } from "./places/is-live.ts";
import { standsAt } from "./places/stands-at.ts";
import { toDocuments } from "./to-documents.ts";

/** Newest first. */
export async function listDocuments(ctx: Context, query: DocumentListQuery): Promise<Page<Document>> {
  const { parentDocumentId: parent } = query;
  if (parent !== undefined && parent !== NO_PARENT && !isUuid(parent)) return { items: [], nextCursor: null };
  const after = newestFirst("documents", documents.uploadedAt, documents.id, query.cursor);
  const standing = await standsAt(ctx.tenantId, query);
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(documents)
      .where(
        and(
          eq(documents.tenantId, ctx.tenantId),
          query.status === undefined ? undefined : eq(documents.status, query.status),
          query.category === undefined ? undefined : eq(documents.category, query.category),
          parent === undefined
            ? undefined
            : parent === NO_PARENT
              ? isNull(documents.parentDocumentId)
              : eq(documents.parentDocumentId, parent),
          or(
            contains(documents.originalFilename, query.q),
            contains(documents.title, query.q),
            query.q === undefined ? undefined : hasHeadingWith(tx, ctx.tenantId, query.q),
          ),
          query.sha256 === undefined ? undefined : eq(documents.sha256Hash, query.sha256),
          query.isEvidence === undefined ? undefined : query.isEvidence === "true" ? isLive : not(isLive),
          standing,
          after,
        ),
      )
      .orderBy(desc(documents.uploadedAt), desc(documents.id))
      .limit(query.limit + 1);
    const page = toPage("documents", rows, query.limit, (row) => [row.uploadedAt.toISOString(), row.id]);
    return { items: await toDocuments(tx, ctx.tenantId, page.items), nextCursor: page.nextCursor };
  });
}

/** In the order of the text. */
export async function listChunks(
  ctx: Context,
  documentId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Chunk>> {
  await getDocument(ctx, documentId);
  const after = cursor !== undefined ? decodeCursor("chunks", cursor, ["number"])[0] : -1;
  return inTenantForDocument(ctx, documentId, async (tx) => {
    const rows = await tx
      .select()
      .from(chunks)
      .where(and(eq(chunks.tenantId, ctx.tenantId), eq(chunks.documentId, documentId), gt(chunks.chunkIndex, after)))
      .orderBy(asc(chunks.chunkIndex))
      .limit(limit + 1);
    const page = toPage("chunks", rows, limit, (row) => [row.chunkIndex]);
    return { items: page.items.map(toChunk), nextCursor: page.nextCursor };
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
