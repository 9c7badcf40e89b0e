import {
  AssayError,
  type DocumentPage,
  type DocumentPageListQuery,
  type PageWords,
  type RecognisedWord,
} from "@assay/contract";
import { documentPages, type StoredWord } from "@assay/db";
import { and, asc, eq, gt } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../../paging.ts";
import type { Context } from "../../tenancy/context.ts";
import { findDocumentRow, getDocument } from "../get-document.ts";
import { inTenantForDocument } from "../in-tenant-for-document.ts";
import { isRecognised } from "./count-recognition.ts";

/** What was read of each page, sheet, slide, mail part and image, in order; none for what was read before states. */
export async function listPages(
  ctx: Context,
  documentId: string,
  { limit, cursor, state }: DocumentPageListQuery,
): Promise<Page<DocumentPage>> {
  await getDocument(ctx, documentId);
  const after = cursor === undefined ? -1 : decodeCursor("pages", cursor, ["number"])[0];
  return inTenantForDocument(ctx, documentId, async (tx) => {
    const document = await findDocumentRow(tx, ctx.tenantId, documentId);
    const rows = await tx
      .select({
        pageIndex: documentPages.pageIndex,
        pageNumber: documentPages.pageNumber,
        label: documentPages.label,
        state: documentPages.state,
        reason: documentPages.reason,
        segmentIndex: documentPages.pictureSegment,
        picture: documentPages.picture,
        certainty: documentPages.certainty,
        captureFacts: documentPages.captureFacts,
        recognisedAt: documentPages.recognisedAt,
      })
      .from(documentPages)
      .where(
        and(
          eq(documentPages.tenantId, ctx.tenantId),
          eq(documentPages.documentId, documentId),
          gt(documentPages.pageIndex, after),
          state === undefined ? undefined : eq(documentPages.state, state),
        ),
      )
      .orderBy(asc(documentPages.pageIndex))
      .limit(limit + 1);
    const page = toPage("pages", rows, limit, (row) => [row.pageIndex]);
    const isUnderWay = document !== undefined && isRecognised(document);
    const items = page.items.map(({ recognisedAt, captureFacts, ...row }) => ({
      ...row,
      waiting: isUnderWay && row.segmentIndex !== null && recognisedAt === null,
      captureFacts: captureFacts ?? [],
    }));
    return { items, nextCursor: page.nextCursor };
  });
}

/** The words that were read from a page's image, with their boxes. Throws NOT_FOUND where no words were read. */
export async function listPageWords(ctx: Context, documentId: string, pageIndex: string): Promise<PageWords> {
  await getDocument(ctx, documentId);
  const index = /^\d{1,9}$/u.test(pageIndex) ? Number(pageIndex) : -1;
  const row = await inTenantForDocument(ctx, documentId, async (tx) => {
    const [found] = await tx
      .select({
        picture: documentPages.picture,
        segmentIndex: documentPages.pictureSegment,
        words: documentPages.words,
      })
      .from(documentPages)
      .where(
        and(
          eq(documentPages.tenantId, ctx.tenantId),
          eq(documentPages.documentId, documentId),
          eq(documentPages.pageIndex, index),
        ),
      );
    return found;
  });
  const { picture, segmentIndex, words } = row ?? {};
  if (!picture || segmentIndex == null || !words)
    throw new AssayError("NOT_FOUND", `Cannot find words of page '${pageIndex}' of document '${documentId}'`, {
      details: { id: pageIndex },
    });
  return { picture, segmentIndex, words: words.map(toWord) };
}

function toWord([start, end, x0, y0, x1, y1, certainty]: StoredWord): RecognisedWord {
  return { start, end, box: { x0, y0, x1, y1 }, certainty };
}
