import { createTenant } from "@assay/core/tenancy";
import { claimWorkItem, createOutbox, enqueue, type WorkRef } from "@assay/core/work";
import { newId, workItems } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inSystem, inTenant } from "../../src/tenancy/transact.ts";

const OVERDUE = { limit: 10, overdueAfterMs: 300_000 };

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

test("what somebody works on needs no wake-up, until the lease runs out", async () => {
  const ref = await add();
  await claimWorkItem(database.db, ref.workItemId, { leaseMs: 60_000 });
  expect(await load(ref)).toBeUndefined();
  expect(await isOverdue(ref)).toBe(false);
  await change(ref, { leaseUntil: sql`now() - interval '1 second'` });
  expect(await load(ref)).toMatchObject({ fence: 1 });
  expect(await isOverdue(ref)).toBe(true);
});

test("a lease that ran out is told of once, and again only when that was lost too", async () => {
  const ref = await add();
  await claimWorkItem(database.db, ref.workItemId, { leaseMs: 1 });
  await change(ref, { leaseUntil: sql`now() - interval '1 second'` });
  await outbox().markPublished([ref]);
  expect(await isOverdue(ref)).toBe(false);
  await change(ref, { publishedAt: sql`now() - interval '6 minutes'`, leaseUntil: sql`now() - interval '7 minutes'` });
  expect(await isOverdue(ref)).toBe(true);
});

test("what was published is overdue only after the time in which it must have come", async () => {
  const ref = await add();
  expect(await isOverdue(ref)).toBe(true);
  await outbox().markPublished([ref]);
  expect(await isOverdue(ref)).toBe(false);
  expect((await load(ref))!.publishedAtMs).toBeGreaterThan(1_700_000_000_000);
  await change(ref, { publishedAt: sql`now() - interval '6 minutes'` });
  expect(await isOverdue(ref)).toBe(true);
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
