import { type BackupRecord, noteVerified, readLastBackup, recordBackup } from "@assay/core/backups";
import { claimJob, takeLateSweep } from "@assay/core/jobs";
import { type SweepSettings, sweep } from "@assay/core/maintenance";
import {
  beginMaintenance,
  countRunningJobs,
  endMaintenance,
  readMaintenance,
  requireNoMaintenance,
} from "@assay/core/maintenance-mode";
import { getRun } from "@assay/core/runs";
import { type Context, inCatalog, inSystem, inTenant } from "@assay/core/tenancy";
import { backups, deployment, newId, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken daily"]));
});
afterAll(() => database.close());
beforeEach(async () => {
  await endMaintenance(database.db);
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
const openJobs = () =>
  inTenant(ctx, (tx) =>
    rowsOf<{ id: string }>(
      tx,
      sql`select id from work_items where tenant_id = ${ctx.tenantId} and state = 'PENDING' and not delayed`,
    ),
  );

describe("maintenance mode", () => {
  test("is off, is told with its reason and its beginning while it is on, and ends once", async () => {
    expect(await readMaintenance(database.db)).toBeUndefined();
    await expect(requireNoMaintenance(database.db)).resolves.toBeUndefined();
    await beginMaintenance(database.db, "Backup until 22:00");
    const { since, reason } = (await readMaintenance(database.db))!;
    expect(reason).toBe("Backup until 22:00");
    await beginMaintenance(database.db, "Backup until 23:00");
    expect(await readMaintenance(database.db)).toEqual({ since, reason: "Backup until 23:00" });
    await expect(requireNoMaintenance(database.db)).rejects.toMatchObject({
      code: "MAINTENANCE",
      message: "Cannot change anything during maintenance: Backup until 23:00",
      details: { reason: "Backup until 23:00", since: since.toISOString() },
      retryAfterSeconds: 30,
    });
    expect(await endMaintenance(database.db)).toBe(true);
    expect(await endMaintenance(database.db)).toBe(false);
    expect(await readMaintenance(database.db)).toBeUndefined();
  });

  test("no job is taken while it lasts, by no way, and all of them afterwards", async () => {
    const { id: runId } = await engine.startRun(ctx);
    await beginMaintenance(database.db, "Backup");
    const [job] = await openJobs();
    expect(await claimJob(database.db, job!.id, { leaseMs: 60_000 })).toBeUndefined();
    await engine.drain();
    expect(await countRunningJobs(database.db)).toBe(0);
    expect(await openJobs()).toEqual([job]);
    await endMaintenance(database.db);
    await engine.drain();
    expect(await getRun(ctx, runId)).toMatchObject({ status: "COMPLETED" });
  });

  test("a run is not failed as stalled for the time that it lasted", async () => {
    const { id: runId } = await engine.startRun(ctx);
    await sweep(database.db, SETTINGS);
    await beginMaintenance(database.db, "Move to another server");
    // An hour without a sweep or a step.
    await inTenant(ctx, (tx) =>
      tx.execute(
        sql`update runs set progressed_at = now() - interval '1 hour' where tenant_id = ${ctx.tenantId} and id = ${runId}`,
      ),
    );
    await inSystem(database.db, (tx) => tx.execute(sql`update sweeps set swept_at = now() - interval '1 hour'`));
    await sweep(database.db, SETTINGS);
    expect(await takeLateSweep(database.db, { lateAfterMs: 1000 })).toBe(false);
    await endMaintenance(database.db);
    await sweep(database.db, SETTINGS);
    expect((await getRun(ctx, runId)).status).not.toBe("FAILED");
    await engine.drain();
    expect(await getRun(ctx, runId)).toMatchObject({ status: "COMPLETED" });
  });

  test("is set by no tenant and not by what packs are written with", async () => {
    const begin = { maintenanceSince: sql`now()`, maintenanceReason: "Mine" };
    await expect(inTenant(ctx, (tx) => tx.update(deployment).set(begin))).rejects.toThrow();
    await expect(inCatalog(database.db, (tx) => tx.update(deployment).set(begin))).rejects.toThrow();
    expect(await readMaintenance(database.db)).toBeUndefined();
  });
});

describe("the record of backups", () => {
  const backup = (takenAt: string): Omit<BackupRecord, "verifiedAt"> => ({
    id: newId(),
    takenAt: new Date(takenAt),
    originals: 3,
    sizeBytes: 4096,
    manifestHash: "0".repeat(64),
  });

  test("names the newest by its snapshot, and when it was verified", async () => {
    expect(await readLastBackup(database.db)).toBeUndefined();
    const [older, newer] = [backup("2026-11-27T02:00:00Z"), backup("2026-11-28T02:00:00Z")];
    await recordBackup(database.db, newer);
    await recordBackup(database.db, older);
    await recordBackup(database.db, newer);
    expect(await readLastBackup(database.db)).toEqual({ ...newer, verifiedAt: null });
    expect(await noteVerified(database.db, newId())).toBe(false);
    expect(await noteVerified(database.db, newer.id)).toBe(true);
    expect((await readLastBackup(database.db))!.verifiedAt).toBeInstanceOf(Date);
  });

  test("is seen and written by no tenant, and is final", async () => {
    const recorded = backup("2026-11-20T02:00:00Z");
    await recordBackup(database.db, recorded);
    await expect(inTenant(ctx, (tx) => tx.select().from(backups))).rejects.toThrow();
    await expect(inTenant(ctx, (tx) => tx.insert(backups).values(backup("2026-11-30T02:00:00Z")))).rejects.toThrow();
    await expect(inSystem(database.db, (tx) => tx.update(backups).set({ takenAt: new Date() }))).rejects.toThrow();
    await expect(inSystem(database.db, (tx) => tx.delete(backups))).rejects.toThrow();
  });
});
