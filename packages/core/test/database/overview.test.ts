import { getOverview } from "@assay/core/overview";
import { type Context, createApiKey, inTenant, revokeApiKey } from "@assay/core/tenancy";
import { apiKeys, jobs, resultChecks } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newSpanId, newTraceId, recordSpans, spanContext } from "../../src/telemetry/span.ts";
import { addRuns } from "../support/add-runs.ts";
import { withChangedRows } from "../support/change-table.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let other: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken daily"]));
  other = await engine.makeBoundTenant(makePack(["Backups are taken daily"]));
});

const QUIET_MS = 300_000;
const overview = () => getOverview(ctx, { quietAfterMs: QUIET_MS });
const ago = (ms: number) => new Date(Date.now() - ms);
const DAY = 86_400_000;

test("a tenant to which nothing has happened has nothing to attend to, and thirty days of it", async () => {
  const { at, runs, queue, days, failedDocuments, modelErrors, apiKeys: keys, audit, packs } = await overview();
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({
    day: at.slice(0, 10),
    runs: { completed: 0, failed: 0, active: 0 },
    modelErrors: 0,
    tokensIn: 0,
    tokensOut: 0,
    costUsd: 0,
  });
  expect(new Set(days.map(({ day }) => day)).size).toBe(30);
  const none = { count: 0, items: [] };
  expect({ runs, queue, failedDocuments, modelErrors, keys }).toEqual({
    runs: { failed: none, withoutSnapshot: none, stalled: [], damaged: none },
    queue: { kinds: [], oldestDueAt: null, waiting: [] },
    failedDocuments: [],
    modelErrors: [],
    keys: none,
  });
  expect(audit).toMatchObject({ head: { sequence: expect.any(Number) }, checkpoint: null });
  expect(packs).toMatchObject([{ name: "Test pack", version: 1, newestVersion: 1, guidance: { ingestionCount: 0 } }]);
});

