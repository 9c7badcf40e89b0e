import { createHash } from "node:crypto";
import { listAuditEntries, verifyAudit } from "@assay/core/audit";
import { listDeploymentEntries } from "@assay/core/deployment-log";
import { endTenantHold, holdTenant } from "@assay/core/erasure";
import { enqueue } from "@assay/core/jobs";
import { beginMaintenance, endMaintenance } from "@assay/core/maintenance-mode";
import {
  applyRetention,
  changeRetention,
  enqueueRetention,
  listLateRetention,
  previewRetention,
  readRetention,
} from "@assay/core/retention";
import { type Context, inSystem, inTenant, resumeTenant, suspendTenant } from "@assay/core/tenancy";
import {
  accessRecords,
  jobs,
  mails,
  newId,
  oneRow,
  rowsOf,
  spans,
  type Transaction,
  tenantRetention,
  webhookDeliveries,
  webhooks,
} from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Attempt } from "../../src/jobs/stage.ts";
import { removeOldRows } from "../../src/retention/remove-old-rows.ts";
import { RETENTION_SOURCES } from "../../src/retention/retention-sources.ts";
import { withoutTriggers } from "../support/change-table.ts";
import { dateBackRetention } from "../support/date-back-retention.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let root: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  root = { ...(await engine.makeTenant("Operator")), actor: { id: newId(), role: "SUPER_ADMIN", tenantId: "" } };
  root = { ...root, actor: { ...root.actor, tenantId: root.tenantId } };
});
afterAll(() => database?.close());

const ago = (days: number): SQL<Date> => sql<Date>`now() - make_interval(days => ${days}::int)`;
const daysAgo = (days: number) => ago(days) as unknown as Date;
const expectFinal = (attempt: Promise<unknown>) =>
  expect(attempt).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
const SPAN = { traceId: "1".repeat(32), name: "assess", kind: 0, statusCode: 1, attributes: {} };
const ACCESS = { kind: "ORIGINAL", actor: "system", slot: 0 } as const;

interface Aged {
  readonly ctx: Context;
  /** Ids of access records, by their age in days. */
  readonly records: ReadonlyMap<number, string>;
}

/** Rows of each kind of so many days, next to a delivery and a mail of the greatest age that wait. */
async function seedAged(ages: readonly number[]): Promise<Aged> {
  const ctx = await engine.makeTenant(`Aged ${newId()}`);
  const { tenantId } = ctx;
  const records = new Map<number, string>();
  await inTenant(ctx, async (tx) => {
    const [hook] = await tx
      .insert(webhooks)
      .values({
        ...{ tenantId, url: "https://x.test", events: [], secret: new Uint8Array([1]), secretKeyId: "k" },
        createdBy: "system",
      })
      .returning({ id: webhooks.id });
    const delivery = { tenantId, webhookId: hook!.id, type: "run.completed", payload: "{}" } as const;
    const mail = { tenantId, kind: "INVITATION", address: "a@x.test" } as const;
    for (const days of ages) {
      const createdAt = daysAgo(days);
      const id = newId();
      records.set(days, id);
      const spanId = id.replaceAll("-", "").slice(-16);
      await tx.insert(spans).values({ ...SPAN, tenantId, spanId, startedAt: createdAt, endedAt: createdAt });
      await tx.insert(accessRecords).values({ ...ACCESS, id, tenantId, objectId: newId(), createdAt });
      await tx.insert(webhookDeliveries).values({ ...delivery, eventId: newId(), state: "DELIVERED", createdAt });
      await tx.insert(mails).values({ ...mail, subjectId: newId(), state: "SENT", createdAt });
    }
    const createdAt = daysAgo(Math.max(...ages));
    await tx.insert(webhookDeliveries).values({ ...delivery, eventId: newId(), state: "PENDING", createdAt });
    await tx.insert(mails).values({ ...mail, subjectId: newId(), state: "PENDING", createdAt });
  });
  return { ctx, records };
}

async function count({ ctx }: Aged): Promise<Record<string, number>> {
  return inTenant(ctx, async (tx) => {
    const counts: Record<string, number> = {};
    for (const { table } of RETENTION_SOURCES)
      counts[table] = oneRow(
        await rowsOf<{ n: number }>(
          tx,
          sql`select count(*)::int as n from ${sql.identifier(table)} where tenant_id = ${ctx.tenantId}`,
        ),
      ).n;
    return counts;
  });
}

async function setRules({ ctx }: Aged, days: { spans?: number | null; logs?: number | null }): Promise<void> {
  await changeRetention(root, ctx.tenantId, days);
  await dateBackRetention(database, ctx.tenantId);
}

async function applyAll(): Promise<void> {
  await enqueueRetention(database.db);
  await engine.drain();
}

const entriesOf = async (ctx: Context, action: string) => (await listAuditEntries(ctx, { limit: 50, action })).items;

