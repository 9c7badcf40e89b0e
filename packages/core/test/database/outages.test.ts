import { ModelError, UnavailableError } from "@assay/contract";
import { getDocument } from "@assay/core/documents";
import { sweep } from "@assay/core/maintenance";
import { getRun, listRunSteps } from "@assay/core/runs";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";

const PACK = makePack(["Backups are made daily", "Backups are encrypted", "Backups are restored as a test"]);
const EVIDENCE = "Backups are made daily, encrypted, and restored as a test.";
const LONG = 3_600_000;

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await system(sql`delete from work_items`);
  await system(sql`update pauses set failures = 0, until = now(), answered_at = null`);
  await system(sql`update sweeps set swept_at = now(), resumed_at = null`);
  // No pause ends before a test says so.
  engine = await createTestEngine(database.db, { settings: { retryDelayMs: LONG, pauseMaxMs: LONG } });
  ctx = await engine.makeBoundTenant(PACK);
});

const rows = <T>(query: SQL) => inTenant(ctx, (tx) => rowsOf<T>(tx, query));
const system = <T>(query: SQL) => inSystem(database.db, (tx) => rowsOf<T>(tx, query));
const sweepOnce = () =>
  sweep(database.db, {
    stalledAfterMs: 900_000,
    waitMaxMs: 24 * LONG,
    rehashEveryMs: 0,
    keepJobsMs: 9e8,
    keepSpansMs: 9e8,
    keepDeliveriesMs: 9e9,
    checkpointEveryMs: 9e8,
    quota: ENGINE_SETTINGS,
  });
const waiting = () =>
  rows<{ stage: string; attempts: number; part: string }>(
    sql`select stage, attempts, waiting_for as part from work_items where waiting_for is not null order by stage`,
  );
/** As if the pauses were over; what starts again lasts again. */
async function passTime(): Promise<void> {
  await system(sql`update pauses set until = now() - interval '1 second'`);
  await system(sql`update work_items set available_at = available_at - interval '9 days' where state = 'PENDING'`);
}
const stall = (runId: string, hours: number) =>
  rows(sql`update runs set progressed_at = now() - make_interval(hours => ${hours}) where id = ${runId}`);
async function readyDocument(): Promise<string> {
  const { id } = await engine.upload(ctx, "policy.txt", EVIDENCE);
  await engine.drain();
  expect((await getDocument(ctx, id)).status).toBe("READY");
  return id;
}

describe("while the file store cannot be used", () => {
  test("documents wait without a spent attempt and are read when it is back", async () => {
    const uploads = await Promise.all(
      ["a", "b", "c"].map((name) => engine.upload(ctx, `${name}.txt`, `Text ${name}.`)),
    );
    engine.files.isOut = true;
    for (let round = 0; round < 5; round++) {
      await engine.drain();
      await passTime();
    }
    expect(await waiting()).toEqual(Array(3).fill({ stage: "extract", attempts: 0, part: "files" }));
    engine.files.isOut = false;
    await engine.drain();
    for (const { id } of uploads) expect(await getDocument(ctx, id)).toMatchObject({ status: "READY", failure: null });
    expect(await system(sql`select failures from pauses where part = 'files'`)).toEqual([{ failures: 0 }]);
  });

  test("a run excludes nothing, and judges by its evidence when it is back", async () => {
    await readyDocument();
    const { id } = await engine.startRun(ctx);
    engine.files.isOut = true;
    await engine.drain();
    expect(await waiting()).toEqual([{ stage: "VERIFICATION", attempts: 0, part: "files" }]);
    expect(await getRun(ctx, id)).toMatchObject({ status: "IN_PROGRESS", assessedCount: 0 });
    engine.files.isOut = false;
    await passTime();
    await engine.drain();
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED", completeCount: 3, missingCount: 0 });
    const { outputRefs } = (await listRunSteps(ctx, id)).find(({ stepName }) => stepName === "VERIFICATION")!;
    expect(outputRefs).toMatchObject({ excludedPassageCount: 0, excludedDocumentIds: [] });
  });

  test("nothing else asks it before the pause is over", async () => {
    await engine.upload(ctx, "first.txt", "First.");
    engine.files.isOut = true;
    await engine.drain();
    const { id } = await engine.upload(ctx, "second.txt", "Second.").catch(() => ({ id: "" }));
    expect(id).toBe("");
    engine.files.isOut = false;
    await engine.upload(ctx, "third.txt", "Third.");
    await engine.drain();
    expect(engine.extractor.starts).toEqual([]);
    expect(engine.reports).toHaveLength(1);
    await passTime();
    await engine.drain();
    expect(engine.extractor.starts).toEqual([0, 0]);
  });

  test("the daily check rests, and fails no document", async () => {
    const id = await readyDocument();
    await sweepOnce();
    engine.files.isOut = true;
    await engine.drain();
    await sweepOnce();
    expect(await rows(sql`select attempts from work_items where stage = 'rehash' and state = 'PENDING'`)).toEqual([
      { attempts: 0 },
    ]);
    await rows(sql`update work_items set state = 'DONE' where stage = 'rehash'`);
    await sweepOnce();
    expect(await rows(sql`select 1 from work_items where stage = 'rehash' and state = 'PENDING'`)).toEqual([]);
    engine.files.isOut = false;
    await passTime();
    await sweepOnce();
    await engine.drain();
    expect(await getDocument(ctx, id)).toMatchObject({ status: "READY", failure: null });
  });
});

