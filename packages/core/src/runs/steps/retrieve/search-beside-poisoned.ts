import { chunks, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { inTenant } from "../../../tenancy/transact.ts";
import type { ChunkSearch, FoundChunk } from "./chunk-search.ts";
import { searchChunks } from "./search-chunks.ts";

const LIMIT_MAX = 512;

/**
 * What was found for each query, where those that address a model take no place of another: they come next to the others,
 * so that they can be set aside with their reason. Searches again, for more, only where some crowd others out.
 */
export async function besidePoisoned(
  searching: Parameters<typeof searchChunks>[0],
  search: ChunkSearch,
  first: { readonly found: readonly FoundChunk[]; readonly poisoned: ReadonlySet<string> },
): Promise<FoundChunk[]> {
  let { found, poisoned } = first;
  for (let { limit } = search; poisoned.size > 0; ) {
    const byQuery = [...Map.groupBy(found, ({ requirement }) => requirement).values()];
    const isCrowded = byQuery.some(
      (each) => each.length === limit && each.filter(({ chunkId }) => !poisoned.has(chunkId)).length < search.limit,
    );
    if (!isCrowded || limit >= LIMIT_MAX) return byQuery.flatMap((each) => cutAfter(each, poisoned, search.limit));
    limit *= 4;
    const more = await searchChunks(searching, { ...search, limit });
    found = more;
    poisoned = await inTenant({ db: searching.db, tenantId: search.tenantId }, (tx) =>
      listPoisoned(tx, search.tenantId, more),
    );
  }
  return [...found];
}

function cutAfter(found: readonly FoundChunk[], poisoned: ReadonlySet<string>, limit: number): FoundChunk[] {
  let sound = 0;
  return found.filter(({ chunkId }) => {
    if (sound >= limit) return false;
    if (!poisoned.has(chunkId)) sound += 1;
    return true;
  });
}

/** Of the chunks that were found, those that address a model. */
export async function listPoisoned(
  tx: Transaction,
  tenantId: string,
  found: readonly FoundChunk[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(found.map(({ chunkId }) => chunkId))];
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: chunks.id })
    .from(chunks)
    .where(
      and(
        eq(chunks.tenantId, tenantId),
        inArray(chunks.id, ids),
        sql`${chunks.flaggedRanges} @> '[{"reason":"INSTRUCTION"}]'::jsonb`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
