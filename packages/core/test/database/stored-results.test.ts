import { listAuditEntries } from "@assay/core/audit";
import { countDamagedRuns, getExport, getSnapshot, listExports, replayRun } from "@assay/core/runs";
import { inSystem, inTenant } from "@assay/core/tenancy";
import { createWebhook, listWebhookDeliveries } from "@assay/core/webhooks";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkResultsNow, enqueueChecks } from "../support/check-results-now.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withoutGuards } from "../support/without-guards.ts";

let database: TestDatabase;
let engine: TestEngine;
let seeded: SeededTenant;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  seeded = await seedTenant(engine);
});

const flip = (column: string) => sql.raw(`${column} = set_byte(${column}, 40, get_byte(${column}, 40) # 1)`);
const ofRun = () => sql`run_id = ${seeded.run.id}`;
const change = (table: string, set: SQL, where = ofRun()) =>
  withoutGuards(database, table, sql`update ${sql.identifier(table)} set ${set} where ${where}`);
const remove = (table: string, where = ofRun()) =>
  withoutGuards(database, table, sql`delete from ${sql.identifier(table)} where ${where}`);
const anExport = async () => (await listExports(seeded.ctx, seeded.run.id))[0]!;
const failed = { code: "INTEGRITY_ERROR" };

describe("a byte that was changed is never served", () => {
  test("of a snapshot", async () => {
    const { ctx, run } = seeded;
    const { snapshotHash } = await getSnapshot(ctx, run.id);
    await change("snapshots", flip("bytes"));
    await expect(getSnapshot(ctx, run.id)).rejects.toMatchObject({
      ...failed,
      details: { runId: run.id, objectType: "snapshot", recordedHash: snapshotHash },
    });
    expect((await replayRun(ctx, run.id)).snapshotHash).toBe(snapshotHash);
  });

  test("of a replay, also of one that a process of the release before has stored", async () => {
    const { ctx, run } = seeded;
    const whole = await replayRun(ctx, run.id);
    await change("snapshots", sql`replay_hash = null`);
    expect(await replayRun(ctx, run.id)).toEqual(whole);
    await change("snapshots", flip("replay_bytes"));
    await expect(replayRun(ctx, run.id)).rejects.toMatchObject({ ...failed, details: { objectType: "replay" } });
    await change("snapshots", flip("replay_bytes"));
    await change("snapshots", flip("bytes"));
    await expect(replayRun(ctx, run.id)).rejects.toMatchObject({ ...failed, details: { objectType: "snapshot" } });

    const other = await seedTenant(engine);
    await change("snapshots", flip("replay_bytes"), sql`run_id = ${other.run.id}`);
    await expect(replayRun(other.ctx, other.run.id)).rejects.toMatchObject(failed);
  });

  test("of an export", async () => {
    const { ctx, run } = seeded;
    const { id } = await anExport();
    await change("exports", flip("bytes"), sql`id = ${id}`);
    await expect(getExport(ctx, run.id, id)).rejects.toMatchObject({
      ...failed,
      details: { objectType: "export", objectId: id },
    });
  });
});

const SHA256 = expect.stringMatching(/^[0-9a-f]{64}$/);

test("the hashes of snapshot and replay stand in the audit entries of the run", async () => {
  const { ctx, run } = seeded;
  const { snapshotHash, replayHash } = await getSnapshot(ctx, run.id);
  const { items } = await listAuditEntries(ctx, { runId: run.id, limit: 200 });
  const detailsOf = (action: string) => items.find((entry) => entry.action === action)?.details;
  const digests = { runHash: SHA256, resultsHash: SHA256, egressHash: SHA256, exceptionCount: 0 };
  expect(detailsOf("run.completed")).toEqual({ snapshotHash, ...digests });
  expect(detailsOf("snapshot.captured")).toEqual({ snapshotHash, replayHash });
});

const dueIn = (rehashEveryMs: number) => enqueueChecks(database.db, rehashEveryMs);
const checkAll = () => checkResultsNow(database.db, engine);
const findings = async () =>
  (await listAuditEntries(seeded.ctx, { action: "integrity.failed", limit: 200 })).items.map(
    ({ object_type, object_id, runId, details }) => ({ type: object_type, id: object_id, runId, details }),
  );
const checksOf = (runId: string) =>
  inSystem(database.db, (tx) =>
    rowsOf<{ damaged: string[]; at: string }>(
      tx,
      sql`select damaged, checked_at::text as at from result_checks where run_id = ${runId}`,
    ),
  );

const reportsOfRun = () => engine.reports.filter(({ error }) => JSON.stringify(error).includes(seeded.run.id));

