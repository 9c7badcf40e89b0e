import { listAuditEntries, listCheckpointKeys, recordAudit, verifyAudit } from "@assay/core/audit";
import {
  continueErasure,
  endTenantHold,
  eraseTenantAsOperator,
  findErasure,
  holdTenant,
  listTenantHolds,
} from "@assay/core/erasure";
import { openPackage } from "@assay/core/package";
import { importPack } from "@assay/core/packs";
import { erasePersonAsOperator } from "@assay/core/persons";
import type { Accounts } from "@assay/core/ports";
import { addReview, listReviews } from "@assay/core/reviews";
import { getSnapshot } from "@assay/core/runs";
import { listSignOffs, signRun } from "@assay/core/sign-offs";
import {
  asCatalog,
  asSystem,
  type Context,
  databaseErrorCode,
  findTenant,
  inSystem,
  inTenant,
  operatorOf,
  resumeTenant,
  suspendTenant,
} from "@assay/core/tenancy";
import { exportTenant, importTenant, keyFingerprint } from "@assay/core/tenant-archive";
import { type Connection, memberships, newId, rowsOf, tenantHolds, tenants } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allSound } from "../support/all-sound.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { makePack } from "../support/make-pack.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { addPerson } from "../support/people.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { forge, readArchive, sourceOf, startSha256 } from "../support/tenant-archives.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ownerRows, withOwner } from "../support/with-owner.ts";

const CLOUD = { provider: "gemini", host: "cloud.example.test" } as const;
const REASON = "It moves";

interface Deployment {
  readonly database: TestDatabase;
  readonly owner: Connection;
  readonly engine: TestEngine;
}

let here: Deployment;
let there: Deployment;
let moving: SeededTenant;
let neighbour: SeededTenant;
let root: Context;
let erased: Context;
let archive: Buffer;

async function deploy(name: string): Promise<Deployment> {
  const database = await openTestDatabase();
  const engine = await createTestEngine(database.db, { signer: await createMemorySigner(name) });
  return { database, owner: await database.asOwner(), engine };
}

const archiveOf = ({ database, engine }: Deployment, meanwhile?: () => Promise<unknown>) =>
  readArchive({ db: database.db, files: engine.files, signer: engine.signer }, moving.ctx.tenantId, meanwhile);

async function bring(bytes = archive, options: Parameters<typeof importTenant>[2] = {}) {
  const { database, owner, engine } = there;
  const parts = { db: database.db, owner: owner.db, files: engine.files, signer: engine.signer, startSha256 };
  const fingerprint = await keyFingerprint(here.engine.signer.publicKey);
  return importTenant(parts, sourceOf(bytes), { keyFingerprint: fingerprint, ...options });
}

const join = (of: Context, objectId: string) =>
  inTenant(of, (tx) => recordAudit(tx, of, { action: "member.joined", objectType: "member", objectId }));

async function addMember(name: string, role?: "SUPER_ADMIN") {
  const person = await addPerson(moving.ctx, name, role);
  await join(moving.ctx, person.actor.id);
  return person;
}

