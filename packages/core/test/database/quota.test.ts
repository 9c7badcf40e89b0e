import { ModelError, modelUse } from "@assay/contract";
import { beginPause, callWaiting, listModelUse, type ModelQuota, runJob } from "@assay/core/jobs";
import { cancelRun, getRun, getRunProgress } from "@assay/core/runs";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, listDue, type TestEngine } from "../support/test-engine.ts";

const PART = "model:quoting-double-1";
const LONG = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const system = <T>(query: SQL) => inSystem(database.db, (tx) => rowsOf<T>(tx, query));

let engine: TestEngine;
/** Minutes of an hour: no window ends before a test says so. */
async function withQuota(quota: ModelQuota, quotaWindowMs = LONG): Promise<TestEngine> {
  engine = await createTestEngine(database.db, { settings: { quotas: { [PART]: quota }, quotaWindowMs } });
  return engine;
}
beforeEach(async () => {
  await system(sql`delete from work_items`);
  await system(sql`delete from model_calls`);
  await system(sql`update pauses set failures = 0, until = now(), answered_at = null`);
});

async function makeTenant(size: number): Promise<Context> {
  const ctx = await engine.makeBoundTenant(
    makePack(Array.from({ length: size }, (_, at) => `Backups are made daily ${at}`)),
  );
  await engine.upload(ctx, "policy.txt", "Backups are made daily, encrypted, and restored as a test.");
  await engine.drain();
  return ctx;
}

const settings = () => engine.engine.settings;
/** As if so much time had passed. */
async function passTime(ms: number): Promise<void> {
  const by = sql`make_interval(secs => ${ms / 1000}::float8)`;
  await system(
    sql`update model_calls set started_at = started_at - ${by}, ended_at = ended_at - ${by}, expires_at = expires_at - ${by}`,
  );
  await system(sql`update work_items set available_at = available_at - ${by} where state = 'PENDING'`);
  await system(sql`update pauses set until = until - ${by}`);
}
const spent = async (ctx: Context, runId: string) =>
  inTenant(ctx, (tx) =>
    rowsOf(tx, sql`select 1 from work_items where run_id = ${runId} and (attempts > 0 or crashes > 0)`),
  );