describe("the daily check of stored results", () => {
  test("finds nothing in what is whole, and comes again after its time alone", async () => {
    await checkAll();
    const [first] = await checksOf(seeded.run.id);
    expect(first).toMatchObject({ damaged: [] });
    await dueIn(86_400_000);
    await engine.drain();
    expect(await checksOf(seeded.run.id)).toEqual([first]);
    expect(await findings()).toEqual([]);
    expect(reportsOfRun()).toEqual([]);
  });

  const damages: [string, string, () => Promise<void>][] = [
    ["a byte of the snapshot", "snapshot", () => change("snapshots", flip("bytes"))],
    ["a byte of the replay", "replay", () => change("snapshots", flip("replay_bytes"))],
    [
      "a replay of the release before",
      "replay",
      () => change("snapshots", sql`${flip("replay_bytes")}, replay_hash = null`),
    ],
    [
      "a snapshot that was changed with its hash",
      "snapshot",
      () => change("snapshots", sql`bytes = '{"exports":[]}', snapshot_hash = encode(sha256('{"exports":[]}'), 'hex')`),
    ],
    ["a hash alone", "snapshot", () => change("snapshots", sql`snapshot_hash = repeat('a', 64)`)],
    ["a snapshot that is gone", "snapshot", () => remove("snapshots")],
    ["a byte of each export", "export", () => change("exports", flip("bytes"))],
    [
      "an export that was changed with its hash",
      "export",
      () => change("exports", sql`bytes = 'x', sha256_hash = encode(sha256('x'), 'hex')`),
    ],
    ["exports that are gone", "export", () => remove("exports")],
  ];
  test.each(damages)("finds %s, once in the audit log and each time in the report", async (_, type, damage) => {
    const before = await countDamagedRuns(database.db);
    await damage();
    await checkAll();
    const found = await findings();
    expect(new Set(found.map((each) => each.type))).toEqual(new Set([type]));
    for (const { runId, details } of found) {
      expect(runId).toBe(seeded.run.id);
      expect(details!.recordedHash).not.toBe(details!.foundHash);
    }
    const [check] = await checksOf(seeded.run.id);
    expect(check!.damaged).toEqual(found.map(({ type, id }) => `${type}/${id}`).toReversed());
    expect(await countDamagedRuns(database.db)).toBe(before + 1);
    expect(reportsOfRun()).toMatchObject([{ stage: "results", error: failed, final: true }]);
    await checkAll();
    expect(await findings()).toEqual(found);
    expect(reportsOfRun()).toHaveLength(2);
  });

  test("is told to webhooks once, with what is damaged", async () => {
    const { ctx, run } = seeded;
    const url = "https://hooks.example.test/damaged";
    const { webhook } = await createWebhook(ctx, engine.webhookParts, { url, events: ["integrity.failed"] });
    const { id } = await anExport();
    await change("exports", flip("bytes"), sql`id = ${id}`);
    await checkAll();
    await checkAll();
    const { items } = await listWebhookDeliveries(ctx, webhook.id, { limit: 5 });
    const damaged = [{ objectType: "export", objectId: id }];
    const data = { tenantId: ctx.tenantId, runId: run.id, count: 1, damaged };
    expect(items.map(({ type, payload }) => ({ type, data: payload.data }))).toEqual([
      { type: "integrity.failed", data },
    ]);
  });

  test("forgets a damage once the bytes are whole again", async () => {
    const before = await countDamagedRuns(database.db);
    await change("snapshots", flip("bytes"));
    await checkAll();
    await change("snapshots", flip("bytes"));
    await checkAll();
    expect(await countDamagedRuns(database.db)).toBe(before);
    expect(await checksOf(seeded.run.id)).toMatchObject([{ damaged: [] }]);
  });

  test("is one job of a tenant, however many of its runs have finished and however often the sweep comes", async () => {
    const run = await engine.startRun(seeded.ctx);
    await engine.drain();
    const other = await seedTenant(engine);
    const queuedOf = ({ ctx }: SeededTenant) =>
      inTenant(ctx, (tx) =>
        rowsOf<{ n: number }>(
          tx,
          sql`select count(*)::int as n from work_items where stage = 'results' and state = 'PENDING'`,
        ),
      );
    await dueIn(0);
    await dueIn(0);
    for (const tenant of [seeded, other]) expect(await queuedOf(tenant)).toEqual([{ n: 1 }]);
    await engine.drain();
    for (const id of [seeded.run.id, run.id, other.run.id]) expect(await checksOf(id)).toMatchObject([{ damaged: [] }]);
  });
});
