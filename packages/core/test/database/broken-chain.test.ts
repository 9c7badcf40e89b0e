import { listAuditEntries, listCheckpoints, recordAudit, verifyAudit } from "@assay/core/audit";
import {
  checkJob,
  enqueueChainChecks,
  enqueueDueCheckpoints,
  findChainsAtFault,
  resumeAudit,
} from "@assay/core/checkpoints";
import { enqueue } from "@assay/core/jobs";
import { getRun } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { createWebhook, listWebhookDeliveries } from "@assay/core/webhooks";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMemoryCheckpointStore, type MemoryCheckpointStore } from "../support/memory-checkpoint-store.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { seedTenant } from "../support/seed-tenant.ts";
import { listEntries, rewriteAll, tamper } from "../support/tamper.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
let store: MemoryCheckpointStore;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(() => {
  store = createMemoryCheckpointStore();
  engine.checkpointStores.splice(0, Infinity, store);
  engine.reports.length = 0;
});

const addEntries = (ctx: Context, count: number) =>
  inTenant(ctx, (tx) =>
    recordAudit(
      tx,
      ctx,
      ...Array.from({ length: count }, (_, at) => ({
        action: "thing.done" as const,
        objectType: "thing",
        objectId: `${at}`,
      })),
    ),
  );
const addCheckpoint = async (ctx: Context) => {
  const job = { tenantId: ctx.tenantId, kind: "checkpoint", subjectId: ctx.tenantId, stage: "daily" } as const;
  await inTenant(ctx, (tx) => enqueue(tx, [job]));
  await engine.drain();
};
const checkNow = async (ctx: Context) => {
  await inTenant(ctx, (tx) => enqueue(tx, [checkJob(ctx.tenantId)]));
  await engine.drain();
};
const checkpointsOf = async (ctx: Context) => (await listCheckpoints(ctx, { limit: 200 })).items;
const failuresOf = async (ctx: Context) =>
  (await listAuditEntries(ctx, { action: "integrity.failed", objectType: "audit_chain", limit: 50 })).items;
const verify = (ctx: Context) => verifyAudit(ctx, { keys: engine.signer.publicKeys, stores: engine.checkpointStores });
const resume = (ctx: Context, reason = "A disk was replaced", kept: typeof store.kept = []) =>
  resumeAudit({ ...ctx, signer: engine.signer }, { reason, stores: engine.checkpointStores, kept });
const change = (ctx: Context, sequence: number, set = "actor = 'intruder'") =>
  tamper(database, (tx) =>
    tx.execute(
      sql.raw(`update audit_entries set ${set} where tenant_id = '${ctx.tenantId}' and sequence = ${sequence}`),
    ),
  );
const rerun = async (ctx: Context) => {
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  return getRun(ctx, id);
};

/** A tenant whose first checkpoint left, with entries behind it. */
async function makeChain(): Promise<Context> {
  const ctx = await engine.makeTenant();
  await addEntries(ctx, 5);
  await addCheckpoint(ctx);
  await addEntries(ctx, 5);
  return ctx;
}

describe("over a broken chain", () => {
  test("nothing is signed and nothing is captured, and other tenants do not notice", async () => {
    const [{ ctx }, other] = [await seedTenant(engine), await seedTenant(engine)];
    const before = await checkpointsOf(ctx);
    await addEntries(ctx, 3);
    const broken = (await listEntries(ctx)).at(-2)!.sequence;
    await change(ctx, broken);

    const [ours, theirs] = [await rerun(ctx), await rerun(other.ctx)];
    expect(ours).toMatchObject({ status: "COMPLETED", snapshotStatus: "FAILED" });
    expect(theirs).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
    const [failed] = (await listAuditEntries(ctx, { action: "snapshot.failed", limit: 1 })).items;
    expect(failed?.details).toEqual({ errorCode: "AUDIT_CHAIN_BROKEN" });
    await addCheckpoint(ctx);
    expect(await checkpointsOf(ctx)).toEqual(before);
    expect(await failuresOf(ctx)).toMatchObject([
      { object_id: ctx.tenantId, details: { errorCode: "HASH_DIFFERS", brokenSequence: broken } },
    ]);
    expect(engine.reports.map(({ error }) => (error as { code: string }).code)).toEqual([
      ...["INTEGRITY_ERROR", "INTEGRITY_ERROR", "INTEGRITY_ERROR"],
    ]);
    const { broken: atFault } = await findChainsAtFault(database.db, { leftWithinMs: 86_400_000 });
    expect(atFault).toContainEqual({ tenantId: ctx.tenantId, sequence: broken, problem: "HASH_DIFFERS" });
    expect(atFault.map(({ tenantId }) => tenantId)).not.toContain(other.ctx.tenantId);
  });

  test("a webhook is told, once", async () => {
    const ctx = await makeChain();
    const { webhook } = await createWebhook(ctx, engine.webhookParts, {
      url: "https://hooks.example.test/",
      events: ["integrity.failed", "checkpoint.signed"],
    });
    await addCheckpoint(ctx);
    await addEntries(ctx, 1);
    await change(ctx, (await listEntries(ctx)).length);
    for (let at = 0; at < 2; at++) await checkNow(ctx);
    const { items } = await listWebhookDeliveries(ctx, webhook.id, { limit: 50 });
    expect(items.map(({ payload }) => payload)).toMatchObject([
      { type: "integrity.failed", data: { damaged: [{ objectType: "audit_chain", objectId: ctx.tenantId }] } },
      { type: "checkpoint.signed", data: { statement: { tenantId: ctx.tenantId, counter: 2 } } },
    ]);
    const [newest] = await checkpointsOf(ctx);
    expect(newest?.departures.map(({ destination }) => destination)).toContain(`webhook:${webhook.id}`);
  });
});

