import { LEXICAL_DIMENSIONS, rowsOf, type Transaction, toVectorText, VECTOR_DIMENSIONS } from "@assay/db";
import { sql } from "drizzle-orm";

export interface ChunkQuery {
  readonly id: string;
  readonly vector: Float32Array;
  /** pgvector's text form; null without a usable word. */
  readonly lexical: string | null;
}

export interface FoundChunk {
  readonly requirement: string;
  /** From 1. */
  readonly rank: number;
  readonly chunkId: string;
  readonly documentId: string;
  /** Cosine. */
  readonly similarity: number;
}

const FUSION_CONSTANT = 60;

/**
 * The best chunks of a run's evidence for each query, in one statement and by exact scan. Cosine similarity at or above
 * the threshold lets a chunk in; reciprocal-rank fusion of the vector and the lexical leg, weighted by `lexicalWeight`
 * (null: a version from before it, which searches as it did), orders those; similarity, then the chunk's id, breaks ties.
 */
export async function searchChunks(
  tx: Transaction,
  search: {
    tenantId: string;
    runId: string;
    embedder: string;
    threshold: number;
    lexicalWeight: number | null;
    limit: number;
    queries: readonly ChunkQuery[];
  },
): Promise<FoundChunk[]> {
  if (search.queries.length === 0) return [];
  const queries = sql.join(
    search.queries.map(
      ({ id, vector, lexical }) =>
        sql`(${id}::uuid, ${toVectorText(vector)}::halfvec(${sql.raw(String(VECTOR_DIMENSIONS))}), ${lexical}::sparsevec(${sql.raw(String(LEXICAL_DIMENSIONS))}))`,
    ),
    sql`, `,
  );
  const isEarlier = search.lexicalWeight === null;
  const lexicalTable = sql.raw(isEarlier ? "chunk_terms" : "chunk_weights");
  const lexicalWeight = isEarlier ? sql.raw("1.0") : sql`${search.lexicalWeight}::numeric`;
  const rows = await rowsOf<FoundChunk>(
    tx,
    sql`
    with queries (id, embedding, lexical) as (values ${queries}),
    candidates as (
      select queries.id as requirement, vectors.chunk_id, vectors.document_id,
        vectors.embedding <=> queries.embedding as distance,
        coalesce(-(terms.weights <#> queries.lexical), 0) as overlap
      from queries
      join run_documents evidence on evidence.tenant_id = ${search.tenantId} and evidence.run_id = ${search.runId}
      join chunk_vectors vectors on vectors.tenant_id = evidence.tenant_id and vectors.document_id = evidence.document_id
        and vectors.embedder = ${search.embedder} and vectors.embedding is not null
      left join ${lexicalTable} terms on terms.tenant_id = vectors.tenant_id and terms.chunk_id = vectors.chunk_id
      where vectors.embedding <=> queries.embedding <= ${1 - search.threshold}),
    ranked as (
      select *, row_number() over (partition by requirement order by distance, chunk_id) as vector_rank,
        row_number() over (partition by requirement order by overlap desc, chunk_id) as lexical_rank
      from candidates),
    fused as (
      select *, row_number() over (partition by requirement order by
        1.0 / (${FUSION_CONSTANT} + vector_rank) + case when overlap > 0 then ${lexicalWeight} / (${FUSION_CONSTANT} + lexical_rank) else 0 end desc,
        distance, chunk_id) as rank
      from ranked)
    select requirement, rank::int, chunk_id as "chunkId", document_id as "documentId",
      round((1 - distance)::numeric, 6)::float8 as similarity
    from fused where rank <= ${search.limit} order by requirement, rank`,
  );
  return rows;
}
