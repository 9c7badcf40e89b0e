import { GUARD_VERSION, SPLITTER_VERSION } from "@assay/contract";
import type { Embedder } from "@assay/core/ports";
import {
  activateConfiguredVersion,
  activateRetrievalVersion,
  findRecommendedVersion,
  getRetrievalVersion,
} from "@assay/core/retrieval-versions";
import type { Context } from "@assay/core/tenancy";
import { asCatalog, inCatalog, inTenant } from "@assay/core/tenancy";
import { newId, retrievalVersions, rowsOf, VECTOR_DIMENSIONS } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  BM25_BEFORE,
  bm25DocumentWeights,
  bm25QueryWeightsBefore,
  lexicalTerms,
} from "../../src/retrieval/lexical-terms.ts";
import { makePack } from "../support/make-pack.ts";
import { createWordEmbedder } from "../support/model-doubles.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ownerRows } from "../support/with-owner.ts";

const SETTINGS = {
  similarityThreshold: 0.2,
  chunksPerRequirement: 8,
  confidenceComplete: 0.75,
  confidencePartial: 0.4,
};
const BEFORE = "word-double-1";
const NEWER = "word-double-2";

const EVIDENCE = [
  "Backups of all servers are made each night, and are kept for ninety days.",
  "The keys of the office are kept by the guard, and servers of the office stay on.",
  "Access to servers is reviewed each quarter, and owners of servers are told.",
  "Backups, backups, backups: restore tests of servers are made.",
  "A visitor signs the register at the front desk.",
];

const newer: Embedder = { ...createWordEmbedder(), model: NEWER, lexicalWeight: 3, replaces: [BEFORE] };

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;

/** A deployment as the release before left it: its version knows no lexical weight, its chunks have none. */
beforeEach(async () => {
  database = await openTestDatabase();
  await inCatalog(database.db, (tx) =>
    tx.insert(retrievalVersions).values({
      ...{ embedderModel: BEFORE, embedderDimensions: VECTOR_DIMENSIONS },
      ...{ assessorModel: "quoting-double-1", promptVersion: "1", ...SETTINGS, activatedAt: new Date() },
      guardVersion: GUARD_VERSION,
      splitterVersion: SPLITTER_VERSION,
    }),
  );
  engine = await createTestEngine(database.db, { furtherEmbedders: [newer] });
  ctx = await engine.makeBoundTenant(makePack(["Backups of servers are made, and backups are kept", "Visitors"]));
  for (const [at, text] of EVIDENCE.entries()) await engine.upload(ctx, `note-${at}.txt`, text);
  await engine.drain();
  await ownerRows(database, sql`delete from chunk_weights`);
});
afterEach(() => database.close());

const release = () => ({
  models: { ...engine.models, embedders: [newer, engine.embedder] as const },
  settings: SETTINGS,
});

async function retrieve(body = {}) {
  const run = await engine.startRun(ctx, body);
  await engine.drain();
  return inTenant(ctx, (tx) =>
    rowsOf<{ position: number; rank: number; text: string; similarity: number; query: string }>(
      tx,
      sql`
      select rr.position, r.rank, c.content as text, r.similarity, rr.lexical_query::text as query
      from run_requirements rr join retrievals r on r.run_requirement_id = rr.id join chunks c on c.id = r.chunk_id
      where rr.run_id = ${run.id} order by rr.position, r.rank`,
    ),
  );
}

const inForce = () => inTenant(ctx, (tx) => getRetrievalVersion(tx));

