import { createHash } from "node:crypto";
import { fileKey, prepareFiles, registerUpload } from "@assay/core/documents";
import { encryptFiles, enqueueEncryptions } from "@assay/core/encrypt-files";
import {
  createEncryptingFileStore,
  createFileKeys,
  createFileKeysCheck,
  destroyFileKeys,
  type EncryptingFileStore,
  inspectFileKeys,
  rewrapFileKeys,
  rotateFileKey,
} from "@assay/core/file-keys";
import { createPlainFileStore, loadDeployment } from "@assay/core/files";
import { type Engine, enqueue, runJob } from "@assay/core/jobs";
import { moveFiles } from "@assay/core/move-files";
import { type Context, createTenant, inSystem, inTenant } from "@assay/core/tenancy";
import { auditEntries, fileKeys, jobs, newId, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, like, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryFileStore, type MemoryFileStore } from "../support/memory-file-store.ts";
import { createMemoryKeyWrapper, type MemoryKeyWrapper } from "../support/memory-key-wrapper.ts";
import { createTestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Deployment {
  readonly ctx: Context;
  readonly disk: MemoryFileStore;
  readonly wrapper: MemoryKeyWrapper;
  readonly store: EncryptingFileStore;
}

function startSha256() {
  const hash = createHash("sha256");
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest("hex") };
}

/** What another process of the deployment has. */
function processOf(disk: MemoryFileStore, wrapper: MemoryKeyWrapper): EncryptingFileStore {
  const keys = createFileKeys(async () => wrapper)(database.db);
  return createEncryptingFileStore({ store: disk, keys, startSha256 });
}

async function deploy(): Promise<Deployment> {
  const { db } = database;
  const { id: tenantId } = await createTenant(db, { name: "Encrypted" });
  const ctx: Context = { db, tenantId, actor: { id: "operator", role: "ADMIN", tenantId } };
  const [disk, wrapper] = [createMemoryFileStore(), createMemoryKeyWrapper("deployment-1")];
  disk.marker = (await loadDeployment(db)).id;
  return { ctx, disk, wrapper, store: processOf(disk, wrapper) };
}

async function upload(ctx: Context, store: Pick<MemoryFileStore, "put">, text: string): Promise<string> {
  const [id] = (await prepareFiles(ctx, 1, { reclaimAfterMs: 1e9 })) as [string];
  const key = fileKey({ tenantId: ctx.tenantId, documentId: id });
  const stored = await store.put(key, new Blob([text]).stream(), { limitBytes: 1e6 });
  await registerUpload(ctx, { documentId: id, filename: `${id}.txt`, fileType: "txt", stored, fields: {} });
  return key;
}

const read = async (store: Pick<MemoryFileStore, "get">, key: string) => new Response(await store.get(key)).text();
const keysOf = ({ db, tenantId }: Context) =>
  inTenant({ db, tenantId }, (tx) => tx.select().from(fileKeys).where(eq(fileKeys.tenantId, tenantId)));
const actionsOf = async ({ db, tenantId }: Context) => {
  const rows = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.tenantId, tenantId), like(auditEntries.action, "file_key.%")))
      .orderBy(auditEntries.sequence),
  );
  return rows.map(({ action }) => action);
};
const encryptAll = ({ ctx, store }: Deployment, retiredBefore = new Date(0)) =>
  encryptFiles({ db: database.db, store, tenantId: ctx.tenantId, retiredBefore });

test("a tenant's key is made once, however many processes store its first files, and is audited", async () => {
  const { ctx, disk, wrapper } = await deploy();
  const texts = ["one", "two", "three", "four"];
  const names = await Promise.all(texts.map((text) => upload(ctx, processOf(disk, wrapper), text)));
  const [key, ...others] = await keysOf(ctx);
  expect(others).toEqual([]);
  expect(key).toMatchObject({ sealedBy: "deployment-1", retiredAt: null, destroyedAt: null });
  expect(await actionsOf(ctx)).toEqual(["file_key.created"]);
  expect(disk.keys().toSorted()).toEqual(names.map((name) => `${key!.id}/${name}`).toSorted());
  const other = processOf(disk, wrapper);
  expect(await Promise.all(names.map((name) => read(other, name)))).toEqual(texts);
});

