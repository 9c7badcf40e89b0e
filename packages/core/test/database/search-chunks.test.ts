import type { Calibration } from "@assay/core/ports";
import { inTenant } from "@assay/core/tenancy";
import { newId, rowsOf, toSparseText } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChunkQuery, FoundChunk } from "../../src/runs/steps/retrieve/chunk-search.ts";
import { scanPart } from "../../src/runs/steps/retrieve/scan-part.ts";
import { searchChunks } from "../../src/runs/steps/retrieve/search-chunks.ts";
import { EMBEDDER, type Evidence, makeEvidence as makePieces, type Piece, vector } from "../support/make-evidence.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());

const makeEvidence = (pieces: readonly Piece[], outside: readonly Piece[] = []) =>
  makePieces(engine, pieces, { outside });

interface Wish {
  limit?: number;
  threshold?: number;
  lexicalWeight?: number | null;
  lexical?: Map<number, number>;
  calibration?: Calibration | undefined;
}

function search(
  { ctx, runId }: Evidence,
  query: Float32Array,
  { limit = 8, threshold = 0.2, lexicalWeight = null, lexical, calibration }: Wish = {},
) {
  const queries: ChunkQuery[] = [{ id: newId(), vector: query, lexical: lexical ? toSparseText(lexical) : null }];
  return searchAll({ ctx, runId }, queries, { limit, threshold, lexicalWeight, calibration });
}

function searchAll(
  { ctx, runId }: Pick<Evidence, "ctx" | "runId">,
  queries: ChunkQuery[],
  { limit = 8, threshold = 0.2, lexicalWeight = null, calibration }: Wish = {},
) {
  return searchChunks(ctx, {
    ...{ tenantId: ctx.tenantId, runId, embedder: EMBEDDER, threshold, lexicalWeight, lexicon: 1, limit },
    ...(calibration && { calibration }),
    queries,
  });
}

const idsOf = (found: FoundChunk[]) => found.map(({ chunkId }) => chunkId);

describe("the similarity floor", () => {
  test("lets in exactly 0.20 and nothing below it", async () => {
    const evidence = await makeEvidence([
      { vector: vector(1, 4, 2, 2) }, // 1 / 5
      { vector: vector(1, 4, 2, 2, 0.125) }, // 0.19994
      { vector: vector(100, 399, 200, 200) }, // 0.2004
      { vector: vector(0, 1) },
      { vector: vector(-1) },
    ]);
    const found = await search(evidence, vector(1));
    expect(found.map(({ chunkId, similarity }) => [chunkId, similarity])).toEqual([
      [evidence.ids[2], expect.closeTo(0.2004, 3)],
      [evidence.ids[0], 0.2],
    ]);
  });

  test("is the pinned one", async () => {
    const evidence = await makeEvidence([{ vector: vector(3, 4) }]);
    expect(await search(evidence, vector(1), { threshold: 0.6 })).toHaveLength(1);
    expect(await search(evidence, vector(1), { threshold: 0.61 })).toEqual([]);
  });

  test.each([null, 0.5])(
    "is read by the calibration of the embedder, which keeps the order; weight %s",
    async (weight) => {
      const evidence = await makeEvidence([
        { vector: vector(4, 3) },
        { vector: vector(3, 4) },
        { vector: vector(1, 4) },
      ]);
      const found = await search(evidence, vector(1), { calibration: { floor: 0.5 }, lexicalWeight: weight });
      expect(idsOf(found)).toEqual(evidence.ids.slice(0, 2));
      expect(found.map(({ similarity }) => similarity)).toEqual([0.68, 0.36]);
      const low = await search(evidence, vector(1), { calibration: { floor: 0.1 }, lexicalWeight: weight });
      expect(low).toHaveLength(3);
    },
  );

  test("never lets in a text without a vector, nor a vector that points nowhere", async () => {
    const evidence = await makeEvidence([{ vector: null, terms: new Map([[7, 5]]) }, { vector: vector() }]);
    expect(await search(evidence, vector(1), { threshold: -1, lexical: new Map([[7, 1]]) })).toEqual([]);
    expect(await search(evidence, vector(), { threshold: 0.2 })).toEqual([]);
  });
});