describe("a quota of requests", () => {
  test("lets so many through in a window, and the others wait without a spent attempt", async () => {
    await withQuota({ requestsPerMinute: 4 });
    const ctx = await makeTenant(10);
    const { id } = await engine.startRun(ctx);
    await engine.drain();
    expect(engine.assessor.asked).toHaveLength(4);
    const { run } = (await getRunProgress(ctx, id)).progress;
    expect(run.waiting).toMatchObject({ part: PART, reason: "QUOTA" });
    const inMs = Date.parse(run.waiting!.until) - Date.now();
    expect(inMs).toBeGreaterThan(0.9 * LONG);
    expect(inMs).toBeLessThan(1.1 * LONG);
    for (const asked of [8, 10]) {
      await passTime(LONG);
      await engine.drain();
      await passTime(LONG);
      await engine.drain();
      expect(engine.assessor.asked.length).toBeGreaterThanOrEqual(asked);
    }
    await engine.drain();
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED", completeCount: 10 });
    expect(engine.assessor.asked).toHaveLength(10);
    expect(await spent(ctx, id)).toEqual([]);
    expect(engine.reports).toEqual([]);
  });

  test("is shown to a SUPER_ADMIN with what is used of it, and until when who waits for it waits", async () => {
    await withQuota({ requestsPerMinute: 4, tokensPerMinute: 1_000_000 });
    const ctx = await makeTenant(6);
    const listed = () => listModelUse(ctx, settings(), engine.models);
    const idle = { requests: 0, tokens: 0, parallelCalls: 0 };
    const limits = { requestsPerMinute: 4, tokensPerMinute: 1_000_000, parallelCalls: null };
    const quiet = { waitsUntil: null, waitsBecause: null, waitingJobs: 0 };
    expect(await listed()).toEqual([
      { model: "quoting-double-1", kind: "assessor", limits, used: idle, ...quiet },
      {
        model: "word-double-1",
        kind: "embedder",
        limits: { requestsPerMinute: null, tokensPerMinute: null, parallelCalls: null },
        used: idle,
        ...quiet,
      },
    ]);

    await engine.startRun(ctx);
    await engine.drain();
    const [used] = await listed();
    expect(used).toMatchObject({
      used: { requests: 4, tokens: 4 * 12, parallelCalls: 0 },
      waitsBecause: "MODEL_RATE_LIMITED",
      waitingJobs: 2,
    });
    expect(modelUse.parse(used)).toEqual(used);
    expect(Date.parse(used!.waitsUntil!) - Date.now()).toBeGreaterThan(0.9 * LONG);

    // A pause that the model asked for counts before the quota.
    await beginPause(database.db, PART, { firstMs: 1000, mostMs: 1000, askedMs: 9 * LONG, code: "MODEL_UNAVAILABLE" });
    const [paused] = await listed();
    expect(paused).toMatchObject({ waitsBecause: "MODEL_UNAVAILABLE" });
    expect(Date.parse(paused!.waitsUntil!) - Date.now()).toBeGreaterThan(8 * LONG);
    const admin: Context = { ...ctx, actor: { ...ctx.actor, role: "ADMIN" } };
    await expect(listModelUse(admin, settings(), engine.models)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("of 10 a window serves 250 requirements: none lost, no attempt spent, never more than 10 in a window", async () => {
    const windowMs = 100;
    await withQuota({ requestsPerMinute: 10 }, windowMs);
    const ctx = await makeTenant(250);
    const { id } = await engine.startRun(ctx);
    const times: number[] = [];
    engine.assessor.beforeAnswer = async () => void times.push(performance.now());
    // Several at a time, as processes do.
    while ((await getRun(ctx, id)).status !== "COMPLETED") {
      await Promise.all((await listDue(database.db)).slice(0, 8).map(({ jobId }) => runJob(engine.engine, jobId)));
      await callWaiting(database.db, settings());
    }
    expect(engine.assessor.asked).toHaveLength(250);
    expect(new Set(engine.assessor.asked).size).toBe(250);
    expect(mostWithin(times, windowMs)).toBeLessThanOrEqual(10);
    expect(await spent(ctx, id)).toEqual([]);
    expect(await getRun(ctx, id)).toMatchObject({ completeCount: 250, notJudgedCount: 0 });
  });

  test("is shared in turns: a small run of another tenant ends long before a large one that began first", async () => {
    await withQuota({ requestsPerMinute: 4 });
    const large = await makeTenant(40);
    const small = await makeTenant(4);
    const first = await engine.startRun(large);
    await engine.drain();
    const second = await engine.startRun(small);
    await engine.drain();
    let windows = 0;
    while ((await getRun(small, second.id)).status !== "COMPLETED" && windows < 12) {
      windows += 1;
      await passTime(LONG);
      await callWaiting(database.db, settings());
      await engine.drain();
    }
    expect(windows).toBeLessThanOrEqual(3);
    expect(await getRun(large, first.id)).toMatchObject({ status: "IN_PROGRESS" });
    await cancelRun(large, first.id, { reason: "Enough was seen" });
  });

  test("that has room again calls those who wait, when others have gone", async () => {
    await withQuota({ requestsPerMinute: 2 });
    const ctx = await makeTenant(20);
    const { id } = await engine.startRun(ctx);
    await engine.drain();
    await system(sql`delete from model_calls`);
    await callWaiting(database.db, settings());
    expect(await listDue(database.db)).toHaveLength(2);
    // Without a quota nobody need wait.
    await callWaiting(database.db, { ...settings(), quotas: {} });
    await withQuota({});
    await engine.drain();
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED" });
  });

  test("counts a call whose process died until it has expired", async () => {
    await withQuota({ parallelCalls: 1 });
    const ctx = await makeTenant(2);
    await system(sql`insert into model_calls (id, part, expires_at, tokens)
      values (gen_random_uuid(), ${PART}, now() + interval '1 minute', 0)`);
    const { id } = await engine.startRun(ctx);
    for (let round = 0; round < 20; round++) await engine.serveOne().catch(() => {});
    expect(engine.assessor.asked).toEqual([]);
    await passTime(2 * LONG);
    await engine.drain();
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED" });
  });
});

test("a quota of calls at a time is never passed", async () => {
  await withQuota({ parallelCalls: 2 }, 100);
  const ctx = await makeTenant(12);
  const { id } = await engine.startRun(ctx);
  await engine.drain({ until: (kind) => kind === "assessment" });
  let [underWay, most] = [0, 0];
  engine.assessor.beforeAnswer = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
  };
  while ((await getRun(ctx, id)).status !== "COMPLETED") {
    await Promise.all((await listDue(database.db)).map(({ jobId }) => runJob(engine.engine, jobId)));
    await callWaiting(database.db, settings());
  }
  expect(most).toBeLessThanOrEqual(2);
  expect(engine.assessor.asked).toHaveLength(12);
});

test("a quota of tokens counts what calls used, and lets one that is larger through alone", async () => {
  await withQuota({ tokensPerMinute: 30 });
  const ctx = await makeTenant(3);
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  expect(engine.assessor.asked).toHaveLength(1);
  expect(await system(sql`select tokens from model_calls`)).toEqual([{ tokens: 12 }]);
  for (let round = 0; round < 4; round++) {
    await passTime(LONG);
    await callWaiting(database.db, settings());
    await engine.drain();
  }
  expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED" });
});

test("a model that asks for fewer calls spends no attempt, however often, and pauses for everybody", async () => {
  engine = await createTestEngine(database.db, { settings: { retryDelayMs: 1000, pauseMaxMs: LONG } });
  const ctx = await makeTenant(6);
  const { id } = await engine.startRun(ctx);
  let left = 0;
  engine.assessor.beforeAnswer = async () => {
    left -= 1;
    if (left < 0) throw new ModelError("MODEL_RATE_LIMITED", "Later", { retryAfterSeconds: 1800 });
  };
  for (let round = 0; round < 8; round++) {
    left = 1;
    await engine.drain();
    const [pause] = await system<{ code: string; seconds: number }>(
      sql`select code, extract(epoch from until - now())::float8 as seconds from pauses where part = ${PART} and failures > 0`,
    );
    if (pause) {
      expect(pause).toMatchObject({ code: "MODEL_RATE_LIMITED", seconds: expect.closeTo(1800, -2) });
      const { waiting } = (await getRunProgress(ctx, id)).progress.run;
      expect(waiting).toMatchObject({ part: PART, reason: "QUOTA" });
    }
    await passTime(2 * LONG);
  }
  await engine.drain();
  expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED", completeCount: 6 });
  expect(await spent(ctx, id)).toEqual([]);
});

/** The most of the times that any window holds. */
function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.max(...sorted.map((from, at) => sorted.slice(at).filter((time) => time - from < windowMs).length));
}
