import { createTenant } from "@assay/core/tenancy";
import { claimWorkItem, createOutbox, enqueue, releaseAllLeases, type WorkRef } from "@assay/core/work";
import { newId, workItems } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inSystem, inTenant } from "../../src/tenancy/transact.ts";

const OVERDUE = { limit: 10, overdueAfterMs: 90_000, parallelPerTenant: 6 };

let database: TestDatabase;
let tenantId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  tenantId = (await createTenant(database.db, { name: "Outbox" })).id;
});
afterAll(() => database?.close());

async function add(delayMs?: number): Promise<WorkRef> {
  const item = { tenantId, kind: "document" as const, subjectId: newId(), stage: "extract", delayMs };
  const [ref] = await inTenant({ db: database.db, tenantId }, (tx) => enqueue(tx, [item]));
  return ref!;
}

/** Makes what happened to the item be that long ago. */
const change = (ref: WorkRef, set: Record<string, unknown>) =>
  inSystem(database.db, (tx) => tx.update(workItems).set(set).where(eq(workItems.id, ref.workItemId)));

const outbox = () => createOutbox(database.db);
const load = async (ref: WorkRef) => (await outbox().load([ref]))[0];
const isOverdue = async (ref: WorkRef) =>
  (await outbox().listOverdue(OVERDUE)).some(({ workItemId }) => workItemId === ref.workItemId);

test("what is due is loaded without a delay, what is not with its own, and what is done not at all", async () => {
  const due = await add();
  expect(await load(due)).toEqual({
    ...due,
    kind: "document",
    stage: "extract",
    fence: 0,
    publishedAtMs: 0,
    delayMs: 0,
  });
  const { delayMs } = (await load(await add(60_000)))!;
  expect(delayMs).toBeGreaterThan(50_000);
  expect(delayMs).toBeLessThanOrEqual(60_000);
  await change(due, { state: "DONE" });
  expect(await load(due)).toBeUndefined();
});

test("what somebody works on needs no wake-up, until it is given back as lost", async () => {
  const ref = await add();
  await outbox().markPublished([ref]);
  await claimWorkItem(database.db, ref.workItemId, { leaseMs: 60_000 });
  expect(await load(ref)).toBeUndefined();
  expect(await isOverdue(ref)).toBe(false);
  await releaseAllLeases(database.db);
  expect(await load(ref)).toMatchObject({ fence: 1, publishedAtMs: 0 });
  expect(await isOverdue(ref)).toBe(true);
});

test("what was published is overdue only after the time in which it must have come", async () => {
  const ref = await add();
  expect(await isOverdue(ref)).toBe(true);
  await outbox().markPublished([ref]);
  expect(await isOverdue(ref)).toBe(false);
  expect((await load(ref))!.publishedAtMs).toBeGreaterThan(1_700_000_000_000);
  const past = sql`now() - interval '91 seconds'`;
  await change(ref, { publishedAt: past, availableAt: past });
  expect(await isOverdue(ref)).toBe(true);
});

test("what was published for later is overdue only after the time in which it must have come", async () => {
  const ref = await add();
  const publishedAt = sql`now() - interval '10 minutes'`;
  await change(ref, { publishedAt, availableAt: sql`now() - interval '80 seconds'` });
  expect(await isOverdue(ref)).toBe(false);
  await change(ref, { availableAt: sql`now() - interval '91 seconds'` });
  expect(await isOverdue(ref)).toBe(true);
});

test("while a tenant's deliveries are all at work, only those that were told first count as lost", async () => {
  const { id } = await createTenant(database.db, { name: "Busy" });
  const item = () => ({ tenantId: id, kind: "assessment" as const, subjectId: newId(), stage: "ASSESSMENT" });
  const refs = await inTenant({ db: database.db, tenantId: id }, (tx) => enqueue(tx, Array.from({ length: 12 }, item)));
  for (const [at, ref] of refs.entries())
    await change(ref, {
      publishedAt: sql`now() - make_interval(secs => ${200 - at})`,
      availableAt: sql`now() - interval '1 hour'`,
    });
  const [first, second, ...waiting] = refs.map(({ workItemId }) => workItemId);
  const overdue = async () => {
    const listed = await outbox().listOverdue({ ...OVERDUE, limit: 100, parallelPerTenant: 3 });
    return listed.filter(({ tenantId }) => tenantId === id).map(({ workItemId }) => workItemId);
  };
  expect(new Set(await overdue())).toEqual(new Set(refs.map(({ workItemId }) => workItemId)));
  for (const held of [first!, second!]) await claimWorkItem(database.db, held, { leaseMs: 60_000 });
  expect(new Set(await overdue())).toEqual(new Set(waiting.slice(0, 3)));
  await releaseAllLeases(database.db);
  expect(await overdue()).toHaveLength(12);
  await inTenant({ db: database.db, tenantId: id }, (tx) =>
    tx.update(workItems).set({ state: "DONE" }).where(eq(workItems.tenantId, id)),
  );
});

test("what is not due yet is never overdue", async () => {
  expect(await isOverdue(await add(60_000))).toBe(false);
});

test("the oldest come first, and no more than asked for", async () => {
  const [late, early] = [await add(), await add()];
  await change(early, { availableAt: sql`now() - interval '2 days'` });
  await change(late, { availableAt: sql`now() - interval '1 day'` });
  const listed = await outbox().listOverdue({ ...OVERDUE, limit: 2 });
  expect(listed.map(({ workItemId }) => workItemId)).toEqual([early.workItemId, late.workItemId]);
});
