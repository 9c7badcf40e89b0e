import { toSparseText, toVectorText, VECTOR_DIMENSIONS } from "@assay/db";
import type pg from "pg";

/** The model that made the vectors. */
export const EMBEDDER = "bench-1";
const CHUNKS_PER_DOCUMENT = 200;
/** Chunks are sums of one of each pool, so that a server makes any number of different ones by itself. */
const POOLS = [509, 1021] as const;
const TEXTS = 2003;
const TERMS_PER_TEXT = 80;
const WORDS = 20_000;

export interface FilledTenant {
  readonly tenantId: string;
  readonly runId: string;
}

export interface BenchQuery {
  readonly id: string;
  readonly vector: Float32Array;
  readonly lexical: string;
}

/** Makes what chunks are made of, once for each database. */
export async function preparePools(client: pg.Client): Promise<void> {
  const random = seeded(1);
  await client.query("create table bench_vectors (pool int, at int, v halfvec(768), primary key (pool, at))");
  await client.query("create table bench_texts (at int primary key, terms int[], weights sparsevec(1048576))");
  for (const [pool, size] of POOLS.entries())
    for (let at = 0; at < size; at++)
      await client.query("insert into bench_vectors values ($1, $2, $3)", [
        pool,
        at,
        toVectorText(someVector(random, 1)),
      ]);
  for (let at = 0; at < TEXTS; at++) {
    const weights = new Map<number, number>();
    while (weights.size < TERMS_PER_TEXT) weights.set(someWord(random), 0.5 + random() * 1.5);
    await client.query("insert into bench_texts values ($1, $2, $3)", [at, [...weights.keys()], toSparseText(weights)]);
  }
}

/** A tenant with so many chunks in READY documents, all of which are the evidence of a run. Constraints are not checked. */
export async function fillTenant(client: pg.Client, name: string, chunks: number): Promise<FilledTenant> {
  // As real ids, those made later are greater.
  const idFrom = (what: string, at: string) =>
    `(lpad(to_hex(${at}), 8, '0') || substr(md5('${name} ${what} ' || ${at}), 9))::uuid`;
  const idOf = (what: string) => idFrom(what, "i");
  const { rows } = await client.query(
    `select ${idOf("tenant")} as "tenantId", ${idOf("run")} as "runId" from (values (0)) n (i)`,
  );
  const { tenantId, runId } = rows[0] as FilledTenant;
  const documents = Math.ceil(chunks / CHUNKS_PER_DOCUMENT);
  const documentOf = idFrom("document", `(i / ${CHUNKS_PER_DOCUMENT})`);
  const each = `from generate_series(0, ${chunks - 1}) i`;
  await client.query("set session_replication_role = replica");
  await client.query(`insert into runs (id, tenant_id, pack_id, status, trigger_type, started_by, total_requirements, criteria_version_id,
      corpus_activation_id, retrieval_version_id, trace_id, root_span_id)
    select '${runId}', '${tenantId}', ids.any, 'IN_PROGRESS', 'manual', 'bench', 0, ids.any, ids.any, ids.any, '', ''
    from (select ${idOf("pin")} as any from (values (0)) n (i)) ids`);
  await client.query(`insert into documents (id, tenant_id, original_filename, file_type, status, sha256_hash, size_bytes, chunk_count)
    select ${idOf("document")}, '${tenantId}', i || '.txt', 'txt', 'READY', md5(i::text), 1, ${CHUNKS_PER_DOCUMENT} from generate_series(0, ${documents - 1}) i`);
  await client.query(`insert into run_documents (tenant_id, run_id, document_id, original_filename, sha256_hash, chunk_count)
    select tenant_id, '${runId}', id, original_filename, sha256_hash, chunk_count from documents where tenant_id = '${tenantId}'`);
  await client.query(`insert into chunks (id, tenant_id, document_id, chunk_index, segment_index, content, token_count, start_offset, end_offset, flagged_ranges)
    select ${idOf("chunk")}, '${tenantId}', ${documentOf}, i % ${CHUNKS_PER_DOCUMENT}, 0, 'x', 1, 0, 1, '[]' ${each}`);
  await client.query(`insert into chunk_vectors (tenant_id, document_id, chunk_id, embedder, embedding)
    select '${tenantId}', ${documentOf}, ${idOf("chunk")}, '${EMBEDDER}', l2_normalize(a.v + b.v) ${each}
    join bench_vectors a on a.pool = 0 and a.at = i % ${POOLS[0]} join bench_vectors b on b.pool = 1 and b.at = i % ${POOLS[1]}`);
  await client.query(`insert into chunk_weights (tenant_id, document_id, chunk_id, terms, weights, lexicon_from, lexicon_to)
    select '${tenantId}', ${documentOf}, ${idOf("chunk")}, terms, weights, 1, 2 ${each}
    join bench_texts on at = i % ${TEXTS}`);
  await client.query("reset session_replication_role");
  return { tenantId, runId };
}

/** So many requirements; every chunk is more similar to each of them than the floor. */
export function makeQueries(count: number): BenchQuery[] {
  const random = seeded(2);
  return Array.from({ length: count }, (_, at) => {
    const words = new Map<number, number>();
    while (words.size < 12) words.set(someWord(random), 1 / 12);
    return {
      id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      vector: someVector(random, 0.7),
      lexical: toSparseText(words),
    };
  });
}

/** A unit vector; what all have in common keeps any two of them above the floor. */
function someVector(random: () => number, spread: number): Float32Array {
  const values = Float32Array.from({ length: VECTOR_DIMENSIONS }, () => 0.8 + spread * (random() * 4 - 2));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

/** Few words are in many texts, and many in few. */
const someWord = (random: () => number) => 1 + Math.floor(WORDS ** random()) * 37;

/** mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