describe("the daily check", () => {
  test("begins at the last checkpoint that left, and returns to what is older in turn", async () => {
    const ctx = await makeChain();
    await checkNow(ctx);
    expect(await failuresOf(ctx)).toEqual([]);
    await change(ctx, 2);
    await checkNow(ctx);
    expect(await failuresOf(ctx)).toMatchObject([{ details: { brokenSequence: 2, errorCode: "HASH_DIFFERS" } }]);
  });

  test("comes once a day for each chain", async () => {
    const ctx = await makeChain();
    await withOwner(database, ({ db }) =>
      db.execute(sql`update tenants set created_at = now() - interval '2 days' where id = ${ctx.tenantId}`),
    );
    await change(ctx, 8);
    for (let at = 0; at < 2; at++) {
      await enqueueChainChecks(database.db, { everyMs: 86_400_000 });
      await engine.drain();
    }
    expect(await failuresOf(ctx)).toHaveLength(1);
    expect(engine.reports.filter(({ stage }) => stage === "check")).toHaveLength(1);
  });

  test("finds a log that was rewritten as a whole and signed again, and verification says so", async () => {
    const ctx = await makeChain();
    await rewriteAll(database, ctx, engine.signer);
    expect(await verifyAudit(ctx, { keys: engine.signer.publicKeys })).toMatchObject({ valid: true });
    expect(await verify(ctx)).toMatchObject({
      valid: false,
      outside: [{ destination: "folder", checked: 1, problems: [{ problem: "HASH_DIFFERS" }], errorCode: null }],
    });
    await checkNow(ctx);
    expect(await failuresOf(ctx)).toMatchObject([{ details: { errorCode: "CHECKPOINT_DIFFERS" } }]);
    const before = await checkpointsOf(ctx);
    await addCheckpoint(ctx);
    expect(await checkpointsOf(ctx)).toEqual(before);
  });

  test("that cannot ask outside does not take back what it found there", async () => {
    const ctx = await makeChain();
    await rewriteAll(database, ctx, engine.signer);
    await checkNow(ctx);
    store.isReachable = false;
    await checkNow(ctx);
    await addCheckpoint(ctx);
    expect(await checkpointsOf(ctx)).toHaveLength(1);
    expect((await verify(ctx)).outside).toMatchObject([{ errorCode: "SERVICE_UNAVAILABLE" }]);
  });
});

describe("checkpoints", () => {
  test("leave by themselves, as soon as their place can be reached", async () => {
    const ctx = await engine.makeTenant();
    await addEntries(ctx, 1);
    store.isReachable = false;
    await addCheckpoint(ctx);
    expect((await checkpointsOf(ctx))[0]?.departures).toMatchObject([
      { destination: "folder", leftAt: null, errorCode: "SERVICE_UNAVAILABLE" },
    ]);
    store.isReachable = true;
    await withOwner(database, ({ db }) =>
      db.execute(sql`update work_items set available_at = now() where tenant_id = ${ctx.tenantId}`),
    );
    await engine.drain();
    expect((await checkpointsOf(ctx))[0]?.departures).toMatchObject([
      { destination: "folder", leftAt: expect.any(String), location: "folder:1", errorCode: null },
    ]);
    expect(store.kept).toHaveLength(1);
  });

  test("are counted, so that one that was removed is missed", async () => {
    const ctx = await makeChain();
    for (let at = 0; at < 2; at++) {
      await addEntries(ctx, 1);
      await addCheckpoint(ctx);
    }
    expect((await checkpointsOf(ctx)).map(({ statement }) => statement.counter)).toEqual([3, 2, 1]);
    engine.checkpointStores.length = 0;
    await tamper(database, async (tx) => {
      await tx.execute(sql`delete from checkpoint_departures where tenant_id = ${ctx.tenantId}`);
      await tx.execute(sql`delete from audit_checkpoints where tenant_id = ${ctx.tenantId} and counter = 2`);
    });
    expect(await verify(ctx)).toMatchObject({ valid: false, checkpoints: { checked: 2, missing: 1 } });
    await tamper(database, (tx) =>
      tx.execute(sql`delete from audit_checkpoints where tenant_id = ${ctx.tenantId} and counter = 3`),
    );
    expect(await verify(ctx)).toMatchObject({ valid: true });
    engine.checkpointStores.push(store);
    expect(await verify(ctx)).toMatchObject({ valid: false, checkpoints: { checked: 1, missing: 2 } });
  });
});