describe("a version from before lexical weights", () => {
  test("ranks as it did: by the title alone, each of its words once, and both legs alike", async () => {
    const found = (await retrieve()).filter(({ position }) => position === 0);
    const passages = EVIDENCE.map((text, at) => ({ text, terms: lexicalTerms(`note ${at}\n${text}`) }));
    const frequencies = new Map<number, number>();
    for (const { terms } of passages)
      for (const id of terms.keys()) frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
    const title = lexicalTerms("Backups of servers are made, and backups are kept");
    const query = bm25QueryWeightsBefore(title, { frequencies, total: passages.length });
    const overlapOf = (text: string) => {
      const weights = bm25DocumentWeights(passages.find((passage) => passage.text === text)!.terms, BM25_BEFORE);
      return [...query].reduce((sum, [id, weight]) => sum + weight * (weights.get(id) ?? 0), 0);
    };
    const bySimilarity = found.toSorted((a, b) => b.similarity - a.similarity);
    const byOverlap = found.toSorted((a, b) => overlapOf(b.text) - overlapOf(a.text));
    const scoreOf = (row: (typeof found)[number]) =>
      1 / (61 + bySimilarity.indexOf(row)) + (overlapOf(row.text) > 0 ? 1 / (61 + byOverlap.indexOf(row)) : 0);
    expect(found.length).toBeGreaterThan(2);
    expect(found.map(({ text }) => text)).toEqual(
      found.toSorted((a, b) => scoreOf(b) - scoreOf(a)).map(({ text }) => text),
    );
  });

  test("finds the same at the same ranks after the newer one was made and activated", async () => {
    const old = await inForce();
    const first = await retrieve();
    await activateConfiguredVersion(database.db, release());
    await engine.drain();
    const proposed = await inCatalog(database.db, findRecommendedVersion);
    await activateRetrievalVersion(ctx, release().models, proposed!.id);
    expect(await retrieve({ retrievalVersionId: old.id })).toEqual(first);
  });
});

describe("a deployment of the release before", () => {
  test("stays on its version, and gets the newer one with all that it searches by, to be activated", async () => {
    const old = await inForce();
    await activateConfiguredVersion(database.db, release());
    await activateConfiguredVersion(database.db, release());
    expect(await inForce()).toMatchObject({ id: old.id, embedderModel: BEFORE, lexicalWeight: null });
    const proposed = (await inCatalog(database.db, findRecommendedVersion))!;
    expect(proposed).toMatchObject({ embedderModel: NEWER, lexicalWeight: 3, origin: "release", activatedAt: null });
    await expect(activateRetrievalVersion(ctx, release().models, proposed.id)).rejects.toMatchObject({
      code: "INVALID_STATE",
      details: { missing: EVIDENCE.length },
    });
    await engine.drain();
    expect(await activateRetrievalVersion(ctx, release().models, proposed.id)).toMatchObject({
      inForce: true,
      lexicalWeight: 3,
      vectors: { ready: EVIDENCE.length, total: EVIDENCE.length },
    });
    expect(await inCatalog(database.db, findRecommendedVersion)).toBeUndefined();
    await activateConfiguredVersion(database.db, release());
    expect((await inForce()).id).toBe(proposed.id);
  });

  test("keeps what it searches by when its other settings change", async () => {
    await activateConfiguredVersion(database.db, { ...release(), settings: { ...SETTINGS, confidenceComplete: 0.8 } });
    expect(await inForce()).toMatchObject({ confidenceComplete: 0.8, embedderModel: BEFORE, lexicalWeight: null });
    await activateConfiguredVersion(database.db, release());
    expect(await inForce()).toMatchObject({ confidenceComplete: 0.75, embedderModel: BEFORE, lexicalWeight: null });
  });
});

describe("weights of words", () => {
  test("are made for chunks that have their vector already, without another call of the embedder", async () => {
    const [version] = await inTenant(ctx, (tx) =>
      asCatalog(tx, async () => {
        const { id, activatedAt, ...values } = await getRetrievalVersion(tx);
        return tx
          .insert(retrievalVersions)
          .values({ ...values, id: newId(), lexicalWeight: 0.5, origin: "admin" })
          .returning();
      }),
    );
    const calls = engine.embedder.calls.length;
    await expect(activateRetrievalVersion(ctx, engine.models, version!.id)).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
    await engine.drain();
    expect(await activateRetrievalVersion(ctx, engine.models, version!.id)).toMatchObject({ inForce: true });
    expect(engine.embedder.calls).toHaveLength(calls);
  });

  test("count the criterion, and a word of the requirement as often as it is there", async () => {
    await activateConfiguredVersion(database.db, release());
    await engine.drain();
    const proposed = await inCatalog(database.db, findRecommendedVersion);
    await activateRetrievalVersion(ctx, release().models, proposed!.id);
    const [{ query } = { query: "" }] = await retrieve();
    const weights = Object.fromEntries(
      [...query.matchAll(/(\d+):([\d.e-]+)/g)].map(([, id, weight]) => [id, Number(weight)]),
    );
    const weightOf = (word: string) => weights[[...lexicalTerms(word).keys()][0]!]!;
    // The criterion and the title have it three times, the other one once in four of five passages.
    expect(weightOf("backups") / weightOf("servers")).toBeGreaterThan(3);
  });
});
