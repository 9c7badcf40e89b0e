import { LEXICAL_DIMENSIONS, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import type { DocumentPart } from "../../../documents/split-documents.ts";
import { embeddingSql, vectorSql } from "../../../retrieval/vector-sql.ts";
import { holdsFor } from "../../../retrieval-versions/vector-coverage.ts";
import type { ChunkQuery, ChunkSearch, FoundChunk } from "./chunk-search.ts";

export interface ScoredChunk extends Omit<FoundChunk, "rank"> {
  readonly score: number;
  readonly distance: number;
  /** Of content alone: orders chunks of one score and distance alike, whatever their ids are. */
  readonly tie: string;
}

/** A query, and the score below which a chunk is none of the best. */
interface BoundedQuery extends ChunkQuery {
  readonly scoreMin: number;
}

/**
 * The best chunks of a part for each query, by exact scan: each chunk is read once for all queries. A chunk's score adds
 * two shares: of the way from the threshold to sameness, and of the weight that the query's words have, `lexicalWeight`
 * times.
 */
export function scanPart(
  tx: Transaction,
  { tenantId, runId, embedder, threshold, lexicalWeight, lexicon, limit }: ChunkSearch,
  { after, last }: DocumentPart,
  bounded: readonly BoundedQuery[],
): Promise<ScoredChunk[]> {
  const [first] = bounded;
  if (!first) return Promise.resolve([]);
  const embedding = embeddingSql("vectors", first.vector.length);
  const floor = sql`${1 - threshold}::float8`;
  const queries = sql.join(
    bounded.map(
      ({ id, vector, lexical, scoreMin }) =>
        sql`(${id}::uuid, ${vectorSql(vector)}, ${lexical}::sparsevec(${sql.raw(String(LEXICAL_DIMENSIONS))}), ${String(scoreMin)}::float8)`,
    ),
    sql`, `,
  );
  // Each "offset 0" keeps what is below it together: a chunk is read once, and a distance is computed once. "lateral" has
  // the queries read for each chunk: of a tenant next to large ones few chunks are expected, and these would be written to
  // a file and read for each query.
  return rowsOf<ScoredChunk>(
    tx,
    sql`
    with queries (id, embedding, lexical, score_min) as materialized (values ${queries}),
    scored as (
      select requirement, chunk_id, document_id, sha256_hash, distance, score_min,
        (${floor} - distance) / ${floor} + ${lexicalWeight}::float8 * coalesce(-(weights <#> lexical), 0) as score
      from (
        select vectors.chunk_id, vectors.document_id, evidence.sha256_hash, ${embedding} as embedding, terms.weights
        from run_documents evidence
        join chunk_vectors vectors on vectors.tenant_id = evidence.tenant_id and vectors.document_id = evidence.document_id
          and vectors.embedder = ${embedder} and ${embedding} is not null
        left join chunk_weights terms on terms.tenant_id = vectors.tenant_id and terms.chunk_id = vectors.chunk_id
          and ${holdsFor("terms", lexicon)}
        where evidence.tenant_id = ${tenantId} and evidence.run_id = ${runId}
          and evidence.document_id > ${after} and evidence.document_id <= ${last}
        offset 0) part
      cross join lateral (
        select id as requirement, lexical, score_min, part.embedding <=> queries.embedding as distance
        from queries offset 0) near
      where distance <= ${floor}),
    near_best as (
      select *, rank() over (partition by requirement order by score desc, distance) as rank
      from scored where score >= score_min),
    tied as (
      select near_best.*, concat_ws(' ', encode(sha256(convert_to(chunks.content, 'UTF8')), 'hex'), near_best.sha256_hash,
        lpad(chunks.start_offset::text, 10, '0')) collate "C" as tie
      from near_best
      join chunks on chunks.tenant_id = ${tenantId} and chunks.id = near_best.chunk_id
      where near_best.rank <= ${limit}),
    ranked as (
      select *, row_number() over (partition by requirement order by score desc, distance, tie, chunk_id) as place from tied)
    select requirement, chunk_id as "chunkId", document_id as "documentId", score, distance, tie,
      round((1 - distance)::numeric, 6)::float8 as similarity
    from ranked where place <= ${limit}`,
  );
}
