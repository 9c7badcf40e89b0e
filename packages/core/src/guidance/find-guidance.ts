import { guidanceChunks, rowsOf, type Transaction } from "@assay/db";
import { inArray, sql } from "drizzle-orm";
import type { Calibration } from "../ports/embedder.ts";
import { cosineOf } from "../retrieval/calibrate.ts";
import { embeddingSql, vectorSql } from "../retrieval/vector-sql.ts";

/** Passages of guidance that go with one requirement, at most. */
export const GUIDANCE_PER_REQUIREMENT = 3;

export interface FoundGuidance {
  readonly requirement: string;
  /** Best first. */
  readonly chunkIds: string[];
}

/** The guidance of an activation that is similar enough to each query, by exact scan; equal answers on every call. */
export async function searchGuidance(
  tx: Transaction,
  search: {
    activationId: string;
    embedder: string;
    threshold: number;
    calibration?: Calibration | undefined;
    queries: readonly { readonly id: string; readonly vector: Float32Array }[];
  },
): Promise<FoundGuidance[]> {
  const [first] = search.queries;
  if (!first) return [];
  const embedding = embeddingSql("vectors", first.vector.length);
  const queries = sql.join(
    search.queries.map(({ id, vector }) => sql`(${id}::uuid, ${vectorSql(vector)})`),
    sql`, `,
  );
  const rows = await rowsOf<FoundGuidance>(
    tx,
    sql`
    with queries (id, embedding) as (values ${queries}),
    candidates as (
      select queries.id as requirement, chunks.id as chunk_id, ${embedding} <=> queries.embedding as distance
      from queries
      join corpus_activation_items items on items.activation_id = ${search.activationId}
      join guidance_chunks chunks on chunks.ingestion_id = items.ingestion_id
      join guidance_vectors vectors on vectors.chunk_id = chunks.id and vectors.embedder = ${search.embedder}
        and ${embedding} is not null
      where ${embedding} <=> queries.embedding <= ${1 - cosineOf(search.threshold, search.calibration)}),
    ranked as (
      select *, row_number() over (partition by requirement order by distance, chunk_id) as rank from candidates)
    select requirement, array_agg(chunk_id::text order by rank) as "chunkIds"
    from ranked where rank <= ${GUIDANCE_PER_REQUIREMENT} group by requirement`,
  );
  return rows;
}

/** The texts of guidance, in the order of the ids. */
export async function loadGuidance(tx: Transaction, chunkIds: readonly string[]): Promise<string[]> {
  if (chunkIds.length === 0) return [];
  const rows = await tx
    .select({ id: guidanceChunks.id, content: guidanceChunks.content })
    .from(guidanceChunks)
    .where(inArray(guidanceChunks.id, [...chunkIds]));
  const texts = new Map(rows.map(({ id, content }) => [id, content]));
  return chunkIds.flatMap((id) => texts.get(id) ?? []);
}
