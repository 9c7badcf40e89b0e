import { listAuditEntries } from "@assay/core/audit";
import { type SweepSettings, sweep } from "@assay/core/maintenance";
import { getRun, listRunSteps } from "@assay/core/runs";
import { type Context, claimIdempotencyKey, inSystem, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken daily"]));
});

const SETTINGS: SweepSettings = {
  stalledAfterMs: 900_000,
  waitMaxMs: 86_400_000,
  rehashEveryMs: 86_400_000,
  keepJobsMs: 86_400_000,
  keepSpansMs: 9e8,
  keepDeliveriesMs: 9e9,
  checkpointEveryMs: 9e8,
  quota: ENGINE_SETTINGS,
};
const sweepOnce = () => sweep(database.db, SETTINGS);
const rows = <T>(query: SQL) => inTenant(ctx, (tx) => rowsOf<T>(tx, query));
const stall = (runId: string, minutes: number) =>
  inTenant(ctx, (tx) =>
    tx.execute(sql`update runs set progressed_at = now() - make_interval(mins => ${minutes}) where id = ${runId}`),
  );
const stepStates = async (runId: string) => (await listRunSteps(ctx, runId)).map(({ status }) => status);
/** Serves the run's stages up to, not including, the named one. */
async function runUntil(stage: string): Promise<string> {
  const { id } = await engine.startRun(ctx);
  for (;;) {
    const open = await rows<{ stage: string }>(
      sql`select stage from work_items where run_id = ${id} and state = 'PENDING'`,
    );
    if (open.some((item) => item.stage === stage)) return id;
    await engine.serveOne();
  }
}

describe("a stalled run", () => {
  test("is failed, and its tenant may start again at once", async () => {
    const { id } = await engine.startRun(ctx);
    await stall(id, 16);
    await expect(engine.startRun(ctx)).rejects.toMatchObject({
      code: "RUN_ALREADY_IN_PROGRESS",
      details: { runId: id },
    });
    await sweepOnce();
    const run = await getRun(ctx, id);
    expect(run).toMatchObject({ status: "FAILED", snapshotStatus: "FAILED" });
    expect(run.failureReason).toBe("No part of the run finished for 15 minutes: start a new run");
    expect(await rows(sql`select 1 from work_items where run_id = ${id} and state in ('PENDING', 'RUNNING')`)).toEqual(
      [],
    );
    const next = await engine.startRun(ctx);
    await engine.drain();
    expect(await getRun(ctx, next.id)).toMatchObject({ status: "COMPLETED" });
    expect(await getRun(ctx, id)).toMatchObject({ status: "FAILED" });
  });

  test("fails at the step that it was in, even between the last step and the end", async () => {
    const early = await runUntil("VERIFICATION");
    await stall(early, 16);
    await sweepOnce();
    expect(await stepStates(early)).toEqual(["COMPLETED", "COMPLETED", "FAILED", ...Array(3).fill("NOT_EXECUTED")]);
    const late = await runUntil("finish");
    await stall(late, 16);
    await sweepOnce();
    expect(await stepStates(late)).toEqual([...Array(5).fill("COMPLETED"), "FAILED"]);
  });

  test("is failed once by two sweeps at the same time", async () => {
    const { id } = await engine.startRun(ctx);
    await stall(id, 16);
    await Promise.all([sweepOnce(), sweepOnce(), sweepOnce()]);
    const { items } = await listAuditEntries(ctx, { runId: id, limit: 50 });
    expect(items.filter(({ action }) => action === "run.failed")).toHaveLength(1);
  });

  test("is one of which nothing finished for the whole time", async () => {
    const { id } = await engine.startRun(ctx);
    await stall(id, 14);
    await sweepOnce();
    expect(await getRun(ctx, id)).toMatchObject({ status: "PENDING" });
    await engine.drain();
    await sweepOnce();
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED" });
  });
});

describe("what has expired", () => {
  test("idempotency keys go after their day, not before", async () => {
    await claimIdempotencyKey(ctx, "old", { claimMs: 60_000 });
    await claimIdempotencyKey(ctx, "new", { claimMs: 60_000 });
    await inTenant(ctx, (tx) =>
      tx.execute(sql`update idempotency_keys set expires_at = now() - interval '1 second' where key = 'old'`),
    );
    await sweepOnce();
    expect(await rows(sql`select key from idempotency_keys`)).toEqual([{ key: "new" }]);
  });

  test("finished work goes after its time; open work never does", async () => {
    const { id } = await engine.upload(ctx, "a.txt", "Text.");
    await engine.drain();
    const { id: runId } = await engine.startRun(ctx);
    await inSystem(database.db, (tx) => tx.execute(sql`update work_items set created_at = now() - interval '2 days'`));
    await Promise.all([sweepOnce(), sweepOnce()]);
    expect(await rows(sql`select subject_id as id, state from work_items where kind <> 'checkpoint'`)).toEqual([
      { id: runId, state: "PENDING" },
    ]);
    expect((await engine.document(ctx, id)).status).toBe("READY");
  });

  const addOldSpans = (count: number) =>
    withOwner(database, ({ db }) =>
      db.execute(sql`insert into spans (tenant_id, trace_id, span_id, name, kind, status_code, started_at, ended_at, attributes)
        select ${ctx.tenantId}::uuid, md5(random()::text), at::text, 'span', 1, 0, now(), now() - interval '20 days', '{}'
        from generate_series(1, ${count}::int) at`),
    );
  const countSpans = async () => (await rows(sql`select 1 from spans where tenant_id = ${ctx.tenantId}`)).length;

  test("goes within one sweep, however much it is", async () => {
    await addOldSpans(1700);
    await sweepOnce();
    expect(await countSpans()).toBe(0);
  });

  test("is left to the next sweep once a sweep has had its time", async () => {
    await addOldSpans(1700);
    let now = 0;
    const sweepShortly = () => sweep(database.db, { ...SETTINGS, removeForMs: 1, now: () => now++ });
    await sweepShortly();
    const left = await countSpans();
    expect(left).toBe(1200);
    for (let more = 0; more < 3; more++) await sweepShortly();
    expect(await countSpans()).toBe(0);
  });

  test("the time of the last sweep is kept", async () => {
    await sweepOnce();
    const [row] = await inSystem(database.db, (tx) =>
      rowsOf<{ age: number }>(tx, sql`select extract(epoch from now() - swept_at)::float8 as age from sweeps`),
    );
    expect(row!.age).toBeLessThan(10);
  });
});
