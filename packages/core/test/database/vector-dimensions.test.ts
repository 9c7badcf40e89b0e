import { createActivation, createUrlIngestion } from "@assay/core/guidance";
import { bindPack, importPack } from "@assay/core/packs";
import {
  activateConfiguredVersion,
  activateRetrievalVersion,
  createRetrievalVersion,
} from "@assay/core/retrieval-versions";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf, VECTOR_SIZES, vectorColumn } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchEvidence } from "../../src/search/search-evidence.ts";
import { makePack } from "../support/make-pack.ts";
import { createWordEmbedder } from "../support/model-doubles.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ownerRows } from "../support/with-owner.ts";

const BACKUPS = "Backups of all servers are made each night.";
const SETTINGS = {
  similarityThreshold: 0.2,
  chunksPerRequirement: 8,
  confidenceComplete: 0.75,
  confidencePartial: 0.4,
};

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
const embedders = VECTOR_SIZES.filter((size) => size !== 768).map((size) => createWordEmbedder(64, size));

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db, { furtherEmbedders: embedders });
  ctx = await engine.makeTenant();
  const version = await importPack(ctx, makePack(["Backups of servers are made"]));
  await bindPack(ctx, version);
  engine.fetcher.pages.set("http://guide.example/backups.txt", "Guidance on backups of servers.");
  const from = { packId: version.packId, url: "http://guide.example/backups.txt" };
  const { ingestion } = await createUrlIngestion(ctx, engine.fetcher, from);
  await engine.drain();
  await createActivation(ctx, { packId: version.packId, ingestionIds: [ingestion.id] });
  await engine.upload(ctx, "backups.txt", BACKUPS);
  await engine.upload(ctx, "menu.txt", "Soup is on the menu.");
  await engine.drain();
});
afterAll(() => database.close());

test.each(embedders)(
  "passages are found by vectors of $dimensions dimensions, of old documents and new ones",
  async (embedder) => {
    const { model, dimensions } = embedder;
    const { record } = await createRetrievalVersion(ctx, engine.models, { embedderModel: model });
    await engine.drain();
    await activateRetrievalVersion(ctx, engine.models, record.id);
    await engine.upload(ctx, `new-${dimensions}.txt`, `Backups of all servers are restored ${dimensions} times.`);
    await engine.drain();

    const { id } = await engine.startRun(ctx);
    await engine.drain();
    const found = await inTenant(ctx, (tx) =>
      rowsOf<{ text: string; similarity: number; guidance: string[] }>(
        tx,
        sql`
      select c.content as text, r.similarity, rr.guidance_chunk_ids as guidance from run_requirements rr
      join retrievals r on r.tenant_id = rr.tenant_id and r.run_requirement_id = rr.id
      join chunks c on c.tenant_id = r.tenant_id and c.id = r.chunk_id
      where rr.tenant_id = ${ctx.tenantId} and rr.run_id = ${id} order by r.rank`,
      ),
    );
    expect(found.map(({ text }) => text)).toEqual(
      expect.arrayContaining([BACKUPS, `Backups of all servers are restored ${dimensions} times.`]),
    );
    expect(found[0]!.similarity).toBeGreaterThan(0.5);
    expect(found[0]!.guidance).toHaveLength(1);
    const { reply } = await searchEvidence(ctx, engine.models, { q: "nightly backups of servers", limit: 5 });
    expect(reply.results[0]).toMatchObject({ similarity: expect.any(Number) });

    const column = sql.raw(vectorColumn(dimensions));
    const stored = await ownerRows<{ own: number; all: number }>(
      database,
      sql`
    select count(${column})::int as own, count(*)::int as all
    from chunk_vectors where embedder = ${model}`,
    );
    expect(stored[0]!.own).toBe(stored[0]!.all);
  },
);

test("an embedder of other dimensions ends the start, in words", async () => {
  const models = { ...engine.models, embedders: [createWordEmbedder(64, 512)] } as const;
  await expect(activateConfiguredVersion(database.db, { models, settings: SETTINGS })).rejects.toThrow(
    "must have 384, 768, 1024, 1536 dimensions: it has 512",
  );
});
