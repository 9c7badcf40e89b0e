import { createUrlIngestion, getIngestion } from "@assay/core/guidance";
import { runJob } from "@assay/core/jobs";
import { importPack } from "@assay/core/packs";
import type { Destination } from "@assay/core/ports";
import { bindEngine, changeResidency, listEgress } from "@assay/core/residency";
import { activateRetrievalVersion, createRetrievalVersion } from "@assay/core/retrieval-versions";
import { type Context, inSystem, inTenant, suspendTenant } from "@assay/core/tenancy";
import { newId, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countVectors } from "../../src/retrieval-versions/vector-coverage.ts";
import { makePack } from "../support/make-pack.ts";
import { createWordEmbedder } from "../support/model-doubles.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const CLOUD: Destination = { provider: "gemini", host: "cloud.example.test" };
const PACK = makePack(["Backups are taken every day"]);

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
const local = createWordEmbedder(64, 384);

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db, { furtherEmbedders: [local] });
  engine.embedder.sendsTo = CLOUD;
  engine.assessor.sendsTo = CLOUD;
  ctx = await engine.makeTenant();
});

const forbidAll = () => changeResidency(ctx, { allowedProviders: [] }, []);
const ledger = async () => (await listEgress(ctx, { limit: 200 })).items;
/** As long as jobs that wait look again, no drain comes to an end. */
async function serve({ tenantId } = ctx, times = 30): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    const [due] = await inTenant({ db: database.db, tenantId }, (tx) =>
      rowsOf<{ id: string }>(
        tx,
        sql`select id from work_items where tenant_id = ${tenantId} and state = 'PENDING' and waiting_for is null
          order by available_at, id limit 1`,
      ),
    );
    if (!due) return;
    await runJob(engine.engine, due.id);
  }
}
const GUIDANCE = "Backups are tested each month.";
const ingest = async (of: Context, owner: "TENANT" | "DEPLOYMENT") => {
  const { packId } = await importPack(of, PACK, { owner });
  const url = `http://guide.example/${packId}.txt`;
  engine.fetcher.pages.set(url, GUIDANCE);
  const { ingestion } = await createUrlIngestion(of, engine.fetcher, { packId, url });
  await serve(of);
  return async () => (await getIngestion(of, ingestion.id)).status;
};
const serveAll = async () => {
  const rows = await inSystem(database.db, (tx) => rowsOf<{ id: string }>(tx, sql`select id from tenants`));
  for (const { id } of rows) await serve({ ...ctx, tenantId: id });
};
/** What the deployment would search by next. */
const next = async () => {
  const keys = { embedderModel: local.model, id: newId(), lexicalWeight: null, lexicon: 2 };
  local.sendsTo = CLOUD;
  const { record } = await createRetrievalVersion(ctx, engine.models, { embedderModel: local.model } as never);
  const count = () => inSystem(database.db, (tx) => countVectors(tx, keys));
  return { id: record.id, count };
};

test("guidance of the deployment is no tenant's text: whose administrator adds it decides nothing, and counts nothing", async () => {
  await forbidAll();
  const status = await ingest(ctx, "DEPLOYMENT");
  expect(await status()).toBe("COMPLETED");
  expect(await ledger()).toEqual([]);
  const { count } = await next();
  await serveAll();
  const { ready, total } = await count();
  expect([ready, total > 0]).toEqual([total, true]);
});

test("guidance of the deployment gets its vectors also where the tenant of who added it is suspended", async () => {
  await ingest(ctx, "DEPLOYMENT");
  await suspendTenant(database.db, { tenantId: ctx.tenantId, reason: "An open invoice" });
  const { count } = await next();
  await serveAll();
  const { ready, total } = await count();
  expect([ready, total > 0]).toEqual([total, true]);
});

test("guidance of a tenant waits for what the tenant allows, and keeps no engine version waiting", async () => {
  const status = await ingest(ctx, "TENANT");
  expect(await status()).toBe("COMPLETED");
  const sent = await ledger();
  await forbidAll();
  const { id, count } = await next();
  await serveAll();
  expect(await ledger()).toEqual(sent);
  const { ready, total } = await count();
  expect(ready).toBe(total);
  expect(await activateRetrievalVersion(ctx, engine.models, id)).toMatchObject({ inForce: true });
  const later = await ingest(ctx, "TENANT");
  expect(await later()).toBe("INDEXING");
});

test("guidance of a tenant that is bound gets the vectors of its own engine version alone", async () => {
  local.sendsTo = undefined as never;
  engine.assessor.sendsTo = undefined as never;
  const { record } = await createRetrievalVersion(ctx, engine.models, { embedderModel: local.model } as never);
  await serveAll();
  await forbidAll();
  const deployment = { models: engine.models, destinations: [], dispatch: async () => {} };
  await bindEngine(ctx, { retrievalVersionId: record.id }, deployment);
  const status = await ingest(ctx, "TENANT");
  expect(await status()).toBe("COMPLETED");
  expect(await ledger()).toEqual([]);
});