test("the key service is asked once for a key, and while it is out files are not missing but wait", async () => {
  const { ctx, disk, wrapper, store } = await deploy();
  const name = await upload(ctx, store, "text");
  for (let times = 0; times < 3; times += 1) await read(store, name);
  expect(wrapper.unwrapped).toBe(1);
  wrapper.isOut = true;
  expect(await read(store, name)).toBe("text");
  const fresh = processOf(disk, wrapper);
  const acts = [
    () => fresh.get(name),
    () => fresh.stat(name),
    () => fresh.rehash(name),
    () => upload(ctx, fresh, "new"),
  ];
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", part: "files" });
});

test("a key that another deployment's key sealed is an outage that names it, and so is no key at all", async () => {
  const { ctx, disk, store } = await deploy();
  const name = await upload(ctx, store, "text");
  const wrong = processOf(disk, createMemoryKeyWrapper("deployment-9"));
  await expect(wrong.get(name)).rejects.toMatchObject({
    part: "files",
    message: expect.stringContaining("'deployment-1'"),
  });
  const without = createPlainFileStore(disk, database.db);
  const acts = [
    () => without.get(name),
    () => without.stat(name),
    () => without.rehash(name),
    () => without.delete(name),
    () => without.check(),
  ];
  for (const act of acts)
    await expect(act()).rejects.toMatchObject({ part: "files", message: expect.stringContaining("FILES_KEY") });
});

test("after a change of the deployment's key every tenant's key is sealed by the new one, and no file changes", async () => {
  const { ctx, disk, store } = await deploy();
  const name = await upload(ctx, store, "text");
  const before = disk.keys();
  const both = createMemoryKeyWrapper("deployment-2", "deployment-1");
  expect(await rewrapFileKeys(database.db, both)).toBeGreaterThan(0);
  expect(await rewrapFileKeys(database.db, both)).toBe(0);
  expect(await keysOf(ctx)).toMatchObject([{ sealedBy: "deployment-2" }]);
  expect(await read(processOf(disk, createMemoryKeyWrapper("deployment-2")), name)).toBe("text");
  expect(disk.keys()).toEqual(before);
  expect(await actionsOf(ctx)).toEqual(["file_key.created", "file_key.resealed"]);
  await rewrapFileKeys(database.db, createMemoryKeyWrapper("deployment-1", "deployment-2"));
});

test("what was stored before is encrypted by a command that may be interrupted, and doctor knows what is left", async () => {
  const deployment = await deploy();
  const { ctx, disk, store } = deployment;
  const [one, two, three, four] = [
    await upload(ctx, disk, "one"),
    await upload(ctx, disk, "two"),
    await upload(ctx, disk, "three"),
    await upload(ctx, disk, "four"),
  ];
  disk.damage(three);
  disk.lose(four);
  const { uncovered } = await inspectFileKeys(database.db);
  expect(uncovered.documents).toBeGreaterThanOrEqual(4);
  const { put } = disk;
  let puts = 0;
  disk.put = (...given) => (++puts === 2 ? Promise.reject(new Error("The process died")) : put(...given));
  await expect(encryptAll(deployment)).rejects.toThrow("The process died");
  disk.put = put;
  expect([await read(store, one), await read(store, two)]).toEqual(["one", "two"]);

  expect(await encryptAll(deployment)).toMatchObject({ missing: [four], damaged: [three] });
  const { id } = (await keysOf(ctx))[0]!;
  expect(disk.keys().toSorted()).toEqual([three, `${id}/${one}`, `${id}/${two}`].toSorted());
  expect((await inspectFileKeys(database.db)).uncovered).toEqual(uncovered);

  disk.damage(three);
  expect(await encryptAll(deployment)).toMatchObject({ encrypted: 1, found: 2, damaged: [] });
  const after = await inspectFileKeys(database.db);
  expect(after.uncovered.documents).toBe(uncovered.documents - 4);
});

test("a tenant gets a new key, its files move under it, and the earlier key goes when nothing can need it", async () => {
  const deployment = await deploy();
  const { ctx, disk, wrapper, store } = deployment;
  const name = await upload(ctx, store, "text");
  await rotateFileKey(database.db, wrapper, ctx.tenantId);
  const later = await upload(ctx, store, "later");
  expect([await read(store, name), await read(store, later)]).toEqual(["text", "later"]);

  expect(await encryptAll(deployment, new Date(0))).toMatchObject({ encrypted: 1, found: 1, destroyedKeys: 0 });
  expect(await encryptAll(deployment, new Date(Date.now() + 60_000))).toMatchObject({ found: 2, destroyedKeys: 1 });
  const [active] = (await keysOf(ctx)).filter(({ destroyedAt }) => !destroyedAt);
  expect(disk.keys().every((key) => key.startsWith(active!.id))).toBe(true);
  expect([await read(store, name), await read(store, later)]).toEqual(["text", "later"]);
  expect(await actionsOf(ctx)).toEqual(["file_key.created", "file_key.created", "file_key.destroyed"]);
});

