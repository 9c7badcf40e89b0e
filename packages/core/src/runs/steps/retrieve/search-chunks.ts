import { LEXICAL_DIMENSIONS, rowsOf, type Transaction, toVectorText, VECTOR_DIMENSIONS } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { holdsFor } from "../../../retrieval-versions/vector-coverage.ts";

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

/** Retrieval versions without a lexical weight: reciprocal-rank fusion of both legs, which count alike. */
const BY_RANKS = sql.raw(`
    ranked as (
      select *, row_number() over (partition by requirement order by distance, chunk_id) as vector_rank,
        row_number() over (partition by requirement order by overlap desc, chunk_id) as lexical_rank
      from candidates),
    scored as (
      select *, 1.0 / (${FUSION_CONSTANT} + vector_rank)
        + case when overlap > 0 then 1.0 / (${FUSION_CONSTANT} + lexical_rank) else 0 end as score
      from ranked)`);

/** Both legs as shares: of the way from the threshold to sameness, and of the weight that the query's words have. */
function byShares({ lexicalWeight, threshold }: { lexicalWeight: number; threshold: number }): SQL {
  return sql`
    scored as (
      select *, (${1 - threshold}::float8 - distance) / ${1 - threshold}::float8 + ${lexicalWeight}::float8 * overlap as score
      from candidates)`;
}

/**
 * The best chunks of a run's evidence for each query, in one statement and by exact scan. Cosine similarity at or above
 * the threshold lets a chunk in; similarity and the overlap of words, which counts `lexicalWeight` times, order those
 * (null: a version from before the weight, which orders as it did); similarity, then the chunk's id, breaks ties.
 */
export async function searchChunks(
  tx: Transaction,
  search: {
    tenantId: string;
    runId: string;
    embedder: string;
    threshold: number;
    lexicalWeight: number | null;
    /** How words are read. */
    lexicon: number;
    limit: number;
    queries: readonly ChunkQuery[];
  },
): Promise<FoundChunk[]> {
  const { threshold, lexicalWeight } = search;
  if (search.queries.length === 0) return [];
  const queries = sql.join(
    search.queries.map(
      ({ id, vector, lexical }) =>
        sql`(${id}::uuid, ${toVectorText(vector)}::halfvec(${sql.raw(String(VECTOR_DIMENSIONS))}), ${lexical}::sparsevec(${sql.raw(String(LEXICAL_DIMENSIONS))}))`,
    ),
    sql`, `,
  );
  const rows = await rowsOf<FoundChunk>(
    tx,
    sql`
    with queries (id, embedding, lexical) as (values ${queries}),
    candidates as (
      select requirement, chunk_id, document_id, distance, coalesce(-(weights <#> lexical), 0) as overlap
      -- The offset keeps the distance from being computed once more for each chunk that is let in.
      from (select queries.id as requirement, queries.lexical, vectors.chunk_id, vectors.document_id, terms.weights,
          vectors.embedding <=> queries.embedding as distance
        from queries
        join run_documents evidence on evidence.tenant_id = ${search.tenantId} and evidence.run_id = ${search.runId}
        join chunk_vectors vectors on vectors.tenant_id = evidence.tenant_id and vectors.document_id = evidence.document_id
          and vectors.embedder = ${search.embedder} and vectors.embedding is not null
        left join ${sql.raw(lexicalWeight === null ? "chunk_terms" : "chunk_weights")} terms
          on terms.tenant_id = vectors.tenant_id and terms.chunk_id = vectors.chunk_id
          ${lexicalWeight === null ? sql`` : sql`and ${holdsFor("terms", search.lexicon)}`}
        offset 0) near
      where distance <= ${1 - threshold}),
    ${lexicalWeight === null ? BY_RANKS : byShares({ lexicalWeight, threshold })},
    fused as (
      select *, row_number() over (partition by requirement order by score desc, distance, chunk_id) as rank from scored)
    select requirement, rank::int, chunk_id as "chunkId", document_id as "documentId",
      round((1 - distance)::numeric, 6)::float8 as similarity
    from fused where rank <= ${search.limit} order by requirement, rank`,
  );
  return rows;
}