describe("an operator who continues a chain", () => {
  test("behind a damaged entry names it for ever, and what follows counts", async () => {
    const { ctx } = await seedTenant(engine);
    await addEntries(ctx, 3);
    const [checkpoint] = await checkpointsOf(ctx);
    const broken = (await listEntries(ctx)).length - 1;
    await change(ctx, broken);
    await checkNow(ctx);
    const { resumption } = await resume(ctx);
    const { sequence, hash } = checkpoint!.statement;
    expect(resumption).toMatchObject({
      reason: "A disk was replaced",
      statement: {
        broken: { sequence: broken, problem: "HASH_DIFFERS" },
        lastGood: { sequence, hash },
        lost: null,
        lostCheckpoints: 0,
      },
    });
    await engine.drain();
    expect(await rerun(ctx)).toMatchObject({ snapshotStatus: "CAPTURED" });
    await checkNow(ctx);
    expect(await verify(ctx)).toMatchObject({ valid: true, breaks: [{ reason: "A disk was replaced" }] });
    expect((await checkpointsOf(ctx)).length).toBeGreaterThan(1);
    expect(await failuresOf(ctx)).toHaveLength(1);
    const [entry] = (await listAuditEntries(ctx, { action: "audit.resumed", limit: 1 })).items;
    expect(entry).toMatchObject({ actor: "system", details: { brokenSequence: broken } });

    await change(ctx, broken + 1, "object_id = 'other'");
    expect(await verify(ctx)).toMatchObject({ valid: false, firstBroken: { sequence: broken } });
  });

  test("of a chain that is intact changes nothing", async () => {
    const ctx = await makeChain();
    const before = (await listEntries(ctx)).length;
    expect(await resume(ctx)).toEqual({ resumption: undefined, unreached: [] });
    expect((await listEntries(ctx)).length).toBe(before);
  });

  test("of a database that has lost its end says which entries are lost, by what left before", async () => {
    const ctx = await makeChain();
    const restoredTo = (await listEntries(ctx)).length;
    await addEntries(ctx, 4);
    await addCheckpoint(ctx);
    const signedUpTo = store.kept.at(-1)!.statement.sequence;
    await tamper(database, async (tx) => {
      await tx.execute(sql`delete from checkpoint_departures where tenant_id = ${ctx.tenantId}`);
      await tx.execute(sql`delete from audit_checkpoints where tenant_id = ${ctx.tenantId} and counter > 1`);
      await tx.execute(sql`delete from audit_entries where tenant_id = ${ctx.tenantId} and sequence > ${restoredTo}`);
      await tx.execute(sql`update audit_heads set sequence = ${restoredTo}, hash = (select hash from audit_entries
        where tenant_id = ${ctx.tenantId} and sequence = ${restoredTo}) where tenant_id = ${ctx.tenantId}`);
    });
    expect(await verifyAudit(ctx, { keys: engine.signer.publicKeys })).toMatchObject({ valid: true });
    await checkNow(ctx);
    const restored = (await listEntries(ctx)).length;
    expect(await failuresOf(ctx)).toMatchObject([{ details: { errorCode: "ENTRIES_LOST" } }]);

    const { resumption } = await resume(ctx, "Restored from the backup of Monday");
    expect(resumption?.statement).toMatchObject({
      lost: { from: restored + 1, to: signedUpTo },
      sequence: signedUpTo + 1,
      checkpoints: 2,
      lostCheckpoints: 1,
    });
    await engine.drain();
    await checkNow(ctx);
    const [newest] = await checkpointsOf(ctx);
    expect(newest?.statement).toMatchObject({ counter: 3 });
    expect(await verify(ctx)).toMatchObject({
      valid: true,
      breaks: [{ reason: "Restored from the backup of Monday" }],
      outside: [{ checked: 3, problems: [] }],
    });
  });

  test("needs the key: a break that somebody else signed counts for nothing", async () => {
    const ctx = await makeChain();
    await change(ctx, 8);
    const stranger = { ...(await createMemorySigner()), publicKeys: engine.signer.publicKeys };
    await resumeAudit({ ...ctx, signer: stranger }, { reason: "Nothing to see", stores: [], kept: [] });
    const found = await verify(ctx);
    expect(found).toMatchObject({ valid: false, firstBroken: { sequence: 8 } });
    expect(found.breaks).toBeUndefined();
  });

  test("by a checkpoint that was handed over knows what the service cannot ask for", async () => {
    const ctx = await makeChain();
    const [kept] = store.kept;
    engine.checkpointStores.length = 0;
    const { resumption } = await resume(ctx, "None", [kept!]);
    expect(resumption).toBeUndefined();
  });
});

test("a chain that waits for its daily checkpoint gets it once the break is continued", async () => {
  const ctx = await makeChain();
  await change(ctx, 7);
  await enqueueDueCheckpoints(database.db, { everyMs: 0 });
  await engine.drain();
  expect(await checkpointsOf(ctx)).toHaveLength(1);
  await resume(ctx);
  await engine.drain();
  expect(await checkpointsOf(ctx)).toHaveLength(2);
});