test("files go to another store encrypted there too, with their checksums", async () => {
  const { ctx, disk, wrapper, store } = await deploy();
  const name = await upload(ctx, store, "text");
  const other = createMemoryFileStore();
  const moved = await moveFiles({ db: database.db, from: store, to: processOf(other, wrapper) });
  expect(moved.damaged).toEqual([]);
  expect(other.keys().filter((key) => key.endsWith(name))).toEqual(disk.keys());
  expect(await read(processOf(other, wrapper), name)).toBe("text");
});

test("a destroyed key makes the tenant's originals unreadable in all processes at once, and those of nobody else", async () => {
  const { ctx, disk, wrapper, store } = await deploy();
  const name = await upload(ctx, store, "text");
  const other = await deploy();
  const otherName = await upload(other.ctx, processOf(disk, wrapper), "of another");
  expect(await read(store, name)).toBe("text");
  await inTenant(ctx, (tx) => destroyFileKeys(tx, { tenantId: ctx.tenantId }));
  await expect(store.get(name)).rejects.toMatchObject({ code: "OBJECT_MISSING" });
  expect(await keysOf(ctx)).toMatchObject([{ sealed: null }]);
  expect(await read(store, otherName)).toBe("of another");
  await store.delete(name);
  expect(disk.keys().some((key) => key.includes(ctx.tenantId))).toBe(false);
});

test("no tenant sees another's key, none is deleted before it is destroyed, and nothing brings one back", async () => {
  const { ctx, store } = await deploy();
  await upload(ctx, store, "text");
  const other = await deploy();
  const ofOurs = eq(fileKeys.tenantId, ctx.tenantId);
  expect(await inTenant(other.ctx, (tx) => tx.select().from(fileKeys).where(ofOurs))).toEqual([]);
  const taken = await inTenant(other.ctx, (tx) => destroyFileKeys(tx, { tenantId: ctx.tenantId }));
  expect(taken).toEqual([]);
  const asTenant = (statement: ReturnType<typeof sql>) => inTenant(ctx, (tx) => rowsOf(tx, statement));
  const refused = [
    sql`delete from file_keys where tenant_id = ${ctx.tenantId}`,
    sql`update file_keys set sealed = null where tenant_id = ${ctx.tenantId}`,
    sql`update file_keys set tenant_id = ${other.ctx.tenantId} where tenant_id = ${ctx.tenantId}`,
    sql`insert into file_keys (id, tenant_id, sealed_by) values (gen_random_uuid(), ${other.ctx.tenantId}, 'x')`,
  ];
  for (const statement of refused) await expect(asTenant(statement)).rejects.toThrow();
  await inTenant(ctx, (tx) => destroyFileKeys(tx, { tenantId: ctx.tenantId }));
  const back = sql`update file_keys set sealed = 'x', destroyed_at = null where tenant_id = ${ctx.tenantId}`;
  await expect(asTenant(back)).rejects.toThrow();
  await asTenant(sql`delete from file_keys where tenant_id = ${ctx.tenantId}`);
  expect(await keysOf(ctx)).toEqual([]);
});

test("the role that spans tenants reads no sealed key", async () => {
  const attempt = database.db.transaction(async (tx) => {
    await tx.execute(sql`set local role assay_system`);
    await tx.execute(sql`select sealed from file_keys`);
  });
  await expect(attempt).rejects.toThrow();
});

test("a check of the deployment's key names what to set, and asks a key service at most once in the time it is given", async () => {
  const { ctx, wrapper, store } = await deploy();
  await upload(ctx, store, "Keys are rotated.");
  let nowMs = 0;
  const ages = { okMs: 1000, failedMs: 100, nowMs: () => nowMs };
  // Tenants of other tests have keys of other deployments.
  const known = createMemoryKeyWrapper(wrapper.keyId, "deployment-2", "deployment-3", "other");
  const check = createFileKeysCheck(async () => known, ages);
  const asked = async (act: () => Promise<unknown>) => {
    const before = known.unwrapped;
    await act();
    return known.unwrapped - before;
  };
  const first = await asked(() => Promise.all([check(database.db), check(database.db)]));
  expect(first).toBeGreaterThan(0);
  nowMs = 999;
  expect(await asked(() => check(database.db))).toBe(0);
  known.isOut = true;
  await check(database.db);
  nowMs = 1000;
  await expect(check(database.db)).rejects.toMatchObject({ part: "files" });
  known.isOut = false;
  await expect(check(database.db)).rejects.toMatchObject({ part: "files" });
  nowMs = 1100;
  expect(await asked(() => check(database.db))).toBe(first);

  const wrong = createFileKeysCheck(async () => createMemoryKeyWrapper("wrong"), ages);
  await expect(wrong(database.db)).rejects.toThrow("add it to FILES_KEY behind the active one, or set its FILES_KMS");
});