beforeAll(async () => {
  [here, there] = [await deploy("key-of-here"), await deploy("key-of-there")];
  const { database, engine } = here;
  engine.embedder.sendsTo = CLOUD;
  engine.assessor.sendsTo = CLOUD;
  moving = await seedTenant(engine);
  neighbour = await seedTenant(there.engine);
  const { ctx, run } = moving;
  erased = await addMember("anna");
  root = await addMember("root", "SUPER_ADMIN");
  await addMember("carla");
  await addReview(erased, run.id, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
  await signRun(erased, engine, run.id, { role: "PREPARED", statement: "Prepared" });
  const nobody = {} as Accounts;
  const accounts = { ...nobody, findEmail: async () => undefined, erase: async () => {}, describe: async () => null };
  await erasePersonAsOperator(database.db, accounts as unknown as Accounts, {
    userId: erased.actor.id,
    reason: REASON,
  });
  await holdTenant(root, ctx.tenantId, { reason: "A lawsuit" });
  const ended = await holdTenant(root, ctx.tenantId, { reason: "An audit" });
  await endTenantHold(root, ctx.tenantId, ended.id, { reason: "It is over" });
  await checkResultsNow(database.db, engine);
  expect((await listAuditEntries(ctx, { action: "integrity.failed", limit: 5 })).items).toEqual([]);
  await suspendTenant(database.db, { tenantId: ctx.tenantId, reason: REASON });
  archive = await archiveOf(here);
});
afterAll(async () => {
  for (const deployment of [here, there]) {
    await deployment?.owner.close();
    await deployment?.database.close();
  }
});

/** All rows of a deployment, as text. */
function allRows({ database }: Deployment): Promise<Record<string, string[]>> {
  return withOwner(database, async ({ db }) => {
    const tables = await rowsOf<{ name: string }>(
      db,
      sql`select table_name as name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const rows = await rowsOf<{ row: string }>(
        db,
        sql`select to_jsonb(each)::text as row from ${sql.identifier(name)} each`,
      );
      found[name] = rows.map(({ row }) => row).sort();
    }
    return found;
  });
}

const countOf = async ({ database }: Deployment, table: string) =>
  (await ownerRows<{ n: number }>(database, sql`select count(*)::int as n from ${sql.identifier(table)}`))[0]!.n;

/** The SQLSTATE with which the database refuses. */
async function refusal(attempt: Promise<unknown>): Promise<string | undefined> {
  return databaseErrorCode(
    await attempt.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
}

test("an export is refused where the tenant is changed meanwhile: no archive is half of one state, half of another", async () => {
  const { ctx } = moving;
  const change = async () => {
    await holdTenant(root, ctx.tenantId, { reason: "Meanwhile" }).then(({ id }) =>
      endTenantHold(root, ctx.tenantId, id, { reason: "It is over" }),
    );
  };
  await expect(archiveOf(here, change)).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("was changed: export it again"),
  });
  archive = await archiveOf(here);
});

describe("who has the first deployment's key can change nothing of what was there", () => {
  const expectRefused = async (bytes: Buffer, error: object) => {
    const before = await allRows(there);
    await expect(bring(bytes)).rejects.toMatchObject(error);
    expect(await allRows(there)).toEqual(before);
  };
  const forged = (table: string, change: Parameters<typeof forge>[3]) =>
    forge(archive, here.engine.signer, table, change);

  test("no requirement, criterion or version comes into a pack that others use", async () => {
    const { ctx } = neighbour;
    const [pack] = await inTenant(ctx, (tx) =>
      rowsOf<{ id: string; version: string }>(
        tx,
        sql`select pack_id as id, criteria_version_id as version from pack_bindings where tenant_id = ${ctx.tenantId}`,
      ),
    );
    const criterion = { criteria_version_id: pack!.version, criterion_id: 99, title: "Theirs", position: 99 };
    await expectRefused(await forged("criteria", (rows) => [...rows, { ...rows[0]!, ...criterion }]), {
      code: "INVALID_STATE",
      message: expect.stringContaining("it would add 1 rows of criteria"),
    });
    await expectRefused(
      await forged("criteria_versions", (rows) => [
        ...rows,
        { ...rows[0]!, id: newId(), pack_id: pack!.id, version: 9 },
      ]),
      { code: "INVALID_STATE", message: expect.stringContaining("it would add 1 rows of criteria_versions") },
    );
    await expectRefused(
      await forged("corpus_activations", (rows) => [
        ...rows,
        { ...rows[0]!, id: newId(), pack_id: pack!.id, activated_at: "2099-01-01T00:00:00Z" },
      ]),
      { code: "INVALID_STATE", message: expect.stringContaining("it would add 1 rows of corpus_activations") },
    );
  });

  test("the database refuses it too, within an import", async () => {
    const { ctx } = neighbour;
    const id = newId();
    const attempt = inTenant({ db: there.owner.db, tenantId: id }, async (tx) => {
      await asSystem(tx, () => tx.insert(tenants).values({ id, name: "x", status: "INACTIVE", importing: "ROWS" }));
      await asCatalog(tx, () =>
        tx.execute(sql`insert into criteria (criteria_version_id, criterion_id, title, position)
          select criteria_version_id, 99, 'Theirs', 99 from criteria limit 1`),
      );
    });
    expect(await refusal(attempt)).toBe("AS001");
    expect(ctx.tenantId).not.toBe(id);
  });

  test("no hold, member or run of another tenant comes with it", async () => {
    const foreign = neighbour.ctx.tenantId;
    await expectRefused(
      await forged("tenant_holds", (rows) => [...rows, { ...rows[0]!, id: newId(), tenant_id: foreign }]),
      { code: "INTEGRITY_ERROR", message: expect.stringContaining("'tenant_holds' of another tenant") },
    );
    const member = { tenant_id: foreign, user_id: newId(), role: "SUPER_ADMIN" };
    await expect(bring(await forged("memberships", (rows) => [...rows, { ...rows[0]!, ...member }]))).rejects.toThrow();
    await expect(
      bring(await forged("audit_entries", (rows) => [...rows, { ...rows[0]!, tenant_id: foreign, sequence: 999 }])),
    ).rejects.toThrow();
    expect(await countOf(there, "tenants")).toBe(1);
  });
});

test("the login of a service that does not own the tables cannot begin an import, by no role", async () => {
  if (!there.database.url) return;
  const { db } = there.database;
  const { tenantId } = neighbour.ctx;
  for (const importing of ["ROWS", "FILES"] as const) {
    const row = { id: newId(), name: "x", status: "INACTIVE", importing } as const;
    expect(await refusal(inSystem(db, (tx) => tx.insert(tenants).values(row)))).toBe("42501");
    expect(await refusal(inTenant({ db, tenantId }, (tx) => tx.insert(tenants).values(row)))).toBe("42501");
  }
  const deceive = inTenant({ db, tenantId }, async (tx) => {
    await tx.execute(sql`create temporary table tenants (id uuid, importing text) on commit drop`);
    await tx.execute(sql`insert into pg_temp.tenants values (${tenantId}, 'ROWS')`);
    await tx.execute(sql`insert into public.run_steps (run_id, tenant_id, step_index, step_name, status)
      select run_id, tenant_id, 99, step_name, status from public.run_steps limit 1`);
  });
  expect(await refusal(deceive), "a temporary table is not asked").toBe("AS001");
  const byService = importTenant(
    { db, owner: db, files: there.engine.files, signer: there.engine.signer, startSha256 },
    sourceOf(archive),
    { keyFingerprint: await keyFingerprint(here.engine.signer.publicKey) },
  );
  await expect(byService).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await countOf(there, "tenants")).toBe(1);
});

test("all of it arrives: the run's egress, who was erased, holds; its daily check and its package are sound", async () => {
  const { ctx, run } = moving;
  const { tenantId } = ctx;
  const before = await allRows(there);
  const { demoted } = await bring();
  expect(demoted).toBe(1);
  const after = await allRows(there);
  for (const [table, rows] of Object.entries(before))
    expect({ table, lost: rows.filter((row) => !after[table]!.includes(row)) }).toEqual({ table, lost: [] });

  await resumeTenant(there.database.db, tenantId);
  const moved = operatorOf(there.database.db, tenantId);
  await checkResultsNow(there.database.db, there.engine);
  expect((await listAuditEntries(moved, { action: "integrity.failed", limit: 5 })).items).toEqual([]);
  const keys = await listCheckpointKeys(there.database.db, there.engine.signer);
  expect(await verifyAudit(moved, { keys })).toMatchObject({ valid: true });
  const original = { ...ctx, db: here.database.db };
  expect(await getSnapshot(moved, run.id)).toEqual(await getSnapshot(original, run.id));

  const [row] = await inTenant(moved, (tx) =>
    tx
      .select()
      .from(memberships)
      .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, erased.actor.id))),
  );
  expect(row).toMatchObject({ email: `erased-${erased.actor.id.slice(-12)}`, nameSalt: null });
  expect(row!.erasedAt).not.toBeNull();
  const [signOff] = allSound((await listSignOffs(moved, there.engine, run.id)).signOffs);
  expect(signOff).toMatchObject({ valid: true, signerName: row!.email, nameSalt: null });
  expect((await listReviews(moved, run.id, { limit: 5 })).items).toMatchObject([{ reviewerName: row!.email }]);
  const [operator] = await inTenant(moved, (tx) =>
    tx
      .select()
      .from(memberships)
      .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, root.actor.id))),
  );
  expect(operator!.role, "who ran the first deployment does not run this one").toBe("ADMIN");

  const opened = await openPackage(
    moved,
    { ...there.engine, dispatcher: { dispatch: async () => {} }, isScanning: false, mail: undefined, startSha256 },
    { runId: run.id, withOriginals: true },
  );
  const parts: Uint8Array[] = [];
  for await (const part of opened.bytes()) parts.push(part.slice());
  const zip = Buffer.concat(parts).toString("latin1");
  expect(zip).toContain("egress.json");
  expect(zip).toContain('"leftOut":[]');
  expect(zip).toContain(CLOUD.host);
});

function endHolds(): Promise<unknown> {
  const isOpen = and(eq(tenantHolds.tenantId, moving.ctx.tenantId), isNull(tenantHolds.endedAt));
  return inSystem(there.database.db, (tx) =>
    tx.update(tenantHolds).set({ endedBy: "root", endedAt: sql`now()` }).where(isOpen),
  );
}

test("a hold holds there too", async () => {
  const { db } = there.database;
  const { tenantId } = moving.ctx;
  const holds = await listTenantHolds(operatorOf(db, tenantId), tenantId);
  expect(holds.map(({ reason, endedAt }) => [reason, endedAt === null])).toEqual([
    ["A lawsuit", true],
    ["An audit", false],
    ["Meanwhile", false],
  ]);
  await suspendTenant(db, { tenantId, reason: REASON });
  const { name } = await findTenant(db, tenantId);
  const erase = () => eraseTenantAsOperator(db, tenantId, { name, reason: REASON });
  await expect(erase()).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("under hold"),
  });
  await endHolds();
  await finishErasure(await erase());
});

async function finishErasure({ id }: { readonly id: string }): Promise<string> {
  for (let state: unknown = "more"; state === "more"; )
    state = await continueErasure(there.database.db, { files: there.engine.files, signer: there.engine.signer }, id);
  expect((await findErasure(there.database.db, id))?.id ?? id).toBe(id);
  expect(await countOf(there, "tenants")).toBe(1);
  return id;
}

test("a tenant that was erased there comes back only where that erasure is named, and can be erased again", async () => {
  const { db } = there.database;
  const { tenantId } = moving.ctx;
  const last = (await findErasure(db, tenantId))!.id;
  const refused = { code: "INVALID_STATE", details: { erasureId: last } };
  await expect(bring()).rejects.toMatchObject(refused);
  await expect(bring(archive, { afterErasure: newId() })).rejects.toMatchObject(refused);

  // It breaks off among the originals, and is removed instead of repeated.
  const { put } = there.engine.files;
  there.engine.files.put = () => Promise.reject(new Error("The disk is full"));
  await expect(bring(archive, { afterErasure: last })).rejects.toThrow("The disk is full");
  there.engine.files.put = put;
  const other = await archiveOf(here);
  await expect(bring(other, { afterErasure: last })).rejects.toMatchObject({
    message: expect.stringContaining("import of another archive"),
  });
  await endHolds();
  expect(await findErasure(db, tenantId), "one of it that is not finished").toBeUndefined();
  const { name } = await findTenant(db, tenantId);
  const removed = await finishErasure(await eraseTenantAsOperator(db, tenantId, { name, reason: REASON }));
  expect(removed).not.toBe(last);
  expect((await bring(other, { afterErasure: removed })).id).toBe(tenantId);
});

test("an erasure that begins while originals come ends the import, and no file stays", async () => {
  const { db } = there.database;
  const { tenantId } = moving.ctx;
  await endHolds();
  const { name } = await findTenant(db, tenantId);
  const first = await finishErasure(await eraseTenantAsOperator(db, tenantId, { name, reason: REASON }));
  const { files } = there.engine;
  const { put } = files;
  let begun: { readonly id: string } | undefined;
  files.put = async (...args) => {
    await endHolds();
    begun ??= await eraseTenantAsOperator(db, tenantId, { name, reason: REASON });
    return put.apply(files, args);
  };
  await expect(bring(archive, { afterErasure: first })).rejects.toMatchObject({ code: "INVALID_STATE" });
  files.put = put;
  await finishErasure(begun!);
  expect(files.keys().filter((key) => key.includes(tenantId))).toEqual([]);
});

test("of two imports at once, the one that ends later deletes nothing of the other", async () => {
  const { db } = there.database;
  const { tenantId } = moving.ctx;
  const { id: afterErasure } = (await findErasure(db, tenantId))!;
  const { files } = there.engine;
  const { put } = files;
  files.put = async (...args) => {
    const stored = await put.apply(files, args);
    files.put = put;
    await bring(archive, { afterErasure });
    return stored;
  };
  await expect(bring(archive, { afterErasure })).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("in this deployment already"),
  });
  expect(files.keys().filter((key) => key.includes(tenantId))).toHaveLength(1);
  await endHolds();
  const { name } = await findTenant(db, tenantId);
  await finishErasure(await eraseTenantAsOperator(db, tenantId, { name, reason: REASON }));
});

test("a pack that was changed since an earlier import is not changed there, unless that is meant", async () => {
  const { db } = there.database;
  const { tenantId } = moving.ctx;
  const latest = async () => (await findErasure(db, tenantId))!.id;
  const [{ id: packId }] = (await inTenant({ db: here.database.db, tenantId }, (tx) =>
    rowsOf<{ id: string }>(tx, sql`select pack_id as id from pack_bindings where tenant_id = ${tenantId}`),
  )) as [{ id: string }];
  await importPack(root, makePack(["Backups are taken every day", "Doors are locked"]), { packId });
  const later = await archiveOf(here);
  await expect(bring(later, { afterErasure: await latest() })).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("a pack was changed after it came here"),
  });
  expect((await bring(later, { afterErasure: await latest(), extendPacks: true })).id).toBe(tenantId);
});

test("the reader of an archive may stop at any file: nothing of an export is left open", async () => {
  const { database, engine } = here;
  const parts = { db: database.db, files: engine.files, signer: engine.signer };
  const actor = { id: "system", role: "SUPER_ADMIN" } as const;
  const reading = exportTenant(parts, { tenantId: moving.ctx.tenantId, actor });
  await reading.next();
  await reading.return();
  expect((await archiveOf(here)).length).toBeGreaterThan(0);
});
