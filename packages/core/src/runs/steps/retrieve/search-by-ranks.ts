import { LEXICAL_DIMENSIONS, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { embeddingSql, vectorSql } from "../../../retrieval/vector-sql.ts";
import type { ChunkSearch, FoundChunk } from "./chunk-search.ts";

const FUSION_CONSTANT = 60;

/**
 * Reciprocal-rank fusion of both legs, which count alike: how retrieval versions without a lexical weight order. A rank
 * needs all chunks at once, so that the evidence cannot be searched in parts.
 */
export function searchByRanks(
  tx: Transaction,
  { tenantId, runId, embedder, threshold, limit, queries }: ChunkSearch,
): Promise<FoundChunk[]> {
  const [first] = queries;
  if (!first) return Promise.resolve([]);
  const embedding = embeddingSql("vectors", first.vector.length);
  const rows = sql.join(
    queries.map(
      ({ id, vector, lexical }) =>
        sql`(${id}::uuid, ${vectorSql(vector)}, ${lexical}::sparsevec(${sql.raw(String(LEXICAL_DIMENSIONS))}))`,
    ),
    sql`, `,
  );
  return rowsOf<FoundChunk>(
    tx,
    sql`
    with queries (id, embedding, lexical) as (values ${rows}),
    candidates as (
      select requirement, chunk_id, document_id, distance, coalesce(-(weights <#> lexical), 0) as overlap
      -- The offset keeps the distance from being computed once more for each chunk that is let in.
      from (select queries.id as requirement, queries.lexical, vectors.chunk_id, vectors.document_id, terms.weights,
          ${embedding} <=> queries.embedding as distance
        from queries
        join run_documents evidence on evidence.tenant_id = ${tenantId} and evidence.run_id = ${runId}
        join chunk_vectors vectors on vectors.tenant_id = evidence.tenant_id and vectors.document_id = evidence.document_id
          and vectors.embedder = ${embedder} and ${embedding} is not null
        left join chunk_terms terms on terms.tenant_id = vectors.tenant_id and terms.chunk_id = vectors.chunk_id
        offset 0) near
      where distance <= ${1 - threshold}),
    ranked as (
      select *, row_number() over (partition by requirement order by distance, chunk_id) as vector_rank,
        row_number() over (partition by requirement order by overlap desc, chunk_id) as lexical_rank
      from candidates),
    scored as (
      select *, 1.0 / (${sql.raw(String(FUSION_CONSTANT))} + vector_rank)
        + case when overlap > 0 then 1.0 / (${sql.raw(String(FUSION_CONSTANT))} + lexical_rank) else 0 end as score
      from ranked),
    fused as (
      select *, row_number() over (partition by requirement order by score desc, distance, chunk_id) as rank from scored)
    select requirement, rank::int, chunk_id as "chunkId", document_id as "documentId",
      round((1 - distance)::numeric, 6)::float8 as similarity
    from fused where rank <= ${limit} order by requirement, rank`,
  );
}