test("a lost database connection spends no attempt", async () => {
  const { id } = await engine.upload(ctx, "a.txt", "Text.");
  engine.extractor.beforeSegment = () => Promise.reject(new UnavailableError("database", "Lost"));
  for (let round = 0; round < 5; round++) {
    await engine.drain();
    await passTime();
  }
  expect(await waiting()).toEqual([{ stage: "extract", attempts: 0, part: "database" }]);
  engine.extractor.beforeSegment = async () => {};
  await engine.drain();
  expect((await getDocument(ctx, id)).status).toBe("READY");
});

test("a lost database connection holds up its job alone, never for longer than five first waits, and nobody else", async () => {
  const { id } = await engine.upload(ctx, "a.txt", "Text.");
  engine.extractor.beforeSegment = () => Promise.reject(new UnavailableError("database", "Lost"));
  const waits: number[] = [];
  for (const waitedHours of [0, 3, 9]) {
    await rows(sql`update work_items set waiting_since = now() - make_interval(hours => ${waitedHours}),
      available_at = now() - interval '1 second' where state = 'PENDING'`);
    await engine.drain();
    const [job] = await rows<{ hours: number }>(
      sql`select extract(epoch from available_at - now())::float8 / 3600 as hours from work_items where state = 'PENDING'`,
    );
    waits.push(Math.round(job!.hours));
  }
  expect(waits).toEqual([1, 3, 5]);
  expect(await system(sql`select part from pauses where failures > 0`)).toEqual([]);
  engine.extractor.beforeSegment = async () => {};
  const other = await readyDocument();
  expect(other).not.toBe(id);
});

describe("while a model cannot be used", () => {
  const gone = new ModelError("MODEL_UNAVAILABLE", "Gone");

  test.each([
    ["unreachable", gone],
    ["asking for less", new ModelError("MODEL_RATE_LIMITED", "Later", { retryAfterSeconds: 7200 })],
  ])("it is asked once for everybody: %s", async (_, error) => {
    await readyDocument();
    const { id } = await engine.startRun(ctx);
    engine.assessor.beforeAnswer = () => Promise.reject(error);
    engine.assessor.beforeProbe = () => Promise.reject(error);
    await engine.drain();
    expect(engine.assessor.asked).toHaveLength(1);
    const part = `model:${engine.assessor.model}`;
    expect(await waiting()).toEqual(Array(3).fill({ stage: "ASSESSMENT", attempts: 0, part }));
    const [pause] = await system<{ seconds: number }>(
      sql`select extract(epoch from until - now())::float8 as seconds from pauses where part = ${part}`,
    );
    expect(pause!.seconds).toBeCloseTo(error.retryAfterSeconds ?? 3600, -2);
    engine.assessor.beforeAnswer = async () => {};
    engine.assessor.beforeProbe = async () => {};
    await passTime();
    await engine.drain();
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED", completeCount: 3 });
  });

  test("the embedder's outage fails no document", async () => {
    const { id } = await engine.upload(ctx, "a.txt", "Text.");
    engine.embedder.beforeAnswer = () => Promise.reject(gone);
    for (let round = 0; round < 5; round++) {
      await engine.drain();
      await passTime();
    }
    expect(await waiting()).toEqual([{ stage: "embed", attempts: 0, part: `model:${engine.embedder.model}` }]);
    engine.embedder.beforeAnswer = async () => {};
    await engine.drain();
    expect((await getDocument(ctx, id)).status).toBe("READY");
  });

  test("one that fails is asked again at the cost of an attempt", async () => {
    await readyDocument();
    const { id } = await engine.startRun(ctx);
    engine.assessor.beforeAnswer = () => Promise.reject(new ModelError("MODEL_FAILED", "500"));
    for (let round = 0; round < 3; round++) {
      await engine.drain();
      await passTime();
    }
    expect(engine.assessor.asked.filter((requirement) => requirement === "1.1")).toHaveLength(3);
    expect(await getRun(ctx, id)).toMatchObject({ status: "FAILED" });
  });

  test("one that refuses a requirement and answers others spends that one's attempts", async () => {
    await readyDocument();
    const { id } = await engine.startRun(ctx);
    const other = await engine.makeBoundTenant(makePack(["Access is reviewed"]));
    await engine.upload(other, "policy.txt", "Access is reviewed.");
    engine.assessor.beforeAnswer = (requirement) => (requirement === "1.2" ? Promise.reject(gone) : Promise.resolve());
    for (let round = 0; round < 5; round++) {
      await engine.startRun(other);
      await engine.drain();
      await passTime();
      await engine.drain();
      await passTime();
    }
    expect(await getRun(ctx, id)).toMatchObject({ status: "FAILED", completeCount: 2 });
  });
});

describe("a run that waits", () => {
  async function waitingRun(): Promise<string> {
    await readyDocument();
    const { id } = await engine.startRun(ctx);
    engine.files.isOut = true;
    await engine.drain();
    return id;
  }

  test("does not stand still, for a day", async () => {
    const id = await waitingRun();
    await stall(id, 23);
    await sweepOnce();
    expect(await getRun(ctx, id)).toMatchObject({ status: "IN_PROGRESS" });
    await stall(id, 25);
    await sweepOnce();
    expect(await getRun(ctx, id)).toMatchObject({
      status: "FAILED",
      failureReason:
        "No part of the run finished for 24 hours because the file store was not available: start a new run",
    });
  });

  test("for the whole service has its time again when the sweeps continue", async () => {
    const { id } = await engine.startRun(ctx);
    await sweepOnce();
    await stall(id, 1);
    await system(sql`update sweeps set swept_at = now() - interval '1 hour'`);
    await sweepOnce();
    expect(await getRun(ctx, id)).toMatchObject({ status: "PENDING" });
    await system(sql`update sweeps set resumed_at = now() - interval '16 minutes'`);
    await sweepOnce();
    expect(await getRun(ctx, id)).toMatchObject({ status: "FAILED" });
  });
});
