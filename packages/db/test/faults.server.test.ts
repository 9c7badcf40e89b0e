import type { Database, ServerOptions } from "@assay/db";
import { readWith, rowsOf, transactWith } from "@assay/db";
import { openProxiedDatabase } from "@assay/testing";
import { connectDriver } from "@assay/testing/connect-driver";
import { runOnServer } from "@assay/testing/test-database-server";
import { type SQL, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";

type Opened = Awaited<ReturnType<typeof openProxiedDatabase>>;

const QUICK: ServerOptions = { poolSize: 3, connectTimeoutMs: 2500, statementTimeoutMs: 800 };

const open: Opened[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
async function openQuick(options: ServerOptions = {}): Promise<Opened> {
  const database = await openProxiedDatabase({ ...QUICK, ...options });
  open.push(database);
  return database;
}

const one = async (db: Database) => (await rowsOf<{ n: number }>(db, sql`select 1 as n`))[0]?.n;
const backend = async (db: Database) =>
  (await rowsOf<{ pid: number }>(db, sql`select pg_backend_pid() as pid`))[0]!.pid;
/** Over `asOwner`'s own connection: as an operator, a failover or a scale-to-zero would. */
async function terminate(database: Opened, pid: number): Promise<void> {
  const owner = await database.asOwner();
  await owner.db.execute(sql`select pg_terminate_backend(${pid}, 5000)`);
  await owner.close();
}
const code = (expected: RegExp) =>
  expect.objectContaining({ cause: expect.objectContaining({ code: expect.stringMatching(expected) }) });
/** As many transactions as the pool has clients, and one more, at the same time: none of its clients is lost. */
async function expectWholePool({ db }: Opened): Promise<void> {
  let inside = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  await Promise.all(
    Array.from({ length: QUICK.poolSize! }, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        if (++inside === QUICK.poolSize) resolve();
        await all;
      }),
    ),
  );
  expect(await one(db)).toBe(1);
}

