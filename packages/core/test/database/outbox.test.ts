import { claimJob, createOutbox, enqueue, type JobRef, releaseAllLeases } from "@assay/core/jobs";
import { createTenant } from "@assay/core/tenancy";
import { jobs, newId } from "@assay/db";
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

async function add(delayMs?: number): Promise<JobRef> {
  const job = { tenantId, kind: "document" as const, subjectId: newId(), stage: "extract", delayMs };
  const [ref] = await inTenant({ db: database.db, tenantId }, (tx) => enqueue(tx, [job]));
  return ref!;
}

/** Makes what happened to the job be that long ago. */
const change = (ref: JobRef, set: Record<string, unknown>) =>
  inSystem(database.db, (tx) => tx.update(jobs).set(set).where(eq(jobs.id, ref.jobId)));

const outbox = () => createOutbox(database.db);
const load = async (ref: JobRef) => (await outbox().load([ref]))[0];
const isOverdue = async (ref: JobRef) => (await outbox().listOverdue(OVERDUE)).some(({ jobId }) => jobId === ref.jobId);

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

test("what somebody works on needs no dispatch, until it is given back as lost", async () => {
  const ref = await add();
  await outbox().markPublished([ref]);
  await claimJob(database.db, ref.jobId, { leaseMs: 60_000 });
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
  const job = () => ({ tenantId: id, kind: "assessment" as const, subjectId: newId(), stage: "ASSESSMENT" });
  const refs = await inTenant({ db: database.db, tenantId: id }, (tx) => enqueue(tx, Array.from({ length: 12 }, job)));
  for (const [at, ref] of refs.entries())
    await change(ref, {
      publishedAt: sql`now() - make_interval(secs => ${200 - at})`,
      availableAt: sql`now() - interval '1 hour'`,
    });
  const [first, second, ...waiting] = refs.map(({ jobId }) => jobId);
  const overdue = async () => {
    const listed = await outbox().listOverdue({ ...OVERDUE, limit: 100, parallelPerTenant: 3 });
    return listed.filter(({ tenantId }) => tenantId === id).map(({ jobId }) => jobId);
  };
  expect(new Set(await overdue())).toEqual(new Set(refs.map(({ jobId }) => jobId)));
  for (const held of [first!, second!]) await claimJob(database.db, held, { leaseMs: 60_000 });
  expect(new Set(await overdue())).toEqual(new Set(waiting.slice(0, 3)));
  await releaseAllLeases(database.db);
  expect(await overdue()).toHaveLength(12);
  await inTenant({ db: database.db, tenantId: id }, (tx) =>
    tx.update(jobs).set({ state: "DONE" }).where(eq(jobs.tenantId, id)),
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
  expect(listed.map(({ jobId }) => jobId)).toEqual([early.jobId, late.jobId]);
});
