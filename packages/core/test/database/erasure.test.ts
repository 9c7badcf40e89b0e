import { createHash, createPublicKey, verify } from "node:crypto";
import { type DeletionStatement, deletionStatement } from "@assay/contract";
import { listDeploymentEntries } from "@assay/core/deployment-log";
import { fileKey, prepareFiles } from "@assay/core/documents";
import {
  continueErasure,
  ERASED,
  endTenantHold,
  enqueueErasures,
  eraseTenant,
  eraseTenantAsOperator,
  findErasure,
  holdTenant,
  listErasures,
  listTenantHolds,
  previewErasure,
  readDeletionCertificate,
} from "@assay/core/erasure";
import { createFileKeys, rotateFileKey } from "@assay/core/file-keys";
import {
  createFileIngestion,
  createUrlIngestion,
  getIngestion,
  ingestionFileKey,
  prepareIngestionFile,
} from "@assay/core/guidance";
import { runJob } from "@assay/core/jobs";
import { importPack } from "@assay/core/packs";
import {
  type Context,
  changeTenant,
  findTenant,
  inSystem,
  inTenant,
  resumeTenant,
  suspendTenant,
} from "@assay/core/tenancy";
import { erasures, jobs, newId, rowsOf, tenantHolds, tenants } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginUpload } from "../../src/documents/uploads/begin-upload.ts";
import { partKey } from "../../src/documents/uploads/find-upload.ts";
import { announcePart, recordPart } from "../../src/documents/uploads/take-part.ts";
import { makePack } from "../support/make-pack.ts";
import { createMemoryKeyWrapper } from "../support/memory-key-wrapper.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let root: Context;
let neighbour: SeededTenant;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  root = { ...(await engine.makeTenant("Operator")), actor: { id: newId(), role: "SUPER_ADMIN", tenantId: "" } };
  root = { ...root, actor: { ...root.actor, tenantId: root.tenantId } };
  neighbour = await seedTenant(engine);
});
afterAll(() => database?.close());

/** What guards do first when a row is deleted. */
const PASSES =
  /\nBEGIN\n(?: {2}IF TG_OP = 'UPDATE'[^;]+; END IF;\n.*\n {2}END IF;\n)? {2}IF TG_OP = 'DELETE' AND current_user = 'assay_system' THEN\n {4}IF is_erasing\(.*\) THEN RETURN OLD; END IF;\n/;
/** Functions of triggers that refuse deletions. */
const GUARDS = [
  "guard_access_record",
  "guard_activation_item",
  "guard_connection",
  "guard_corpus_activation",
  "guard_corpus_ingestion",
  "guard_criteria_version",
  "guard_criteria_version_part",
  "guard_file_key",
  "guard_guidance_chunk",
  "guard_guidance_vector",
  "guard_removed_run",
  "guard_retrieval",
  "guard_run_part",
  "guard_sso_subject",
  "guard_tenant",
  "guard_tenant_hold",
  "refuse_change",
];
/** Functions of triggers that only note deletions. */
const COUNTERS = ["count_document"];
const REASON = "The contract has ended";
const suspend = (tenantId: string) => suspendTenant(database.db, { tenantId, reason: REASON });

async function seedSuspended(): Promise<SeededTenant & { name: string }> {
  const seeded = await seedTenant(engine);
  const { tenantId } = seeded.ctx;
  await rotateFileKey(database.db, createMemoryKeyWrapper("key-1"), tenantId);
  await importPack(seeded.ctx, makePack(["Doors are locked"]));
  await suspend(tenantId);
  const { name } = await findTenant(database.db, tenantId);
  return { ...seeded, name };
}

const start = ({ ctx, name }: { ctx: Context; name: string }) =>
  eraseTenant(root, ctx.tenantId, { name, reason: REASON });