/** Does the jobs of the tenant that encrypt, as a service would that has the store. */
async function encryptByJobs(
  { ctx, store }: Pick<Deployment, "ctx" | "store">,
  report: Engine["report"] = () => {},
): Promise<string[]> {
  const { engine } = await createTestEngine(database.db, { files: store });
  const stages: string[] = [];
  for (;;) {
    const open = and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.state, "PENDING"), like(jobs.stage, "encrypt%"));
    const [job] = await inTenant(ctx, (tx) => tx.select().from(jobs).where(open));
    if (!job) return stages;
    stages.push(job.stage);
    await runJob({ ...engine, report }, job.id);
  }
}

const ageJobs = (ctx: Context, hours: number) =>
  inTenant(ctx, (tx) =>
    tx
      .update(jobs)
      .set({ createdAt: sql`now() - make_interval(hours => ${hours}::int)` })
      .where(and(eq(jobs.tenantId, ctx.tenantId), like(jobs.stage, "encrypt%"))),
  );

/** What waits, of any tenant, keeps the jobs that encrypt from beginning. */
const endOtherWork = () =>
  inSystem(database.db, (tx) => tx.update(jobs).set({ state: "DONE" }).where(eq(jobs.kind, "document")));

const pendingOf = (ctx: Context) =>
  inTenant(ctx, (tx) =>
    tx
      .select({ stage: jobs.stage, subjectId: jobs.subjectId })
      .from(jobs)
      .where(and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.state, "PENDING"), like(jobs.stage, "encrypt%"))),
  );

test("the service encrypts what is plain by jobs, once, and nothing while other work waits", async () => {
  const { ctx, disk, store } = await deploy();
  const names: string[] = [];
  for (let at = 0; at < 23; at++) names.push(await upload(ctx, disk, `text ${at}`));
  await enqueueEncryptions(database.db);
  await enqueueEncryptions(database.db);
  expect(await pendingOf(ctx)).toEqual([{ stage: "encrypt", subjectId: ctx.tenantId }]);
  const engine = await createTestEngine(database.db, { files: store });
  const [waiting] = await inTenant(ctx, (tx) =>
    tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.stage, "encrypt"))),
  );
  await runJob(engine.engine, waiting!.id);
  expect(disk.keys().toSorted()).toEqual(names.toSorted());
  await endOtherWork();
  await inTenant(ctx, (tx) =>
    tx
      .update(jobs)
      .set({ availableAt: sql`now()`, delayed: false })
      .where(and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.stage, "encrypt"))),
  );
  expect(await encryptByJobs({ ctx, store })).toEqual(["encrypt"]);
  const [key] = await keysOf(ctx);
  expect(disk.keys().toSorted()).toEqual(names.map((name) => `${key!.id}/${name}`).toSorted());
  expect(key!.coversAllAt).not.toBeNull();
  await enqueueEncryptions(database.db);
  expect(await pendingOf(ctx)).toEqual([]);
});

