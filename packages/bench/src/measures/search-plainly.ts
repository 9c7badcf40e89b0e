import { toVectorText } from "@assay/db";
import type pg from "pg";
import { type BenchQuery, EMBEDDER, type FilledTenant } from "../fill-chunks.ts";

export const FLOOR = 0.2;
export const LEXICAL_WEIGHT = 0.5;
export const LIMIT = 8;

interface PlainRow {
  readonly requirement: string;
  readonly chunkId: string;
}

/** The same best chunks as anybody would ask for them in psql, in one statement without any limit of time. */
export async function searchPlainly(
  client: pg.Client,
  { tenantId }: FilledTenant,
  queries: readonly BenchQuery[],
): Promise<PlainRow[]> {
  const values = queries.map(
    ({ id, vector, lexical }) =>
      `('${id}'::uuid, '${toVectorText(vector)}'::halfvec(768), '${lexical}'::sparsevec(1048576))`,
  );
  const floor = `${1 - FLOOR}::float8`;
  const { rows } = await client.query(`
    with queries (id, embedding, lexical) as (values ${values.join(", ")}),
    near as (
      select queries.id as requirement, chunk_id, vectors.embedding <=> queries.embedding as distance,
        coalesce(-(words.weights <#> queries.lexical), 0) as overlap
      from queries cross join chunk_vectors vectors
      left join chunk_weights words using (tenant_id, chunk_id)
      where tenant_id = '${tenantId}' and embedder = '${EMBEDDER}'),
    ranked as (
      select *, row_number() over (partition by requirement
        order by (${floor} - distance) / ${floor} + ${LEXICAL_WEIGHT} * overlap desc, distance, chunk_id) as rank
      from near where distance <= ${floor})
    select requirement, chunk_id as "chunkId" from ranked where rank <= ${LIMIT} order by requirement, rank`);
  return rows as PlainRow[];
}
