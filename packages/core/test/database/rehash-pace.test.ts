import { type Context, inSystem } from "@assay/core/tenancy";
import { type SweepSettings, sweep } from "@assay/core/upkeep";
import { documents, jobs, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";

const DAY_MS = 86_400_000;
const SETTINGS: SweepSettings = {
  stalledAfterMs: 900_000,
  waitMaxMs: 86_400_000,
  rehashEveryMs: DAY_MS,
  keepJobsMs: DAY_MS,
  keepSpansMs: 9e9,
  keepDeliveriesMs: 9e9,
  checkpointEveryMs: 9e9,
  quota: ENGINE_SETTINGS,
};

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const owner = await database.asOwner();
  await owner.db.delete(jobs);
  await owner.db.update(documents).set({ rehashedAt: sql`now()` });
  await owner.close();
});

/** READY documents of the tenant, the first checked longest ago: so many days, and an hour less for each next one. */
async function addChecked(ctx: Context, count: number, daysAgo = 2): Promise<string[]> {
  const [pattern] = [await engine.upload(ctx, "pattern.txt", `Text of ${ctx.tenantId}, ${count}.`)];
  const owner = await database.asOwner();
  const columns = await rowsOf<{ list: string }>(
    owner.db,
    sql`select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
        where table_name = 'documents' and column_name not in ('id', 'sha256_hash', 'status', 'ready_at', 'rehashed_at')`,
  );
  const list = sql.raw(columns[0]!.list);
  const added = await rowsOf<{ id: string; at: number }>(
    owner.db,
    sql`insert into documents (id, sha256_hash, status, ready_at, rehashed_at, ${list})
        select gen_random_uuid(), md5(random()::text) || md5(random()::text), 'READY', now() - interval '30 days',
          now() - make_interval(days => ${daysAgo}) + make_interval(mins => at), ${list}
        from documents cross join generate_series(0, ${count - 1}::int) at where id = ${pattern!.id}
        returning id, extract(epoch from rehashed_at)::float8 as at`,
  );
  await owner.db.delete(jobs).where(eq(jobs.subjectId, pattern!.id));
  await owner.close();
  return added.toSorted((one, other) => one.at - other.at).map(({ id }) => id);
}

const asked = () =>
  inSystem(database.db, (tx) =>
    tx.select({ id: jobs.subjectId, state: jobs.state }).from(jobs).where(eq(jobs.stage, "rehash")),
  );
const askedIds = async () => (await asked()).map(({ id }) => id);

test("the file that was checked longest ago is checked first, and no more than 100 wait at a time", async () => {
  const ids = await addChecked(await engine.makeTenant(), 130);
  await sweep(database.db, SETTINGS);
  expect(new Set(await askedIds())).toEqual(new Set(ids.slice(0, 100)));
  await sweep(database.db, SETTINGS);
  expect(await askedIds()).toHaveLength(100);
  const done = ids.slice(0, 40);
  const owner = await database.asOwner();
  await owner.db.update(documents).set({ rehashedAt: sql`now()` }).where(inArray(documents.id, done));
  await owner.db.update(jobs).set({ state: "DONE" }).where(inArray(jobs.subjectId, done));
  await owner.close();
  await sweep(database.db, SETTINGS);
  expect(new Set(await askedIds())).toEqual(new Set(ids));
});

test("a tenant with few files does not wait for one with many", async () => {
  const many = await addChecked(await engine.makeTenant(), 150, 9);
  const few = await addChecked(await engine.makeTenant(), 3, 2);
  await sweep(database.db, SETTINGS);
  const ids = new Set(await askedIds());
  expect(ids.size).toBe(100);
  for (const id of few) expect(ids).toContain(id);
  expect(new Set(many.filter((id) => ids.has(id)))).toEqual(new Set(many.slice(0, 97)));
});

test("a file that was checked within the day is left alone", async () => {
  const ids = await addChecked(await engine.makeTenant(), 3, 1);
  await sweep(database.db, SETTINGS);
  // Checked a day ago; the next ones a minute and two later.
  expect(await askedIds()).toEqual(ids.slice(0, 1));
});

test("a file that could not be checked is behind the others, and tried again a day later", async () => {
  const ctx = await engine.makeTenant();
  const { id } = await engine.upload(ctx, "note.txt", "Backups are taken daily.");
  await engine.drain();
  const owner = await database.asOwner();
  await owner.db
    .update(documents)
    .set({ readyAt: sql`now() - interval '2 days'`, rehashedAt: null })
    .where(eq(documents.id, id));
  engine.files.rehash = () => Promise.reject(new TypeError("The store is broken"));
  await sweep(database.db, SETTINGS);
  await engine.drain();
  expect((await asked()).filter((job) => job.id === id)).toEqual([{ id, state: "FAILED" }]);
  await sweep(database.db, SETTINGS);
  expect((await asked()).filter((job) => job.id === id)).toHaveLength(1);
  const [row] = await owner.db.select().from(documents).where(eq(documents.id, id));
  expect(row).toMatchObject({ status: "READY" });
  await owner.close();
});