test("a job that encrypts continues behind the document where it stopped, and covers nothing behind a damaged file", async () => {
  const { ctx, disk, store } = await deploy();
  const names: string[] = [];
  for (let at = 0; at < 12; at++) names.push(await upload(ctx, disk, `text ${at}`));
  disk.damage(names[0]!);
  await endOtherWork();
  const [, behind] = names[9]!.split("/");
  await inTenant(ctx, (tx) =>
    enqueue(tx, [{ tenantId: ctx.tenantId, kind: "file", subjectId: behind!, stage: "encrypt-flawed" }]),
  );
  expect(await encryptByJobs({ ctx, store })).toEqual(["encrypt-flawed"]);
  const [key] = await keysOf(ctx);
  const plain = names.slice(0, 10);
  expect(disk.keys().toSorted()).toEqual([...plain, ...names.slice(10).map((name) => `${key!.id}/${name}`)].toSorted());
  expect(key!.coversAllAt).toBeNull();
  // Not again in this week.
  await ageJobs(ctx, 6 * 24);
  await enqueueEncryptions(database.db);
  expect(await pendingOf(ctx)).toEqual([]);
  await ageJobs(ctx, 8 * 24);
  await enqueueEncryptions(database.db);
  const reported: unknown[] = [];
  expect(await encryptByJobs({ ctx, store }, ({ error }) => reported.push(error))).toEqual(["encrypt"]);
  expect(reported).toEqual([expect.objectContaining({ code: "INTEGRITY_ERROR", details: { key: names[0] } })]);
  // Of a pass of one job too.
  await ageJobs(ctx, 6 * 24);
  await enqueueEncryptions(database.db);
  expect(await pendingOf(ctx)).toEqual([]);
  expect(disk.keys().filter((name) => !name.startsWith(key!.id))).toEqual([names[0]]);
  expect((await keysOf(ctx))[0]!.coversAllAt).toBeNull();
});

test("a pass that waited for a day takes a small step at a time, whatever else waits", async () => {
  const { ctx, disk, store } = await deploy();
  for (let at = 0; at < 12; at++) await upload(ctx, disk, `text ${at}`);
  await endOtherWork();
  await inTenant(ctx, (tx) =>
    enqueue(tx, [{ tenantId: ctx.tenantId, kind: "document", subjectId: newId(), stage: "read" }]),
  );
  await enqueueEncryptions(database.db);
  const { engine } = await createTestEngine(database.db, { files: store });
  const step = async () => {
    const open = and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.state, "PENDING"), like(jobs.stage, "encrypt%"));
    const due = { availableAt: sql`now()`, delayed: false };
    const [job] = await inTenant(ctx, (tx) => tx.update(jobs).set(due).where(open).returning());
    await runJob(engine, job!.id);
    return disk.keys().filter((name) => name.split("/").length === 3).length;
  };
  await ageJobs(ctx, 23);
  expect(await step()).toBe(0);
  await ageJobs(ctx, 25);
  expect(await step()).toBe(10);
  const [next] = await inTenant(ctx, (tx) =>
    tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.state, "PENDING"), like(jobs.stage, "encrypt%"))),
  );
  expect(next, "what waits has its turn between two").toMatchObject({ delayed: true });
  expect(await step()).toBe(12);
  expect(await pendingOf(ctx)).toEqual([]);
  expect((await keysOf(ctx))[0]!.coversAllAt).not.toBeNull();
  await endOtherWork();
});

test("a pass in which the tenant got another key covers nothing, and destroys none", async () => {
  const { ctx, disk, wrapper, store } = await deploy();
  const names: string[] = [];
  for (let at = 0; at < 12; at++) names.push(await upload(ctx, store, `text ${at}`));
  await endOtherWork();
  await enqueueEncryptions(database.db);
  await rotateFileKey(database.db, wrapper, ctx.tenantId);
  const [, behind] = names[9]!.split("/");
  await inTenant(ctx, (tx) =>
    tx
      .update(jobs)
      .set({ state: "DONE" })
      .where(and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.stage, "encrypt"))),
  );
  await inTenant(ctx, (tx) =>
    enqueue(tx, [{ tenantId: ctx.tenantId, kind: "file", subjectId: behind!, stage: "encrypt" }]),
  );
  expect(await encryptByJobs({ ctx, store })).toEqual(["encrypt"]);
  expect((await keysOf(ctx)).map(({ coversAllAt, destroyedAt }) => ({ coversAllAt, destroyedAt }))).toEqual([
    { coversAllAt: null, destroyedAt: null },
    { coversAllAt: null, destroyedAt: null },
  ]);
  expect(await Promise.all(names.map((name) => read(store, name)))).toEqual(names.map((_, at) => `text ${at}`));
  expect(disk.keys()).toHaveLength(names.length);
});

test("an earlier key stays while a file is missing, which may come back under it", async () => {
  const deployment = await deploy();
  const { ctx, disk, wrapper, store } = deployment;
  await upload(ctx, store, "here");
  const gone = await upload(ctx, store, "gone");
  await rotateFileKey(database.db, wrapper, ctx.tenantId);
  disk.lose(disk.keys().find((key) => key.endsWith(gone))!);
  const later = new Date(Date.now() + 60_000);
  expect(await encryptAll(deployment, later)).toMatchObject({ encrypted: 1, missing: [gone], destroyedKeys: 0 });
});
