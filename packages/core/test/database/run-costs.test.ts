import { runJob } from "@assay/core/jobs";
import { activateConfiguredVersion } from "@assay/core/retrieval-versions";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { countStatements, takeStatements } from "@assay/testing/watch-statements";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTransactions } from "../support/count-transactions.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
const MANY = 12;
let few: Context;
let many: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  [few, many] = [await makeTenant(2), await makeTenant(MANY)];
});
afterAll(() => database.close());

const WORDS = [
  "alarms",
  "badges",
  "cameras",
  "doors",
  "escorts",
  "fences",
  "gates",
  "handovers",
  "inspections",
  "keys",
];

/** A tenant with a document for each of so many requirements. */
async function makeTenant(size: number): Promise<Context> {
  const titles = Array.from({ length: size }, (_, at) => `${WORDS[at % 10]} are checked ${WORDS[Math.floor(at / 10)]}`);
  const ctx = await engine.makeBoundTenant(makePack(titles));
  for (const [at, title] of titles.entries()) await engine.upload(ctx, `${at}.txt`, `${title} each night.`);
  await engine.drain();
  return ctx;
}

/** Serves the run until the next job is of `stage`, and names that job. */
async function reach(ctx: Context, stage: string, runId?: string): Promise<{ runId: string; itemId: string }> {
  const id = runId ?? (await engine.startRun(ctx)).id;
  for (;;) {
    const open = await inTenant(ctx, (tx) =>
      rowsOf<{ id: string; stage: string }>(
        tx,
        sql`select id, stage from work_items where run_id = ${id} and state = 'PENDING' order by id`,
      ),
    );
    const job = open.find((each) => each.stage === stage);
    if (job) return { runId: id, itemId: job.id };
    await engine.serveOne();
  }
}

/** That a model answers is noted once in some seconds for all attempts together: here it has been. */
const noted = () =>
  new Map(
    [...engine.models.embedders, ...engine.models.assessors].map(({ model }) => [`model:${model}` as const, Infinity]),
  );

/** What one attempt costs: its transactions (the claim and the commit are one each) and its statements. */
async function costOf(itemId: string) {
  const counted = countTransactions(database.db);
  const before = countStatements();
  await runJob({ ...engine.engine, db: counted.db, notedAt: noted() }, itemId);
  return { transactions: counted.begun(), statements: countStatements() - before };
}

describe("an attempt costs the same however much it is about:", () => {
  test.each([
    ["RETRIEVAL", 6],
    ["VERIFICATION", 3],
  ])("%s", async (stage, transactionsMax) => {
    const costs = [];
    for (const ctx of [few, many]) {
      const { itemId } = await reach(ctx, stage);
      costs.push(await costOf(itemId));
      await engine.drain();
    }
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[0]!.transactions).toBeLessThanOrEqual(transactionsMax);
  });
});

test("before each call of the model there are two transactions: the claim, and one that reads all it needs", async () => {
  const ctx = few;
  for (const reuse of [false, true]) {
    const run = await engine.startRun(ctx, { reuse });
    const { itemId } = await reach(ctx, "ASSESSMENT", run.id);
    const counted = countTransactions(database.db);
    const seen: number[] = [];
    engine.assessor.beforeAnswer = async () => void seen.push(counted.begun());
    await runJob({ ...engine.engine, db: counted.db, notedAt: noted() }, itemId);
    expect(seen).toEqual(reuse ? [] : [2]);
    expect(counted.begun()).toBe(3);
    engine.assessor.beforeAnswer = async () => {};
    await engine.drain();
  }
});

test("the files of an attempt are looked at together, and no more than eight at a time", async () => {
  const { itemId } = await reach(many, "VERIFICATION");
  const { stat } = engine.files;
  let [asked, underWay, most] = [0, 0, 0];
  const { promise: all, resolve: goOn } = Promise.withResolvers<void>();
  engine.files.stat = async (key) => {
    asked += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    if (underWay === 8) goOn();
    await all;
    underWay -= 1;
    return stat(key);
  };
  await runJob(engine.engine, itemId);
  engine.files.stat = stat;
  expect({ asked, most }).toEqual({ asked: MANY, most: 8 });
  await engine.drain();
});

test("a start counts the vectors of all tenants only when the settings are not those of the last one", async () => {
  const settings = {
    similarityThreshold: 0.2,
    chunksPerRequirement: 8,
    confidenceComplete: 0.75,
    confidencePartial: 0.4,
  };
  const countsOf = async (change: Partial<typeof settings>) => {
    takeStatements("assay_system");
    await activateConfiguredVersion(database.db, { models: engine.models, settings: { ...settings, ...change } });
    return takeStatements("assay_system").filter((statement) => statement.includes("chunk_vectors"));
  };
  expect(await countsOf({})).toEqual([]);
  expect(await countsOf({ confidenceComplete: 0.8 })).toHaveLength(1);
  expect(await countsOf({ confidenceComplete: 0.8 })).toEqual([]);
});
