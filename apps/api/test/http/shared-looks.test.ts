import { bindPack, importPack } from "@assay/core/packs";
import { activateConfiguredVersion } from "@assay/core/retrieval-versions";
import { startRun } from "@assay/core/runs";
import { type Context, createTenant } from "@assay/core/tenancy";
import { type Database, newId } from "@assay/db";
import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/offline";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProgressWatch } from "../../src/progress-watch.ts";
import { streamProgress } from "../../src/routes/run-events.ts";
import type { ApiEnv } from "../../src/variables.ts";
import { smallPack } from "../support/small-pack.ts";

let database: TestDatabase;
let ctx: Context;
let runId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const { id: tenantId } = await createTenant(database.db, { name: "Watched" });
  ctx = { db: database.db, tenantId, actor: { id: newId(), role: "SUPER_ADMIN", tenantId } };
  await activateConfiguredVersion(database.db, {
    models,
    settings: { similarityThreshold: 0.2, chunksPerRequirement: 8, confidenceComplete: 0.75, confidencePartial: 0.4 },
  });
  await bindPack(ctx, await importPack(ctx, smallPack));
  runId = (await startRun(ctx, models, {})).run.id;
});
afterAll(() => database.close());

/** Nothing serves it: it stays as it was started. */
const models = { embedders: [createOfflineEmbedder()] as const, assessors: [createOfflinePartsAssessor()] as const };
const VIEWERS = 12;
const LOOKS = 5;

/** The routes of one process: it looks when the test says so, and counts its looks and questions for access. */
function openProcess(accessCheckMs: number) {
  const counts = { transactions: 0, access: 0 };
  const db = Object.create(database.db, {
    transaction: {
      value: (...args: Parameters<Database["transaction"]>) => {
        counts.transactions += 1;
        return database.db.transaction(...args);
      },
    },
  }) as Database;
  let waiting: (() => void)[] = [];
  const progress = createProgressWatch(() => new Promise((resolve) => waiting.push(resolve)));
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    c.set("ctx", { ...ctx, db });
    c.set("services", { progress, settings: { accessCheckMs } } as never);
    c.set("hasSameAccess", async () => {
      counts.access += 1;
      return true;
    });
    await next();
  });
  app.get("/:runId/events", streamProgress);
  return {
    counts,
    open: async () => (await app.request(`/${runId}/events`)).body!.getReader(),
    /** How many timers are waited for: one, however many runs are watched. */
    timers: () => waiting.length,
    look() {
      const due = waiting;
      waiting = [];
      for (const go of due) go();
    },
  };
}

const touch = () =>
  database.db.transaction(async (tx) => {
    await tx.execute(
      `select set_config('role', 'assay_tenant', true), set_config('app.tenant_id', '${ctx.tenantId}', true)`,
    );
    await tx.execute(`update runs set revision = revision + 1 where tenant_id = '${ctx.tenantId}' and id = '${runId}'`);
  });

async function watch(accessCheckMs: number, { changes = true } = {}) {
  const here = openProcess(accessCheckMs);
  const readers = await Promise.all(Array.from({ length: VIEWERS }, here.open));
  const told = () => Promise.all(readers.map((reader) => reader.read()));
  await told();
  // Of the first look nothing is known of before.
  const looks = { first: 0, further: 0 };
  for (let at = 0; at <= LOOKS; at++) {
    await expect.poll(here.timers).toBe(1);
    const before = here.counts.transactions;
    if (changes) await touch();
    here.look();
    if (changes)
      for (const { value } of await told()) expect(new TextDecoder().decode(value)).toContain("event: progress");
    await expect.poll(here.timers).toBe(1);
    looks[at === 0 ? "first" : "further"] += here.counts.transactions - before;
  }
  await Promise.all(readers.map((reader) => reader.cancel()));
  return { ...looks, access: here.counts.access };
}

test("a run that twelve watch is read once for each change, and nobody's access is asked for before its time", async () => {
  expect(await watch(60_000)).toEqual({ first: 2, further: 2 * LOOKS, access: 0 });
});

test("a run that has not changed is not read again: a look is one statement", async () => {
  expect(await watch(60_000, { changes: false })).toEqual({ first: 2, further: LOOKS, access: 0 });
});

test("access is asked for each viewer once its time has come", async () => {
  const { access } = await watch(0);
  expect(access).toBeGreaterThanOrEqual((LOOKS - 1) * VIEWERS);
});