async function countAll(tenantId: string): Promise<Record<string, number>> {
  return inTenant({ db: database.db, tenantId }, async (tx) => {
    const counts: Record<string, number> = {};
    for (const { name, owner } of ERASED) {
      const [row] = await rowsOf<{ n: number }>(
        tx,
        sql`select count(*)::int as n from ${sql.identifier(name)} where ${sql.identifier(owner)} = ${tenantId}`,
      );
      if (row!.n > 0) counts[name] = row!.n;
    }
    return counts;
  });
}

const expectFinal = (attempt: Promise<unknown>) =>
  expect(attempt).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });

test("every table that names a tenant is erased, and in an order in which rows can go", async () => {
  const owned = await rowsOf<{ name: string }>(
    database.db,
    sql`select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attname in ('tenant_id', 'owner_tenant_id') order by 1`,
  );
  const names = ERASED.map(({ name }) => name);
  expect(names.toSorted()).toEqual(owned.map(({ name }) => name));
  const references = await rowsOf<{ from: string; to: string }>(
    database.db,
    sql`select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
        where contype = 'f' and conrelid <> confrelid`,
  );
  const late = references.filter(({ from, to }) => names.includes(to) && names.indexOf(from) > names.indexOf(to));
  expect(late).toEqual([]);
});

test("each guard of a row that is erased lets the erasure pass", async () => {
  const fired = await rowsOf<{ name: string; body: string }>(
    database.db,
    sql`select distinct proname::text as name, fn.prosrc as body from pg_trigger join pg_proc fn on fn.oid = tgfoid
        where not tgisinternal and (tgtype & 8) <> 0 order by 1`,
  );
  const passing = fired.filter(({ body }) => PASSES.test(body)).map(({ name }) => name);
  const others = fired.map(({ name }) => name).filter((name) => !passing.includes(name));
  expect({ passing, others }).toEqual({ passing: GUARDS, others: [...COUNTERS, "guard_erasure"] });
});