test("a session that the server ends between two statements fails its transaction alone", async () => {
  const database = await openQuick();
  const transaction = database.db.transaction(async (tx) => {
    await terminate(database, await backend(tx as never));
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toEqual(code(/^(57P01|08006)$/));
  await expectWholePool(database);
});

test("a session that the server ends during a statement fails it with the server's code", async () => {
  const database = await openQuick({ statementTimeoutMs: 10_000 });
  const query = database.db.transaction(async (tx) => {
    const pid = await backend(tx as never);
    await Promise.all([tx.execute(sql`select pg_sleep(9)`), terminate(database, pid)]);
  });
  await expect(query).rejects.toEqual(code(/^(57P01|08006)$/));
  await expectWholePool(database);
});

test("connections that are dropped while idle are replaced without a failure", async () => {
  const database = await openQuick();
  await expectWholePool(database);
  await terminate(database, await backend(database.db));
  database.proxy.drop();
  await expectWholePool(database);
});

test("connections that are dropped during statements fail them with 08006, and no client stays lost", async () => {
  const database = await openQuick({ statementTimeoutMs: 10_000 });
  for (let round = 0; round < 3; round++) {
    const sleeps = Array.from({ length: QUICK.poolSize! }, () =>
      database.db.transaction((tx) => tx.execute(sql.raw(`select pg_sleep(9) as round_${round}`))),
    );
    await expect.poll(() => sleeping(database, round)).toBe(QUICK.poolSize);
    database.proxy.drop();
    for (const { reason } of (await Promise.allSettled(sleeps)) as PromiseRejectedResult[])
      expect(reason).toEqual(code(/^08006$/));
  }
  await expectWholePool(database);
});

async function sleeping(database: Opened, round: number): Promise<number> {
  const owner = await database.asOwner();
  const [row] = await rowsOf<{ n: number }>(
    owner.db,
    sql`select count(*)::int as n from pg_stat_activity where query like ${`%pg_sleep(9) as round_${round}`} and usename = 'assay_app'
        and datname = current_database() and state = 'active'`,
  );
  await owner.close();
  return row!.n;
}

test("a peer that vanished without a word is given up, at 'begin' too, and the pool is whole afterwards", async () => {
  const database = await openQuick();
  await expectWholePool(database);
  database.proxy.stall();
  const began = performance.now();
  const waiting = await Promise.allSettled(
    Array.from({ length: QUICK.poolSize! + 1 }, () => database.db.transaction(async () => {})),
  );
  expect(performance.now() - began).toBeLessThan(10_000);
  for (const each of waiting) expect(each).toMatchObject({ status: "rejected" });
  database.proxy.resume();
  await expectWholePool(database);
});

test("a server that is not reachable is 08001 within the time for connecting, and is used once it is back", async () => {
  const database = await openQuick();
  database.proxy.next.refused = true;
  await expect(database.db.transaction(async () => {})).rejects.toMatchObject({ code: "08001" });
  await expect(one(database.db)).rejects.toEqual(code(/^08001$/));
  database.proxy.next.refused = false;
  await expectWholePool(database);
});

test("a server that resumes slowly is waited for, up to the time for connecting", async () => {
  const database = await openQuick();
  database.proxy.next.delayMs = 1000;
  expect(await one(database.db)).toBe(1);
  database.proxy.drop();
  database.proxy.next.delayMs = 60_000;
  const began = performance.now();
  await expect(database.db.transaction(async () => {})).rejects.toMatchObject({ code: "08001" });
  expect(performance.now() - began).toBeLessThan(30_000);
  database.proxy.next.delayMs = 0;
  await expectWholePool(database);
});

test("a pool whose clients are all in use answers 08001 after the time for connecting", async () => {
  const database = await openQuick();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const holders = Array.from({ length: QUICK.poolSize! }, () => database.db.transaction(() => end));
  await expect(one(database.db)).rejects.toEqual(code(/^08001$/));
  resolve();
  await Promise.all(holders);
  await expectWholePool(database);
});

test("a server that has no connection left is 08001", async () => {
  const database = await openQuick();
  const login = `narrow_${Math.random().toString(36).slice(2)}`;
  await runOnServer(process.env.ASSAY_TEST_POSTGRES_URL!, `create role ${login} login connection limit 0`);
  try {
    const address = new URL(database.url!);
    address.username = login;
    const narrow = await connectDriver(database.driver as "pg" | "neon", address.href, QUICK);
    const refused = narrow.db.transaction(async () => {});
    await expect(refused).rejects.toMatchObject({ code: "08001", cause: { code: "53300" } });
    await narrow.close();
  } finally {
    await runOnServer(process.env.ASSAY_TEST_POSTGRES_URL!, `drop role ${login}`);
  }
});

test("the limits of a statement and of an idle transaction hold within a transaction and leave with it", async () => {
  const { db } = await openQuick({ poolSize: 1 });
  const limits = sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  expect(await db.transaction((tx) => rowsOf(tx as never, limits))).toEqual([{ statement: "800ms", idle: "10s" }]);
  expect(await rowsOf(db, limits)).toEqual([{ statement: "0", idle: "0" }]);
  const slow = db.transaction((tx) => tx.execute(sql`select pg_sleep(20)`));
  await expect(slow).rejects.toEqual(code(/^57014$/));
  expect(await one(db)).toBe(1);
});

test("settings of a transaction are sent with its begin, as values, and leave with it", async () => {
  const { db } = await openQuick({ poolSize: 1 });
  const read = sql`select current_setting('app.tenant_id', true) as tenant`;
  const odd = "it's \\' or 1 = 1; --";
  expect(await transactWith(db, { "app.tenant_id": odd }, (tx) => rowsOf(tx as never, read))).toEqual([
    { tenant: odd },
  ]);
  expect(await rowsOf(db, read)).toEqual([{ tenant: "" }]);
});

test("a transaction that cannot begin with its settings leaves nothing behind in the pool", async () => {
  const { db } = await openQuick({ poolSize: 1 });
  const attempt = transactWith(db, { role: "nobody_of_that_name" }, async () => {});
  await expect(attempt).rejects.toThrow();
  expect(await one(db)).toBe(1);
});

test("the first statement of a transaction that cannot begin does nothing, also by a login that may do all", async () => {
  const database = await openQuick();
  const owner = await database.asOwner();
  const attempt = transactWith(owner.db, { role: "nobody_of_that_name" }, (tx) =>
    tx.execute(sql`create table stray ()`),
  );
  await expect(attempt).rejects.toMatchObject({ cause: { message: expect.stringContaining("nobody_of_that_name") } });
  expect(await rowsOf(owner.db, sql`select to_regclass('stray')::text as found`)).toEqual([{ found: null }]);
  await owner.close();
});

test("a transaction of one read has its settings, writes nothing, fails alone, and leaves the connection as it was", async () => {
  const database = await openQuick({ poolSize: 1 });
  const owner = await database.asOwner();
  const read = (query: SQL) => readWith(owner.db, { "app.tenant_id": "it" }, (tx) => rowsOf(tx as never, query));
  const tenant = sql`select current_setting('app.tenant_id', true) as tenant`;
  for (let time = 0; time < 3; time++) {
    expect(await read(tenant)).toEqual([{ tenant: "it" }]);
    expect(await rowsOf(owner.db, tenant)).toEqual([{ tenant: "" }]);
  }
  await expect(read(sql`create table stray ()`)).rejects.toEqual(code(/^25006$/));
  await expect(read(sql`select 1 / 0`)).rejects.toEqual(code(/^22012$/));
  expect(await rowsOf(owner.db, sql`select to_regclass('stray')::text as found`)).toEqual([{ found: null }]);
  await owner.close();
});
