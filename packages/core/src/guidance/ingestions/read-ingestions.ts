import {
  AssayError,
  type CorpusIngestion,
  type GuidancePassage,
  type IngestionListQuery,
  isUuid,
} from "@assay/contract";
import { corpusIngestions, guidanceChunks, type Transaction } from "@assay/db";
import { and, asc, eq, gt } from "drizzle-orm";
import { decodeCursor, mapPage, newestPage, type Page, toPage } from "../../paging.ts";
import type { Context } from "../../tenancy/context.ts";
import { found } from "../../tenancy/missing-resource.ts";
import { requireRole } from "../../tenancy/require-role.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { type IngestionRow, toIngestion } from "./to-ingestion.ts";

/** Newest first; of a pack that is unknown, none. */
export function listIngestions(ctx: Context, query: IngestionListQuery): Promise<Page<CorpusIngestion>> {
  requireRole(ctx, "SUPER_ADMIN");
  const { packId, status } = query;
  if (packId !== undefined && !isUuid(packId)) return Promise.resolve({ items: [], nextCursor: null });
  return inTenant(ctx, async (tx) => {
    const ofPack = packId && eq(corpusIngestions.packId, packId);
    const page = await newestPage("corpus-ingestions", query, {
      from: tx.select().from(corpusIngestions),
      columns: corpusIngestions,
      where: and(ofPack || undefined, status && eq(corpusIngestions.status, status)),
    });
    return mapPage(page, toIngestion);
  });
}

/** Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export async function getIngestion(ctx: Context, id: string): Promise<CorpusIngestion> {
  requireRole(ctx, "SUPER_ADMIN");
  const row = isUuid(id) ? await inTenant(ctx, (tx) => findIngestionRow(tx, id)) : undefined;
  return toIngestion(await found(ctx, "corpus ingestion", id, row));
}

/** The passages that were read so far, in the order of the text; a FAILED ingestion keeps none. Throws NOT_FOUND. */
export async function listPassages(
  ctx: Context,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<GuidancePassage>> {
  await getIngestion(ctx, id);
  const after = cursor === undefined ? -1 : decodeCursor("passages", cursor, ["number"])[0];
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select({
        id: guidanceChunks.id,
        passageIndex: guidanceChunks.chunkIndex,
        content: guidanceChunks.content,
        pageNumber: guidanceChunks.pageNumber,
        location: guidanceChunks.location,
      })
      .from(guidanceChunks)
      .where(and(eq(guidanceChunks.ingestionId, id), gt(guidanceChunks.chunkIndex, after)))
      .orderBy(asc(guidanceChunks.chunkIndex))
      .limit(limit + 1);
    return toPage("passages", rows, limit, ({ passageIndex }) => [passageIndex]);
  });
}

export async function findIngestionRow(tx: Transaction, id: string): Promise<IngestionRow | undefined> {
  const [row] = await tx.select().from(corpusIngestions).where(eq(corpusIngestions.id, id));
  return row;
}

export function missingIngestion(id: string): AssayError {
  return new AssayError("NOT_FOUND", `Cannot find corpus ingestion '${id}'`, { details: { id } });
}