test.each([1, 2, 4])(
  "of one score, the same texts are the best %s whenever they were stored, in parts too",
  async (limit) => {
    const texts = ["Daily", "Weekly", "Monthly", "Yearly"];
    const bestOf = async (stored: readonly string[]) => {
      const pieces = stored.map((content) => ({ vector: vector(1), content }));
      const { ctx, runId, ids } = await makePieces(engine, pieces, { perDocument: 1 });
      const pins = { embedder: EMBEDDER, threshold: 0.2, lexicalWeight: 0.5, lexicon: 2, limit };
      const queries = [{ id: newId(), vector: vector(1), lexical: null }];
      const searched = [ctx, { ...ctx, sizes: { firstPairs: 1, pairs: 1 } }].map(async (searching) => {
        const found = await searchChunks(searching, { tenantId: ctx.tenantId, runId, ...pins, queries });
        return found.map(({ chunkId }) => stored[ids.indexOf(chunkId)]);
      });
      const [whole, inParts] = await Promise.all(searched);
      expect(inParts).toEqual(whole);
      return whole;
    };
    const best = await bestOf(texts);
    expect(best).toHaveLength(limit);
    expect(await bestOf(texts.toReversed())).toEqual(best);
  },
);

describe("what is searched", () => {
  test("is the run's evidence, of its tenant, by its embedder", async () => {
    const ours = await makeEvidence(
      [{ vector: vector(1) }, { vector: vector(1), embedder: "another-1" }],
      [{ vector: vector(1) }],
    );
    const theirs = await makeEvidence([{ vector: vector(1) }]);
    expect(idsOf(await search(ours, vector(1)))).toEqual([ours.ids[0]]);
    expect(await search({ ...theirs, ctx: ours.ctx }, vector(1))).toEqual([]);
    const theirSearch = {
      ...{ tenantId: theirs.ctx.tenantId, runId: theirs.runId, embedder: EMBEDDER, queries: [] },
      ...{ threshold: 0.2, lexicalWeight: 1, lexicon: 1, limit: 8 },
    };
    const all = { after: "00000000-0000-0000-0000-000000000000", last: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
    const queries = [{ id: newId(), vector: vector(1), lexical: null, scoreMin: 0 }];
    const as = ({ ctx }: Evidence) => inTenant(ctx, (tx) => scanPart(tx, theirSearch, all, queries));
    expect([await as(theirs), await as(ours)]).toEqual([[expect.objectContaining({ similarity: 1 })], []]);
  });

  test("may be nothing", async () => {
    const evidence = await makeEvidence([]);
    expect(await search(evidence, vector(1))).toEqual([]);
    expect(await searchAll(evidence, [])).toEqual([]);
  });
});

describe("the order of what is found", () => {
  test("is by similarity where no word is shared", async () => {
    const evidence = await makeEvidence([{ vector: vector(2, 1) }, { vector: vector(1) }, { vector: vector(1, 1) }]);
    const [first, second, third] = evidence.ids;
    expect(idsOf(await search(evidence, vector(1)))).toEqual([second, first, third]);
  });

  test("lifts a chunk whose words match above one that is a little nearer", async () => {
    const evidence = await makeEvidence([
      { vector: vector(10, 1) },
      { vector: vector(10, 2), terms: new Map([[42, 2.5]]) },
      { vector: vector(10, 3) },
    ]);
    const [near, worded, far] = evidence.ids;
    expect(idsOf(await search(evidence, vector(1), { lexical: new Map([[42, 3]]) }))).toEqual([worded, near, far]);
    expect(idsOf(await search(evidence, vector(1), { lexical: new Map([[43, 3]]) }))).toEqual([near, worded, far]);
  });

  test("is settled by the chunk's id between equals, and is the same each time", async () => {
    const evidence = await makeEvidence(
      Array.from({ length: 30 }, () => ({ vector: vector(1, 1), terms: new Map([[1, 1]]) })),
    );
    const first = await search(evidence, vector(1), { lexical: new Map([[1, 1]]), limit: 10 });
    expect(idsOf(first)).toEqual(evidence.ids.toSorted().slice(0, 10));
    expect(first.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const again = await search(evidence, vector(1), { lexical: new Map([[1, 1]]), limit: 10 });
    expect(idsOf(again)).toEqual(idsOf(first));
  });

  test("is kept apart for each query of a batch", async () => {
    const evidence = await makeEvidence([{ vector: vector(1) }, { vector: vector(0, 1) }]);
    const queries = [vector(1), vector(0, 1), vector(0, 0, 1)].map((query) => ({
      id: newId(),
      vector: query,
      lexical: null,
    }));
    const found = await searchAll(evidence, queries);
    const of = (at: number) => idsOf(found.filter(({ requirement }) => requirement === queries[at]!.id));
    expect([of(0), of(1), of(2)]).toEqual([[evidence.ids[0]], [evidence.ids[1]], []]);
  });
});

describe("a lexical weight", () => {
  const pieces = [
    { vector: vector(10, 1) },
    { vector: vector(10, 4), terms: new Map([[42, 2]]) },
    { vector: vector(10, 12), terms: new Map([[42, 4]]) },
    { vector: vector(1, 10), terms: new Map([[42, 40]]) },
  ];
  const lexical = new Map([[42, 0.25]]);

  test("counts the overlap of words next to the way from the floor to sameness, among what the floor lets in", async () => {
    const evidence = await makeEvidence(pieces);
    const cosines = [10 / Math.hypot(10, 1), 10 / Math.hypot(10, 4), 10 / Math.hypot(10, 12)];
    for (const lexicalWeight of [0, 0.1, 0.3, 1, 10]) {
      const scores = cosines.map((cosine, at) => (cosine - 0.2) / 0.8 + lexicalWeight * [0, 0.5, 1][at]!);
      const expected = [0, 1, 2].toSorted((a, b) => scores[b]! - scores[a]!).map((at) => evidence.ids[at]);
      expect(idsOf(await search(evidence, vector(1), { lexicalWeight, lexical })), `${lexicalWeight}`).toEqual(
        expected,
      );
    }
  });

  test("orders by similarity where no word is shared, or where all are equally near", async () => {
    const evidence = await makeEvidence([{ vector: vector(2, 1) }, { vector: vector(1) }, { vector: vector(1, 1) }]);
    const [first, second, third] = evidence.ids;
    expect(idsOf(await search(evidence, vector(1), { lexicalWeight: 3, lexical }))).toEqual([second, first, third]);
    const atTheFloor = await makeEvidence([{ vector: vector(1, 4, 2, 2) }, { vector: vector(1, 4, 2, 2) }]);
    expect(idsOf(await search(atTheFloor, vector(1), { lexicalWeight: 3 }))).toEqual(atTheFloor.ids.toSorted());
  });

  test("is not that of a version from before it, which orders by the ranks in both legs", async () => {
    const evidence = await makeEvidence(pieces);
    expect(idsOf(await search(evidence, vector(1), { lexical }))).toEqual([2, 1, 0].map((at) => evidence.ids[at]));
  });
});

test("an exact scan finds what a search by hand finds, for a small tenant among large ones", async () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648 - 0.35;
  };
  // Sixteen busy dimensions make neighbours that differ.
  const randomVector = () => vector(...Array.from({ length: 16 }, () => Math.round(random() * 64)));
  const crowd = await makeEvidence(Array.from({ length: 600 }, () => ({ vector: randomVector() })));
  const small = await makeEvidence(Array.from({ length: 60 }, () => ({ vector: randomVector() })));
  const stored = await inTenant(small.ctx, (tx) =>
    rowsOf<{ id: string; embedding: string }>(
      tx,
      sql`select chunk_id as id, embedding::text as embedding from chunk_vectors`,
    ),
  );
  expect(stored).toHaveLength(60);
  for (let round = 0; round < 20; round++) {
    const query = randomVector();
    const expected = stored
      .map(({ id, embedding }) => ({ id, similarity: cosine(query, JSON.parse(embedding) as number[]) }))
      .filter(({ similarity }) => similarity >= 0.2)
      .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
      .slice(0, 8);
    const found = await search(small, query);
    expect(found.map(({ chunkId }) => chunkId)).toEqual(expected.map(({ id }) => id));
    for (const [at, { similarity }] of found.entries()) expect(similarity).toBeCloseTo(expected[at]!.similarity, 5);
  }
  expect(await search(crowd, vector(1, 1, 1, 1))).toHaveLength(8);
});

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    dot += a[at]! * b[at]!;
    left += a[at]! ** 2;
    right += b[at]! ** 2;
  }
  return dot / Math.sqrt(left * right);
}
