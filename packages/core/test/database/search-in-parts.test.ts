import { inTenant } from "@assay/core/tenancy";
import { LEXICAL_DIMENSIONS, newId, rowsOf, toSparseText, toVectorText, VECTOR_DIMENSIONS } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RetrievalVersion } from "../../src/retrieval-versions/retrieval-versions.ts";
import type { ChunkSearch, FoundChunk } from "../../src/runs/steps/retrieve/chunk-search.ts";
import { searchChunks } from "../../src/runs/steps/retrieve/search-chunks.ts";
import { findPassages } from "../../src/search/find-passages.ts";
import { EMBEDDER, type Evidence, makeEvidence, vector } from "../support/make-evidence.ts";
import { createTestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let evidence: Evidence;
beforeAll(async () => {
  database = await openTestDatabase();
  evidence = await makeEvidence(await createTestEngine(database.db), makePieces(), { perDocument: 23 });
});
afterAll(() => database.close());

const random = (() => {
  let seed = 11;
  return (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
})();

/** Few values, so that similarities, overlaps and both at once are often equal; below the floor, unworded and unembedded ones. */
function makePieces() {
  const someTerms = () => new Map(Array.from({ length: random(4) }, () => [1 + random(6), 0.5 * (1 + random(3))]));
  return Array.from({ length: 400 }, () => ({
    vector: random(20) === 0 ? null : vector(1 + random(3), random(3), random(3), -random(2)),
    terms: random(5) === 0 ? undefined : nonEmpty(someTerms()),
  }));
}
const nonEmpty = (terms: Map<number, number>) => (terms.size > 0 ? terms : undefined);

function makeSearch(lexicalWeight: number | null): ChunkSearch {
  const { ctx, runId } = evidence;
  const queries = Array.from({ length: 6 }, (_, at) => ({
    id: newId(),
    vector: vector(1 + random(3), random(3), 0, at),
    lexical:
      at === 0
        ? null
        : toSparseText(
            new Map([
              [1 + random(6), 0.5],
              [7 + random(2), 0.5],
            ]),
          ),
  }));
  const pins = { embedder: EMBEDDER, threshold: 0.2, lexicalWeight, lexicon: 1, limit: 8 };
  return { tenantId: ctx.tenantId, runId, ...pins, queries };
}

/** The definition: each query over all chunks, as the first release had it in one statement. */
function searchAtOnce({ tenantId, runId, threshold, lexicalWeight, queries }: ChunkSearch): Promise<FoundChunk[]> {
  const rows = queries.map(
    ({ id, vector, lexical }) =>
      sql`(${id}::uuid, ${toVectorText(vector)}::halfvec(${sql.raw(`${VECTOR_DIMENSIONS}`)}), ${lexical}::sparsevec(${sql.raw(`${LEXICAL_DIMENSIONS}`)}))`,
  );
  const floor = sql`${1 - threshold}::float8`;
  const byRanks = sql`1.0 / (60 + row_number() over (partition by requirement order by distance, chunk_id))
    + case when overlap > 0 then 1.0 / (60 + row_number() over (partition by requirement order by overlap desc, chunk_id)) else 0 end`;
  const byShares = sql`(${floor} - distance) / ${floor} + ${lexicalWeight}::float8 * overlap`;
  return inTenant(evidence.ctx, (tx) =>
    rowsOf<FoundChunk>(
      tx,
      sql`
      with queries (id, embedding, lexical) as (values ${sql.join(rows, sql`, `)}),
      candidates as (
        select requirement, chunk_id, document_id, distance, coalesce(-(weights <#> lexical), 0) as overlap
        from (select queries.id as requirement, queries.lexical, vectors.chunk_id, vectors.document_id, terms.weights,
            vectors.embedding <=> queries.embedding as distance
          from queries
          join run_documents evidence on evidence.tenant_id = ${tenantId} and evidence.run_id = ${runId}
          join chunk_vectors vectors on vectors.tenant_id = evidence.tenant_id and vectors.document_id = evidence.document_id
            and vectors.embedder = ${EMBEDDER} and vectors.embedding is not null
          left join ${sql.raw(lexicalWeight === null ? "chunk_terms" : "chunk_weights")} terms
            on terms.tenant_id = vectors.tenant_id and terms.chunk_id = vectors.chunk_id
          offset 0) near
        where distance <= ${floor}),
      scored as (select *, ${lexicalWeight === null ? byRanks : byShares} as score from candidates),
      fused as (
        select *, row_number() over (partition by requirement order by score desc, distance, chunk_id) as rank from scored)
      select requirement, rank::int, chunk_id as "chunkId", document_id as "documentId",
        round((1 - distance)::numeric, 6)::float8 as similarity
      from fused where rank <= 8 order by requirement, rank`,
    ),
  );
}

test.each([null, 0, 0.5, 3])(
  "evidence in parts gives the same chunks in the same order as one statement over all, lexical weight %s",
  async (lexicalWeight) => {
    for (let round = 0; round < 2; round++) {
      const search = makeSearch(lexicalWeight);
      const expected = JSON.stringify(await searchAtOnce(search));
      expect(expected.length).toBeGreaterThan(2000);
      for (const [firstPairs, pairs] of [
        [1, 1],
        [300, 600],
        [1, 100_000],
        [16_000, 2_000_000],
      ] as const) {
        const found = await searchChunks({ ...evidence.ctx, sizes: { firstPairs, pairs } }, search);
        expect(JSON.stringify(found), `${firstPairs}, ${pairs}`).toBe(expected);
      }
    }
  },
);

test("a search stops between two parts when its attempt ends", async () => {
  const ended = AbortSignal.abort(new Error("ended"));
  await expect(searchChunks({ ...evidence.ctx, signal: ended }, makeSearch(1))).rejects.toThrow("ended");
});

test.each([null, 0.5])(
  "a person's search in parts finds what it finds in one statement, with a lexical weight of %s",
  async (lexicalWeight) => {
    const { tenantId } = evidence.ctx;
    const version = {
      embedderModel: EMBEDDER,
      similarityThreshold: 0.2,
      lexicalWeight,
      lexicon: 1,
    } as RetrievalVersion;
    const weights = new Map([
      [1, 0.5],
      [3, 0.5],
    ]);
    for (const asked of [vector(2, 1, 0, 0), null]) {
      const find = (chunksPerStatement: number) =>
        inTenant({ db: database.db, tenantId }, (tx) =>
          findPassages(tx, { tenantId, version, vector: asked, weights, limit: 20 }, chunksPerStatement),
        );
      const atOnce = await find(1_000_000);
      expect(atOnce.length).toBeGreaterThan(10);
      for (const chunks of [1, 50, 130]) expect(await find(chunks)).toEqual(atOnce);
    }
  },
);
