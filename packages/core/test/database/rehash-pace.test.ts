import { type SweepSettings, sweep } from "@assay/core/maintenance";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { documents, jobs, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

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

const DAY: SweepSettings = { ...SETTINGS, rehashBytesMax: 1_000_000 };
const rowOf = async ({ db, tenantId }: Pick<Context, "db" | "tenantId">, id: string) => {
  const isIt = and(eq(documents.tenantId, tenantId), eq(documents.id, id));
  const [row] = await inTenant({ db, tenantId }, (tx) => tx.select().from(documents).where(isIt));
  return row!;
};

/** Sweeps and works; returns the documents whose files were read, in order, and how many jobs that took. */
async function check(settings = DAY): Promise<{ read: string[]; jobs: number }> {
  const read: string[] = [];
  const rehash = engine.files.rehash;
  engine.files.rehash = async (key) => {
    const [tenantId, id] = key.split("/") as [string, string];
    read.push(id);
    const row = await rowOf({ db: database.db, tenantId }, id);
    return { sizeBytes: row.sizeBytes, sha256: row.sha256Hash };
  };
  const before = await countJobs();
  await sweep(database.db, settings);
  await engine.drain();
  engine.files.rehash = rehash;
  return { read, jobs: (await countJobs()) - before };
}
const countJobs = async () =>
  (await inSystem(database.db, (tx) => tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.stage, "rehash")))).length;

/** Lets a day pass since the last check began. */
const passDay = () =>
  withOwner(database, ({ db }) =>
    db.execute(sql`update integrity_checks set began_at = began_at - interval '25 hours'`),
  );

test("the files of a tenant are checked by one job, those that were checked longest ago first", async () => {
  const ids = await addChecked(await engine.makeTenant(), 40);
  expect(await check()).toEqual({ read: ids, jobs: 1 });
  expect(await check()).toEqual({ read: [], jobs: 0 });
});

test("a check ends with the file that passes its bytes, and the next day's continues behind it", async () => {
  const ctx = await engine.makeTenant();
  const ids = await addChecked(ctx, 5);
  const { sizeBytes } = await rowOf(ctx, ids[0]!);
  const settings = { ...DAY, rehashBytesMax: sizeBytes + 1 };
  expect((await check(settings)).read).toEqual(ids.slice(0, 2));
  expect((await check(settings)).read).toEqual([]);
  await passDay();
  expect((await check(settings)).read).toEqual(ids.slice(2, 4));
});

test("each tenant has its own check, and a file that was checked within half a day is left alone", async () => {
  const many = await addChecked(await engine.makeTenant(), 20, 9);
  const few = await addChecked(await engine.makeTenant(), 2, 2);
  const fresh = await addChecked(await engine.makeTenant(), 3, 0);
  const { read, jobs: count } = await check();
  expect(count).toBe(2);
  expect(new Set(read)).toEqual(new Set([...many, ...few]));
  expect(read.some((id) => fresh.includes(id))).toBe(false);
});

test("a check that two sweeps begin at once is one", async () => {
  await addChecked(await engine.makeTenant(), 3);
  await Promise.all([sweep(database.db, DAY), sweep(database.db, DAY)]);
  expect(await countJobs()).toBe(1);
});

test("a file that could not be checked is behind the others, and keeps none of them waiting", async () => {
  const ctx = await engine.makeTenant();
  const ids = await addChecked(ctx, 3);
  const read: string[] = [];
  engine.files.rehash = async (key) => {
    const id = key.split("/")[1]!;
    read.push(id);
    if (id === ids[0]) throw Object.assign(new Error("The file cannot be read"), { code: "EIO" });
    return null;
  };
  await sweep(database.db, DAY);
  await engine.drain();
  await passDay();
  await sweep(database.db, DAY);
  await engine.drain();
  expect(new Set(read)).toEqual(new Set(ids));
  expect(await rowOf(ctx, ids[0]!)).toMatchObject({ status: "READY" });
});
