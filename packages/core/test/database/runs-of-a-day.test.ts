import { changeTenant } from "@assay/core/tenancy";
import { runs, type Transaction } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireRunsLeft } from "../../src/runs/require-runs-left.ts";
import { inTenant } from "../../src/tenancy/transact.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database?.close());

test("runs are counted by the UTC day in which they started, and the next day has its own", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken"]));
  const { tenantId } = ctx;
  await changeTenant(ctx, tenantId, { limits: { runsPerDay: 1 } });
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  const startedAt = await inTenant(ctx, async (tx) => {
    const [run] = await tx.select({ createdAt: runs.createdAt }).from(runs).where(eq(runs.tenantId, tenantId));
    return run!.createdAt;
  });
  const day = startedAt.toISOString().slice(0, 10);
  const left = (time: string) =>
    inTenant(ctx, (tx: Transaction) => requireRunsLeft(tx, tenantId, sql<Date>`${time}::timestamptz`)).then(
      () => "left",
      ({ code, details }) => ({ code, details }),
    );
  const refused = { code: "TENANT_LIMIT_EXCEEDED", details: { name: "runsPerDay", limit: 1, value: 1 } };
  expect(await left(startedAt.toISOString()), id).toEqual(refused);
  expect(await left(`${day}T23:59:59.999Z`)).toEqual(refused);
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
  expect(await left(next)).toBe("left");
  await changeTenant(ctx, tenantId, { limits: { runsPerDay: 2 } });
  expect(await left(startedAt.toISOString())).toBe("left");
});
