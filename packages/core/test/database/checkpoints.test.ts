import { ModelError } from "@assay/contract";
import { listCheckpoints, recordAudit, verifyAudit } from "@assay/core/audit";
import { enqueueDueCheckpoints } from "@assay/core/checkpoints";
import { runJob } from "@assay/core/jobs";
import { getRun } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ownerRows, withOwner } from "../support/with-owner.ts";

const DAY_MS = 86_400_000;

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(() => {
  engine.reports.length = 0;
  engine.assessor.beforeAnswer = async () => {};
});

const checkpointsOf = async (ctx: Context) => (await listCheckpoints(ctx, { limit: 200 })).items;
const addEntry = (ctx: Context) =>
  inTenant(ctx, (tx) => recordAudit(tx, ctx, { action: "thing.done", objectType: "thing", objectId: "1" }));
const sweepAndDrain = async (everyMs: number) => {
  await enqueueDueCheckpoints(database.db, { everyMs });
  await engine.drain();
};

test("a completed run is followed by a checkpoint that covers its last entry", async () => {
  const { ctx, run } = await seedTenant(engine);
  const checkpoints = await checkpointsOf(ctx);
  expect(checkpoints).toMatchObject([{ runId: run.id, keyId: engine.signer.keyId }]);
  const [last] = await ownerRows<{ sequence: number }>(
    database,
    sql`select max(sequence)::int as sequence from audit_entries where run_id = ${run.id}`,
  );
  expect(checkpoints[0]!.statement.sequence).toBeGreaterThanOrEqual(last!.sequence);
  expect(await verifyAudit(ctx, { keys: engine.signer.publicKeys })).toMatchObject({
    valid: true,
    checkpoints: { checked: 1, problems: [] },
  });
});

test("so is a failed one", async () => {
  const { ctx } = await seedTenant(engine);
  engine.assessor.beforeAnswer = async () => {
    throw new ModelError("MODEL_REJECTED_REQUEST", "No");
  };
  const run = await engine.startRun(ctx);
  await engine.drain();
  expect((await getRun(ctx, run.id)).status).toBe("FAILED");
  expect((await listCheckpoints(ctx, { runId: run.id, limit: 10 })).items).toHaveLength(1);
});

test("a run has one checkpoint, however often its work is delivered", async () => {
  const { ctx, run } = await seedTenant(engine);
  await withOwner(database, ({ db }) =>
    db.execute(sql`update work_items set state = 'PENDING' where kind = 'checkpoint' and subject_id = ${run.id}`),
  );
  const [job] = await ownerRows<{ id: string }>(
    database,
    sql`select id from work_items where kind = 'checkpoint' and subject_id = ${run.id}`,
  );
  await Promise.all([runJob(engine.engine, job!.id), runJob(engine.engine, job!.id)]);
  await engine.drain();
  expect(await checkpointsOf(ctx)).toHaveLength(1);
});

test("a chain that had no checkpoint for a day gets one, once, and an empty one none", async () => {
  const [ctx, empty] = [await engine.makeTenant(), await engine.makeTenant()];
  await addEntry(ctx);
  for (let at = 0; at < 3; at++) await sweepAndDrain(DAY_MS);
  const [daily, ...more] = await checkpointsOf(ctx);
  expect(more).toEqual([]);
  expect(daily).toMatchObject({ runId: null, statement: { sequence: 1, tenantId: ctx.tenantId } });
  expect(await checkpointsOf(empty)).toEqual([]);

  await sweepAndDrain(0);
  expect(await checkpointsOf(ctx)).toHaveLength(2);
});

test("a chain that does not continue from its newest checkpoint is never signed", async () => {
  const { ctx } = await seedTenant(engine);
  const before = await checkpointsOf(ctx);
  await withOwner(database, ({ db }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_entries disable trigger audit_entries_final`);
      const keep = before[0]!.statement.sequence - 2;
      await tx.execute(sql`delete from audit_entries where tenant_id = ${ctx.tenantId} and sequence > ${keep}`);
      await tx.execute(sql`update audit_heads set sequence = ${keep},
        hash = (select hash from audit_entries where tenant_id = ${ctx.tenantId} and sequence = ${keep})
        where tenant_id = ${ctx.tenantId}`);
      await tx.execute(sql`alter table audit_entries enable always trigger audit_entries_final`);
    }),
  );
  await sweepAndDrain(0);
  for (let at = 0; at < 5; at++) await addEntry(ctx);
  await sweepAndDrain(0);
  expect(await checkpointsOf(ctx)).toEqual(before);
  expect(engine.reports).toMatchObject([
    { stage: "daily", final: true, error: { code: "INTEGRITY_ERROR" } },
    { stage: "daily", final: true, error: { code: "INTEGRITY_ERROR" } },
  ]);

  engine.reports.length = 0;
  await sweepAndDrain(DAY_MS);
  expect(engine.reports).toEqual([]);
});