test("nothing is removed until a rule is set, nor in the day after, and then what is older and has ended", async () => {
  const aged = await seedAged([5, 40]);
  const other = await seedAged([5, 40]);
  const { tenantId } = aged.ctx;
  const all = { spans: 2, access_records: 2, webhook_deliveries: 3, mails: 3 };
  await applyAll();
  expect(await count(aged)).toEqual(all);
  expect(await readRetention(root, tenantId)).toEqual({
    tenantId,
    days: { spans: null, logs: null, runs: null },
    changedAt: null,
    appliedAt: null,
    refusal: null,
  });
  const set = await changeRetention(root, tenantId, { spans: 30, logs: 30 });
  expect(set).toMatchObject({ days: { spans: 30, logs: 30 }, refusal: "CHANGED_LATELY" });
  await applyAll();
  expect(await count(aged)).toEqual(all);

  const preview = await previewRetention(root, tenantId);
  expect(preview.kinds).toMatchObject([
    { kind: "spans", days: 30, count: 1, heldBack: 0 },
    { kind: "logs", days: 30, count: 3, heldBack: 2 },
    { kind: "runs", days: null, count: 0 },
  ]);
  expect(preview.kinds.map(({ bytes, oldest }) => bytes > 0 && oldest !== null)).toEqual([true, true, false]);
  const others = await previewRetention(root, tenantId, { spans: 3, logs: 100 });
  expect(others.kinds.map((kind) => kind.count)).toEqual([2, 0, 0]);
  expect(await count(aged)).toEqual(all);

  await dateBackRetention(database, tenantId);
  await applyAll();
  expect(await count(aged)).toEqual({ spans: 1, access_records: 1, webhook_deliveries: 2, mails: 2 });
  expect(await count(other)).toEqual(all);
  const applied = await entriesOf(aged.ctx, "retention.applied");
  expect(applied.map(({ details }) => details?.kind)).toEqual([
    "MAILS",
    "WEBHOOK_DELIVERIES",
    "ACCESS_RECORDS",
    "SPANS",
  ]);
  const removedHash = createHash("sha256")
    .update(`${aged.records.get(40)}\n`)
    .digest("hex");
  expect(applied[2]).toMatchObject({ actor: "system", object_id: tenantId, details: { count: 1, removedHash } });
  expect(await entriesOf(aged.ctx, "tenant.retention_changed")).toMatchObject([
    { details: { retention: { spans: 30, logs: 30 } } },
  ]);
  const { items } = await listDeploymentEntries(root, { limit: 10, objectId: tenantId });
  expect(items[0]).toMatchObject({ action: "tenant.retention_changed", details: { retention: { spans: 30 } } });
  expect((await readRetention(root, tenantId)).appliedAt).not.toBeNull();
  expect((await previewRetention(root, tenantId)).kinds.map((kind) => kind.count)).toEqual([0, 0, 0]);
  expect(await verifyAudit(aged.ctx, { keys: [engine.signer.publicKey] })).toMatchObject({ valid: true });
  // Once a day.
  await enqueueRetention(database.db);
  const waiting = and(eq(jobs.tenantId, tenantId), eq(jobs.stage, "retain"), eq(jobs.state, "PENDING"));
  expect(await inSystem(database.db, (tx) => tx.$count(jobs, waiting))).toBe(0);
});

test("a day more than the rule says is kept, and a kind without a rule is", async () => {
  const aged = await seedAged([29, 30, 32]);
  await setRules(aged, { logs: 30 });
  await applyAll();
  expect(await count(aged)).toEqual({ spans: 3, access_records: 2, webhook_deliveries: 3, mails: 3 });
});

test("nothing is removed under a hold, of a suspended tenant, or during maintenance", async () => {
  const aged = await seedAged([400]);
  const { tenantId } = aged.ctx;
  const before = await count(aged);
  await setRules(aged, { spans: 30, logs: 30 });
  const hold = await holdTenant(root, tenantId, { reason: "A lawsuit" });
  const expectKept = async (refusal: string) => {
    await applyAll();
    for (const source of RETENTION_SOURCES)
      expect(await inTenant(aged.ctx, (tx) => removeOldRows(tx, tenantId, source))).toBeUndefined();
    expect(await count(aged)).toEqual(before);
    expect((await previewRetention(root, tenantId)).refusal).toBe(refusal);
  };
  await expectKept("HELD");
  await endTenantHold(root, tenantId, hold.id, { reason: "It is settled" });
  await expectKept("CHANGED_LATELY");
  await dateBackRetention(database, tenantId);
  await suspendTenant(database.db, { tenantId, reason: "Unpaid" });
  await expectKept("SUSPENDED");
  await resumeTenant(database.db, tenantId);
  await expectKept("CHANGED_LATELY");
  await dateBackRetention(database, tenantId);
  await beginMaintenance(database.db, "Moving");
  await expectKept("MAINTENANCE");
  await endMaintenance(database.db);
  await applyAll();
  expect(await count(aged)).toEqual({ spans: 0, access_records: 0, webhook_deliveries: 1, mails: 1 });
});