describe("runs", () => {
  test("that failed or have no snapshot are counted over the days shown, the newest first", async () => {
    const failed = { status: "FAILED", snapshotStatus: "FAILED", failedAt: new Date() } as const;
    const failures = Array.from({ length: 7 }, (_, index) => ago(index * DAY));
    const ids = await addRuns(
      ctx,
      failures.map((createdAt) => ({ ...failed, createdAt })),
    );
    await addRuns(ctx, [{ ...failed, createdAt: ago(40 * DAY) }]);
    const [unfrozen] = await addRuns(ctx, [
      {
        status: "COMPLETED",
        snapshotStatus: "FAILED",
        completedAt: new Date(),
        tokensIn: 7,
        tokensOut: 3,
        costUsd: 0.25,
      },
    ]);
    await addRuns(other, [failed]);
    const { runs, days } = await overview();
    const spent = days.filter(({ tokensIn }) => tokensIn > 0);
    expect(runs.failed.count).toBe(7);
    expect(runs.failed.items.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(runs.withoutSnapshot).toMatchObject({ count: 1, items: [{ id: unfrozen, packName: "Test pack" }] });
    const daysOfFailures = days.filter((day) => day.runs.failed === 1).map(({ day }) => day);
    expect(daysOfFailures).toEqual(failures.map((time) => time.toISOString().slice(0, 10)).reverse());
    expect(spent).toMatchObject([{ runs: { completed: 1 }, tokensIn: 7, tokensOut: 3, costUsd: 0.25 }]);
  });

  test("are stalled once nothing of them has finished for the time that is passed in, with what they wait for", async () => {
    const [runId] = await addRuns(ctx, [{ status: "IN_PROGRESS", progressedAt: ago(QUIET_MS + 60_000) }]);
    await inTenant(ctx, (tx) =>
      tx.insert(jobs).values({
        tenantId: ctx.tenantId,
        kind: "run",
        subjectId: runId!,
        runId: runId!,
        stage: "VERIFICATION",
        waitingFor: "files",
        waitingSince: ago(60_000),
      }),
    );
    await addRuns(other, [{ status: "IN_PROGRESS", progressedAt: ago(QUIET_MS - 60_000) }]);
    const { runs, queue, days } = await overview();
    expect(runs.stalled).toMatchObject([{ run: { id: runId }, waitingFor: "files" }]);
    expect(queue).toMatchObject({
      kinds: [{ kind: "run", due: 1, later: 0, running: 0 }],
      oldestDueAt: expect.any(String),
      waiting: [{ part: "files", jobs: 1, since: expect.any(String) }],
    });
    expect(days.reduce((sum, day) => sum + day.runs.active, 0)).toBe(1);
    expect((await getOverview(other, { quietAfterMs: QUIET_MS })).runs.stalled).toEqual([]);
  });

  test("whose rows are not what they were when they ended are counted nowhere, and named", async () => {
    const failed = { status: "FAILED", snapshotStatus: "FAILED", failedAt: new Date() } as const;
    const [runId] = await addRuns(ctx, [failed, failed]);
    const asCompleted = sql`update runs set status = 'COMPLETED', completed_at = now() where id = ${runId}`;
    await withChangedRows(
      database,
      "runs",
      (tx) => tx.execute(asCompleted),
      async () => {
        const { runs, days } = await overview();
        expect(runs.failed.count).toBe(1);
        expect(runs.withoutSnapshot.count).toBe(0);
        expect(days.at(-1)!.runs).toEqual({ completed: 0, failed: 1, active: 0 });
        expect(runs.damaged).toMatchObject({ count: 1, items: [{ runId, damaged: [`run/${runId}`] }] });
      },
    );
  });

  test("whose stored results are damaged are named", async () => {
    const [runId] = await addRuns(ctx, [{ status: "COMPLETED", snapshotStatus: "CAPTURED", completedAt: new Date() }]);
    const check = { tenantId: ctx.tenantId, runId: runId!, checkedAt: new Date(), damaged: ["snapshot/1"] };
    await inTenant(ctx, (tx) => tx.update(resultChecks).set(check).where(eq(resultChecks.runId, runId!)));
    expect((await overview()).runs.damaged).toMatchObject({ count: 1, items: [{ runId, damaged: ["snapshot/1"] }] });
  });
});

test("documents that failed are counted by reason, and open work by kind", async () => {
  for (const length of [1, 2]) await engine.upload(ctx, `blank-${length}.txt`, " ".repeat(length));
  await engine.upload(other, "theirs.txt", " ");
  const before = await overview();
  expect(before.queue.kinds).toEqual([{ kind: "document", due: 2, later: 0, running: 0 }]);
  expect(Date.parse(before.queue.oldestDueAt!)).toBeLessThanOrEqual(Date.parse(before.at));
  await engine.drain();
  const { failedDocuments, queue } = await overview();
  expect(failedDocuments).toEqual([{ code: "NO_TEXT", count: 2 }]);
  expect(queue).toEqual({ kinds: [], oldestDueAt: null, waiting: [] });
});

test("model calls that failed are counted by day and by reason", async () => {
  const span = (code: string | undefined, startedAt: Date, name: "assessment.model_call" | "run.step") => ({
    context: spanContext(newTraceId(), newSpanId()),
    parentSpanId: null,
    runId: null,
    name,
    startedAt,
    endedAt: startedAt,
    attributes: code === undefined ? {} : { "error.type": code },
  });
  const call = "assessment.model_call" as const;
  const now = new Date();
  await inTenant(ctx, (tx) =>
    recordSpans(tx, ctx.tenantId, [
      span("MODEL_TIMEOUT", now, call),
      span("MODEL_RATE_LIMITED", now, call),
      span("MODEL_RATE_LIMITED", ago(2 * DAY), call),
      span("MODEL_RATE_LIMITED", ago(60 * DAY), call),
      span(undefined, now, call),
      span("TIMEOUT", now, "run.step"),
    ]),
  );
  await inTenant(other, (tx) => recordSpans(tx, other.tenantId, [span("MODEL_TIMEOUT", now, call)]));
  const { days, modelErrors } = await overview();
  expect(modelErrors).toEqual([
    { code: "MODEL_RATE_LIMITED", count: 2 },
    { code: "MODEL_TIMEOUT", count: 1 },
  ]);
  const errorsOn = (time: Date) => days.find(({ day }) => day === time.toISOString().slice(0, 10))!.modelErrors;
  expect([errorsOn(now), errorsOn(ago(2 * DAY))]).toEqual([2, 1]);
});

test("keys that expire soon, or have expired, are named until they are revoked", async () => {
  const make = async (name: string, days: number) => {
    const expiresAt = new Date(Date.now() + days * DAY).toISOString();
    return (await createApiKey(ctx, { name, role: "VIEWER", expiresAt })).apiKey.id;
  };
  const [soon, , revoked] = [await make("soon", 20), await make("later", 40), await make("revoked", 5)];
  await revokeApiKey(ctx, revoked!);
  const expired = {
    tenantId: ctx.tenantId,
    name: "expired",
    prefix: "assay_abc",
    keyHash: ctx.tenantId,
    role: "VIEWER" as const,
    createdBy: "tester",
    expiresAt: ago(DAY),
  };
  const [row] = await inTenant(ctx, (tx) => tx.insert(apiKeys).values(expired).returning());
  const { count, items } = (await overview()).apiKeys;
  expect({ count, ids: items.map(({ id }) => id) }).toEqual({ count: 2, ids: [row!.id, soon] });
});

test("the end of the audit chain is named with its newest checkpoint", async () => {
  await engine.startRun(ctx);
  await engine.drain();
  const { audit, retrievalVersion } = await overview();
  expect(audit.checkpoint).toMatchObject({ sequence: expect.any(Number), keyId: expect.any(String) });
  expect(audit.checkpoint!.sequence).toBeLessThanOrEqual(audit.head.sequence);
  expect(retrievalVersion).toMatchObject({ assessorModel: engine.assessor.model });
});
