import { AssayError } from "@assay/contract";
import { releaseAllLeases, runJob } from "@assay/core/jobs";
import { inTenant } from "@assay/core/tenancy";
import { documents, newId, type Transaction } from "@assay/db";
import { openProxiedDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProbeEngine } from "../support/probe-engine.ts";

type Opened = Awaited<ReturnType<typeof openProxiedDatabase>>;
type Probe = Awaited<ReturnType<typeof createProbeEngine>>;

const POOL_SIZE = 3;

let database: Opened;
let probe: Probe;
beforeAll(async () => {
  database = await openProxiedDatabase({
    poolSize: POOL_SIZE,
    connectTimeoutMs: 2000,
    statementTimeoutMs: 1000,
    idleInTransactionMs: 300,
  });
  probe = await createProbeEngine(database.db);
});
afterAll(() => database.close());

const UNAVAILABLE = expect.objectContaining({ code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 5 });
const documentOf = (tenantId: string) => ({
  id: newId(),
  tenantId,
  originalFilename: "a.txt",
  fileType: "txt" as const,
  sha256Hash: newId(),
  sizeBytes: 1,
});

test("a transaction that is cut before its end is unavailable, undone and not run again", async () => {
  const { tenantId } = probe;
  let runs = 0;
  const cut = inTenant({ db: database.db, tenantId }, async (tx) => {
    runs += 1;
    await tx.insert(documents).values(documentOf(tenantId));
    database.proxy.drop();
    await tx.insert(documents).values(documentOf(tenantId));
  });
  await expect(cut).rejects.toEqual(UNAVAILABLE);
  expect(runs).toBe(1);
  expect(
    await inTenant({ db: database.db, tenantId }, (tx) =>
      tx.select().from(documents).where(eq(documents.tenantId, tenantId)),
    ),
  ).toEqual([]);
});

test("a transaction that nobody continues with gives its locks back, as one of a paused process must", async () => {
  const { tenantId } = probe;
  const locked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const takeLock = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(1505)`);
  const paused = inTenant({ db: database.db, tenantId }, async (tx) => {
    await takeLock(tx);
    locked.resolve();
    await over.promise;
  });
  const refused = expect(paused).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await locked.promise;
  await inTenant({ db: database.db, tenantId }, takeLock);
  over.resolve();
  await refused;
});

test("a transaction whose commit is never confirmed is unavailable and not run again: it may have committed", async () => {
  let runs = 0;
  const cut = inTenant({ db: database.db, tenantId: probe.tenantId }, async () => {
    runs += 1;
    database.proxy.stall();
  });
  await expect(cut).rejects.toEqual(UNAVAILABLE);
  database.proxy.resume();
  expect(runs).toBe(1);
});

test("a database that cannot be reached is unavailable, and not an internal error", async () => {
  database.proxy.drop();
  database.proxy.next.refused = true;
  const refused = inTenant({ db: database.db, tenantId: probe.tenantId }, async () => {});
  await expect(refused).rejects.toEqual(UNAVAILABLE);
  await expect(refused).rejects.toBeInstanceOf(AssayError);
  database.proxy.next.refused = false;
});

test("a transaction passes over all connections that have died in the pool, unless they take longer to notice than to connect", async () => {
  const act = () => inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) => tx.execute(sql`select 1`));
  const openAll = () => {
    const { promise: allOpen, resolve } = Promise.withResolvers<void>();
    let open = 0;
    return Promise.all(
      Array.from({ length: POOL_SIZE }, () =>
        inTenant({ db: database.db, tenantId: probe.tenantId }, async (tx) => {
          await tx.execute(sql`select 1`);
          open += 1;
          if (open === POOL_SIZE) resolve();
          await allOpen;
        }),
      ),
    );
  };
  await openAll();
  database.proxy.dropOnUse();
  await act();

  await openAll();
  database.proxy.stall();
  await expect(act()).rejects.toEqual(UNAVAILABLE);
  database.proxy.resume();
  await act();
});

test("an attempt that loses its connection at the commit is done once, when its lease has run out", async () => {
  const id = await probe.add();
  probe.run = async () => ({
    state: "done",
    async write(tx) {
      await probe.trace(tx);
      database.proxy.drop();
      return undefined;
    },
  });
  await runJob(probe.engine, id).catch((error: unknown) => expect(error).toEqual(UNAVAILABLE));
  expect(await probe.traces()).toBe(0);

  probe.run = async () => probe.done();
  await releaseAllLeases(database.db);
  await probe.hurry(id);
  await runJob(probe.engine, id);
  await runJob(probe.engine, id);
  expect(await probe.job(id)).toMatchObject({ state: "DONE" });
  expect(await probe.traces()).toBe(1);
});

test("an attempt that loses its connection while it works continues with another", async () => {
  const before = await probe.traces();
  const id = await probe.add();
  probe.run = async () => {
    database.proxy.drop();
    return probe.done();
  };
  await runJob(probe.engine, id);
  expect(await probe.job(id)).toMatchObject({ state: "DONE", attempts: 0 });
  expect(await probe.traces()).toBe(before + 1);
});

test("a failure whose record loses its connection waits for the database, and spends no try", async () => {
  const id = await probe.add();
  probe.run = (attempt) => {
    attempt.onFailure(async () => database.proxy.drop());
    return Promise.reject(new Error("Failed"));
  };
  await runJob(probe.engine, id);
  expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: 0, waitingFor: "database" });
});