test("what waited for a day goes a step at a time, whatever else waits, and after three days it is said", async () => {
  const aged = await seedAged([400]);
  const { tenantId } = aged.ctx;
  await setRules(aged, { spans: 30, logs: 30 });
  const setBefore = (hours: number) =>
    withoutTriggers(database, "tenant_retention", (tx) =>
      tx.execute(
        sql`update tenant_retention set changed_at = now() - make_interval(hours => ${hours}::int) where tenant_id = ${tenantId}`,
      ),
    );
  const attempt = {
    ...{ db: database.db, job: { tenantId }, signal: AbortSignal.timeout(60_000) },
    checkpoint: <T>(write: (tx: Transaction) => Promise<T>) => inTenant(aged.ctx, write),
  } as unknown as Attempt;
  const other = { tenantId, kind: "document" as const, subjectId: newId(), stage: "read" };
  await inTenant(aged.ctx, (tx) => enqueue(tx, [other]));
  await setBefore(47);
  const before = await count(aged);
  expect(await applyRetention(attempt)).toMatchObject({ state: "more", delayMs: 30_000 });
  expect(await count(aged)).toEqual(before);
  await setBefore(49);
  for (const removed of [{ spans: 0 }, { access_records: 0 }, { webhook_deliveries: 1 }, { mails: 1 }]) {
    expect(await applyRetention(attempt)).toMatchObject({ state: "more", delayMs: 30_000 });
    expect(await count(aged)).toMatchObject(removed);
  }
  expect(await applyRetention(attempt)).toMatchObject({ state: "done" });
  expect(await listLateRetention(database.db)).not.toContain(tenantId);
  await setBefore(73);
  expect(await listLateRetention(database.db)).toContain(tenantId);
  await suspendTenant(database.db, { tenantId, reason: "Unpaid" });
  expect(await listLateRetention(database.db)).not.toContain(tenantId);
});

test("the database itself keeps what a rule does not name, and dates a change", async () => {
  const aged = await seedAged([40]);
  const { tenantId } = aged.ctx;
  const ofTenant = eq(accessRecords.tenantId, tenantId);
  const remove = () => inSystem(database.db, (tx) => tx.delete(accessRecords).where(ofTenant));
  const removeMails = () =>
    inSystem(database.db, (tx) => tx.delete(mails).where(eq(mails.tenantId, tenantId)).returning({ id: mails.id }));
  const date = (changedAt: SQL) =>
    inSystem(database.db, (tx) =>
      tx.execute(sql`update tenant_retention set changed_at = ${changedAt} where tenant_id = ${tenantId}`),
    );
  await expectFinal(remove());
  expect(await removeMails()).toEqual([]);
  await changeRetention(root, tenantId, { logs: 30 });
  await expectFinal(remove());
  await expect(date(ago(3))).rejects.toThrow();
  await expect(
    inTenant(aged.ctx, (tx) =>
      tx.update(tenantRetention).set({ logsDays: 1 }).where(eq(tenantRetention.tenantId, tenantId)),
    ),
  ).rejects.toThrow();
  await expect(
    inSystem(database.db, (tx) =>
      tx
        .delete(tenantRetention)
        .where(eq(tenantRetention.tenantId, tenantId))
        .returning({ id: tenantRetention.tenantId }),
    ),
  ).resolves.toEqual([]);
  await dateBackRetention(database, tenantId);
  const hold = await holdTenant(root, tenantId, { reason: "A lawsuit" });
  await expectFinal(remove());
  expect(await removeMails()).toEqual([]);
  await endTenantHold(root, tenantId, hold.id, { reason: "It is settled" });
  // A shorter time counts from now.
  await changeRetention(root, tenantId, { logs: 10 });
  await expectFinal(remove());
  await dateBackRetention(database, tenantId);
  await expect(
    inTenant(aged.ctx, (tx) => tx.execute(sql`delete from access_records where ${ofTenant}`)),
  ).rejects.toThrow();
  await remove();
  expect(await removeMails()).toHaveLength(1);
  expect(await count(aged)).toMatchObject({ access_records: 0, mails: 1 });
});

test("two that remove at once remove and record each row once", async () => {
  const aged = await seedAged([40, 41, 42]);
  const { tenantId } = aged.ctx;
  await setRules(aged, { logs: 30 });
  const source = RETENTION_SOURCES.find(({ table }) => table === "access_records")!;
  const removed = await Promise.all([1, 2].map(() => inTenant(aged.ctx, (tx) => removeOldRows(tx, tenantId, source))));
  expect(removed.toSorted()).toEqual([0, 3]);
  expect(await entriesOf(aged.ctx, "retention.applied")).toMatchObject([{ details: { count: 3 } }]);
});

test("rules are the SUPER_ADMIN's, of a tenant that exists, and the same again is no change", async () => {
  const { ctx } = await seedAged([1]);
  const admin: Context = { ...ctx, actor: { id: newId(), role: "ADMIN", tenantId: ctx.tenantId } };
  await expect(changeRetention(admin, ctx.tenantId, { logs: 30 })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(readRetention(admin, ctx.tenantId)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(changeRetention(root, newId(), { logs: 30 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const set = await changeRetention(root, ctx.tenantId, { logs: 30 });
  expect(await changeRetention(root, ctx.tenantId, { logs: 30 })).toEqual(set);
  expect(await entriesOf(ctx, "tenant.retention_changed")).toHaveLength(1);
});