test("jobs erase a suspended tenant and nothing of another, and the certificate says what", async () => {
  const tenant = await seedSuspended();
  const { tenantId } = tenant.ctx;
  const [before, others] = [await countAll(tenantId), await countAll(neighbour.ctx.tenantId)];
  const preview = await previewErasure(root, tenantId);
  expect(preview).toMatchObject({ rows: before, documents: 2, snapshots: 1, fileKeys: 1, refusal: null });
  const [head] = await inTenant(tenant.ctx, (tx) =>
    rowsOf<{ sequence: number }>(
      tx,
      sql`select sequence::int as sequence from audit_heads where tenant_id = ${tenantId}`,
    ),
  );
  const { erasure } = await start(tenant);
  expect(erasure).toMatchObject({ tenantId, finishedAt: null });
  await engine.drain();

  expect([...engine.files.keys()].filter((key) => key.includes(tenantId))).toEqual([]);
  expect(await countAll(tenantId)).toEqual({});
  expect(await countAll(neighbour.ctx.tenantId)).toEqual(others);
  await expect(findTenant(database.db, tenantId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const certificate = await readDeletionCertificate(root, erasure.id);
  const statement = deletionStatement.parse(JSON.parse(certificate.payload)) as DeletionStatement;
  const { rows } = statement.deleted;
  for (const [table, n] of Object.entries(before)) expect({ table, n: rows[table]! >= n }).toEqual({ table, n: true });
  expect(Object.values(rows).reduce((sum, n) => sum + n, 0)).toBe(statement.deleted.rowsTotal);
  expect(statement.deleted.documents).toMatchObject({ count: 2 });
  expect(statement.hashes.snapshots).toEqual([{ runId: tenant.run.id, sha256: expect.any(String) }]);
  expect(statement.hashes.auditHead.sequence).toBe(head!.sequence + 2);
  const key = createPublicKey({ key: engine.signer.publicKey as never, format: "jwk" });
  expect(verify(null, Buffer.from(certificate.payload), key, Buffer.from(certificate.signature, "base64url"))).toBe(
    true,
  );
  const { items } = await listDeploymentEntries(root, { limit: 10, objectId: tenantId });
  const contentHash = createHash("sha256").update(certificate.payload).digest("hex");
  expect(items[0]).toMatchObject({ action: "tenant.erased", actor: "system", details: { contentHash } });
  expect((await listErasures(root, { limit: 10 })).items[0]).toMatchObject({
    tenantName: tenant.name,
    rows: statement.deleted.rowsTotal,
  });
});

test("no erasure begins of an active tenant, under another name, under hold, of one's own, or twice", async () => {
  const seeded = await seedTenant(engine);
  const { tenantId } = seeded.ctx;
  const { name } = await findTenant(database.db, tenantId);
  const tenant = { ctx: seeded.ctx, name };
  await expect(start(tenant)).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect((await previewErasure(root, tenantId)).refusal).toBe("NOT_SUSPENDED");
  await suspend(tenantId);
  await expect(start({ ...tenant, name: `${name}!` })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const hold = await holdTenant(root, tenantId, { reason: "A lawsuit" });
  expect((await previewErasure(root, tenantId)).refusal).toBe("HELD");
  await expect(start(tenant)).rejects.toMatchObject({ code: "INVALID_STATE", details: { holds: [hold.id] } });
  await expect(eraseTenantAsOperator(database.db, tenantId, { name, reason: REASON })).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
  const ended = await endTenantHold(root, tenantId, hold.id, { reason: "Settled" });
  expect(ended).toMatchObject({ reason: "A lawsuit", endReason: "Settled" });
  await expect(endTenantHold(root, tenantId, hold.id, { reason: "Settled" })).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
  expect(await listTenantHolds(root, tenantId)).toMatchObject([{ id: hold.id, endedBy: root.actor.id }]);
  await expect(eraseTenant(root, root.tenantId, { name: "Operator", reason: REASON })).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
  await start(tenant);
  await expect(start(tenant)).rejects.toMatchObject({ code: "INVALID_STATE" });
  await expect(holdTenant(root, tenantId, { reason: "Too late" })).rejects.toMatchObject({ code: "INVALID_STATE" });
  const refused = { code: "INVALID_STATE", message: "Cannot resume the tenant because it is being erased" };
  await expect(resumeTenant(database.db, tenantId)).rejects.toMatchObject(refused);
  await expect(changeTenant(root, tenantId, { status: "ACTIVE" })).rejects.toMatchObject(refused);
  await expectFinal(
    inSystem(database.db, (tx) => tx.update(tenants).set({ status: "ACTIVE" }).where(eq(tenants.id, tenantId))),
  );
  await engine.drain();
  expect(await countAll(tenantId)).toEqual({});
});

test("the database itself refuses an erasure without suspension or under hold, and a hold while it lasts", async () => {
  const { ctx } = await seedTenant(engine);
  const { tenantId } = ctx;
  const begin = () =>
    inSystem(database.db, (tx) =>
      tx.insert(erasures).values({
        erasedTenantId: tenantId,
        tenantName: "x",
        requestedBy: "x",
        reasonHash: "x",
        facts: { tenantCreatedAt: "", fileKeys: [], documents: { count: 0, bytes: 0, sha256: "" }, snapshots: [] },
      }),
    );
  const hold = () =>
    inSystem(database.db, (tx) => tx.insert(tenantHolds).values({ tenantId, reason: "x", setBy: "x" }).returning());
  await expectFinal(begin());
  await suspend(tenantId);
  const [held] = await hold();
  await expectFinal(begin());
  for (const change of [
    sql`delete from tenant_holds where tenant_id = ${tenantId} and id = ${held!.id}`,
    sql`update tenant_holds set ended_at = now(), ended_by = 'x' where tenant_id = ${tenantId} and id = ${held!.id} and false`,
  ])
    expect(await inSystem(database.db, (tx) => rowsOf(tx, sql`${change} returning id`))).toEqual([]);
  await inSystem(database.db, (tx) =>
    tx
      .update(tenantHolds)
      .set({ endedAt: new Date(), endedBy: "x" })
      .where(and(eq(tenantHolds.tenantId, tenantId), eq(tenantHolds.id, held!.id))),
  );
  await expectFinal(
    inSystem(database.db, (tx) =>
      tx
        .update(tenantHolds)
        .set({ endedAt: new Date() })
        .where(and(eq(tenantHolds.tenantId, tenantId), eq(tenantHolds.id, held!.id))),
    ),
  );
  await begin();
  await expectFinal(hold());
});

test("a tenant's own transaction deletes nothing final, neither before nor while it is erased, and begins no erasure", async () => {
  const tenant = await seedSuspended();
  const { tenantId } = tenant.ctx;
  const tables = [
    "runs",
    "snapshots",
    "assessments",
    "audit_entries",
    "audit_heads",
    "run_documents",
    "tasks",
    "tenant_holds",
  ];
  const attempts = async (id: string) => {
    for (const table of tables)
      await expect(
        inTenant({ db: database.db, tenantId: id }, (tx) =>
          tx.execute(sql`delete from ${sql.identifier(table)} where tenant_id = ${id}`),
        ),
      ).rejects.toMatchObject({ cause: { code: "42501" } });
    await expect(inTenant({ db: database.db, tenantId: id }, (tx) => tx.select().from(erasures))).rejects.toMatchObject(
      { cause: { code: "42501" } },
    );
  };
  await attempts(tenantId);
  await start(tenant);
  await attempts(tenantId);
  // The deployment's role deletes of this tenant, and of no other.
  const left = await countAll(neighbour.ctx.tenantId);
  for (const id of [tenantId, neighbour.ctx.tenantId])
    for (const table of ["exports", "snapshots"])
      await inSystem(database.db, (tx) =>
        tx.execute(sql`delete from ${sql.identifier(table)} where tenant_id = ${id}`),
      );
  const { exports: exportsLeft, snapshots: snapshotsLeft } = await countAll(tenantId);
  expect([exportsLeft, snapshotsLeft]).toEqual([undefined, undefined]);
  expect(await countAll(neighbour.ctx.tenantId)).toEqual(left);
  await engine.drain();
  expect(await countAll(tenantId)).toEqual({});
});

test("an erasure that was interrupted, or continued by several at once, ends whole and once", async () => {
  const tenant = await seedSuspended();
  const { tenantId } = tenant.ctx;
  const erasure = await eraseTenantAsOperator(database.db, tenantId, { name: tenant.name, reason: REASON });
  const services = { files: engine.files, signer: engine.signer };
  await expect(readDeletionCertificate(root, erasure.id)).rejects.toMatchObject({ code: "INVALID_STATE" });
  for (let at = 0; at < 30; at++) await continueErasure(database.db, services, erasure.id);
  // The command's process ends here; a sweep finds what it left.
  await enqueueErasures(database.db);
  await enqueueErasures(database.db);
  const work = async () => {
    while ((await continueErasure(database.db, services, erasure.id)) === "more");
  };
  await Promise.all([work(), work(), engine.drain()]);
  expect(await countAll(tenantId)).toEqual({});
  const { payload } = await readDeletionCertificate(root, erasure.id);
  const { rows, rowsTotal } = (JSON.parse(payload) as DeletionStatement).deleted;
  expect(Object.values(rows).reduce((sum, n) => sum + n, 0)).toBe(rowsTotal);
  const { items } = await listDeploymentEntries(root, { limit: 10, objectId: tenantId });
  expect(items.filter((entry) => "action" in entry && entry.action === "tenant.erased")).toHaveLength(1);
  await expectFinal(
    inSystem(database.db, (tx) => tx.update(erasures).set({ files: 99 }).where(eq(erasures.id, erasure.id))),
  );
});

/** What time would do. */
async function makeDue(tenantId: string): Promise<void> {
  await inTenant({ db: database.db, tenantId }, (tx) =>
    tx.update(jobs).set({ availableAt: sql`now()`, delayed: false }).where(eq(jobs.tenantId, tenantId)),
  );
}

async function readStatement(erasureId: string): Promise<DeletionStatement> {
  return JSON.parse((await readDeletionCertificate(root, erasureId)).payload) as DeletionStatement;
}

const streamOf = (text: string) => new Blob([text]).stream() as ReadableStream<Uint8Array>;

test("an erasure waits for a file that an upload may still store, deletes it and makes no key for it", async () => {
  const { ctx } = await seedTenant(engine);
  const { tenantId } = ctx;
  const [documentId] = (await prepareFiles(ctx, 1, { reclaimAfterMs: 3_600_000 })) as [string];
  const name = fileKey({ tenantId, documentId });
  await suspend(tenantId);
  const erasure = await eraseTenantAsOperator(database.db, tenantId, {
    name: (await findTenant(database.db, tenantId)).name,
    reason: REASON,
  });
  const waits = (await goOn(erasure.id)) as { waitsMs: number };
  expect(waits.waitsMs).toBeGreaterThan(3_000_000);
  expect(waits.waitsMs).toBeLessThanOrEqual(3_600_000);
  expect(engine.files.keys().filter((key) => key.includes(tenantId))).toEqual([]);
  await enqueueErasures(database.db);
  await engine.drain();
  expect((await findErasure(database.db, tenantId))?.finishedAt).toBeNull();

  const keys = createFileKeys(async () => createMemoryKeyWrapper("key-1"))(database.db);
  await expectFinal(keys.active(tenantId));
  await engine.files.put(name, streamOf("late"), { limitBytes: 100 });
  await makeDue(tenantId);
  await makeDue(root.tenantId);
  await engine.drain();
  expect(engine.files.keys().filter((key) => key.includes(tenantId))).toEqual([]);
  expect(await countAll(tenantId)).toEqual({});
  expect((await readStatement(erasure.id)).deleted.files).toBe(2);
});

/** Until an erasure waits or is finished. */
async function goOn(erasureId: string) {
  for (;;) {
    const state = await continueErasure(database.db, { files: engine.files, signer: engine.signer }, erasureId);
    if (state !== "more") return state;
  }
}

const keysOf = (id: string) => engine.files.keys().filter((key) => key.includes(id));

test("an erasure waits for a page that is stored as guidance late, and nothing of it stays in the store", async () => {
  const { ctx } = await seedTenant(engine);
  const { tenantId } = ctx;
  const { packId } = await importPack(ctx, makePack(["Doors are locked"]), { owner: "TENANT" });
  const url = "https://law.example/late";
  engine.fetcher.pages.set(url, "Doors shall be locked.");
  const { ingestion, jobs: asked } = await createUrlIngestion(ctx, engine.fetcher, { packId, url });
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  engine.fetcher.beforeAnswer = () => {
    reached.resolve();
    return released.promise;
  };
  const attempt = runJob(engine.engine, asked[0]!.jobId);
  await reached.promise;
  await suspend(tenantId);
  const { name } = await findTenant(database.db, tenantId);
  const erasure = await eraseTenantAsOperator(database.db, tenantId, { name, reason: REASON });
  expect(await goOn(erasure.id)).toMatchObject({ waitsMs: expect.any(Number) });
  released.resolve();
  engine.fetcher.beforeAnswer = async () => {};
  await attempt;
  expect(keysOf(ingestion.id)).toHaveLength(1);
  await makeDue(tenantId);
  expect(await goOn(erasure.id)).toBe("done");
  expect(keysOf(ingestion.id)).toEqual([]);
  expect((await readStatement(erasure.id)).deleted.files).toBe(2);
});

test("a file that was announced as guidance and is stored late goes, and one of all tenants' guidance stays", async () => {
  const { ctx } = await seedTenant(engine);
  const { tenantId } = ctx;
  const announced = await prepareIngestionFile(ctx, { reclaimAfterMs: 3_600_000 });
  const { packId } = await importPack(ctx, makePack(["Doors are locked"]));
  const accepted = await prepareIngestionFile(ctx, { reclaimAfterMs: 3_600_000 });
  const stored = await engine.files.put(ingestionFileKey(accepted), streamOf("Doors"), { limitBytes: 100 });
  const file = { ingestionId: accepted, packId, filename: "a.txt", fileType: "txt" as const, stored };
  await createFileIngestion(ctx, file);
  await suspend(tenantId);
  const { name } = await findTenant(database.db, tenantId);
  const erasure = await eraseTenantAsOperator(database.db, tenantId, { name, reason: REASON });
  expect(await goOn(erasure.id)).toMatchObject({ waitsMs: expect.any(Number) });
  await engine.files.put(ingestionFileKey(announced), streamOf("late"), { limitBytes: 100 });
  await makeDue(tenantId);
  expect(await goOn(erasure.id)).toBe("done");
  expect(keysOf(announced)).toEqual([]);
  expect(keysOf(accepted)).toHaveLength(1);
  // What its jobs had begun, another tenant's finish.
  await engine.drain();
  expect(await getIngestion(root, accepted)).toMatchObject({ status: "COMPLETED" });
});

test("the certificate counts the files that were found, and parts of uploads apart", async () => {
  const { ctx } = await seedTenant(engine);
  const { tenantId } = ctx;
  const input = { filename: "a.txt", fields: {}, sizeBytes: 10 };
  const quota = { documentsMax: 100, bytesMax: 1e9 };
  const upload = await beginUpload(ctx, input, { quota, keepMs: 1e9 });
  const part = await announcePart(ctx, upload.id, 0);
  const stored = await engine.files.put(partKey(upload, part.number), streamOf("begun"), { limitBytes: 100 });
  await recordPart(ctx, upload.id, part, stored);
  // One of its documents was stored, the other is lost.
  expect(engine.files.keys().filter((key) => key.startsWith(tenantId))).toHaveLength(2);
  await suspend(tenantId);
  const { erasure } = await start({ ctx, name: (await findTenant(database.db, tenantId)).name });
  await engine.drain();
  expect((await readStatement(erasure.id)).deleted).toMatchObject({
    files: 1,
    uploadParts: 1,
    documents: { count: 2 },
  });
});

test("a finished erasure is not that of a new tenant of the same name", async () => {
  const [first, second] = [await seedSuspended(), await seedTenant(engine)];
  const name = "Acme";
  await changeTenant(root, first.ctx.tenantId, { name });
  const { erasure } = await start({ ...first, name });
  await engine.drain();
  expect(await findErasure(database.db, name)).toMatchObject({ id: erasure.id });
  const { tenantId } = second.ctx;
  await changeTenant(root, tenantId, { name });
  expect(await findErasure(database.db, name)).toBeUndefined();
  expect(await findErasure(database.db, first.ctx.tenantId)).toMatchObject({ id: erasure.id });
  await suspend(tenantId);
  const another = await start({ ctx: second.ctx, name });
  expect(await findErasure(database.db, name)).toMatchObject({ id: another.erasure.id, tenantId });
});

test("what came to its end while the tenant was being erased is erased as well", async () => {
  const tenant = await seedSuspended();
  const { tenantId } = tenant.ctx;
  const { erasure } = await start(tenant);
  const services = { files: engine.files, signer: engine.signer };
  const position = async () => {
    const [row] = await inSystem(database.db, (tx) => tx.select().from(erasures).where(eq(erasures.id, erasure.id)));
    return row!.position;
  };
  while ((await position()) < ERASED.length - 1) await continueErasure(database.db, services, erasure.id);
  await inTenant({ db: database.db, tenantId }, (tx) =>
    tx.execute(sql`insert into tenant_usage (tenant_id, documents, bytes) values (${tenantId}, 1, 1)`),
  );
  while ((await continueErasure(database.db, services, erasure.id)) === "more");
  expect(await countAll(tenantId)).toEqual({});
});

test("guidance of all tenants that it brought in stays, and is another tenant's to embed", async () => {
  const tenant = await seedSuspended();
  await start(tenant);
  await engine.drain();
  const owners = await inSystem(database.db, (tx) =>
    rowsOf<{ id: string }>(tx, sql`select requested_by_tenant_id as id from corpus_ingestions`),
  );
  expect(owners.map(({ id }) => id)).not.toContain(tenant.ctx.tenantId);
});
