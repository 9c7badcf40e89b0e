import { keepCheckpointKeys, listCheckpointKeys, verifyAudit } from "@assay/core/audit";
import { addComment } from "@assay/core/comments";
import { createEncryptingFileStore, createFileKeys } from "@assay/core/file-keys";
import { createLink } from "@assay/core/links";
import { addReview } from "@assay/core/reviews";
import { replayRun } from "@assay/core/runs";
import { signRun } from "@assay/core/sign-offs";
import {
  asSystem,
  createApiKey,
  databaseErrorCode,
  inSystem,
  inTenant,
  operatorOf,
  resumeTenant,
  suspendTenant,
} from "@assay/core/tenancy";
import {
  ARCHIVED,
  type ArchivedTable,
  type ExportParts,
  importTenant,
  keyFingerprint,
  NOT_ARCHIVED,
} from "@assay/core/tenant-archive";
import { apiKeys, auditEntries, type Connection, newId, rowsOf, runLinks, snapshots, tenants } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, like, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exceptRequirement } from "../support/except-requirement.ts";
import { makePerson } from "../support/make-people.ts";
import { createMemoryFileStore } from "../support/memory-file-store.ts";
import { createMemoryKeyWrapper } from "../support/memory-key-wrapper.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { addPerson } from "../support/people.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { filesOf, readArchive, sourceOf, startSha256, toTar } from "../support/tenant-archives.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const TEXT = "Backups are taken every day by the operations team.";

let here: TestDatabase;
let there: TestDatabase;
/** Who owns the tables there. */
let owner: Connection;
let engine: TestEngine;
let seeded: SeededTenant;
let archive: Uint8Array;
/** Of the tables as they were a release before and after, and signed by another key. */
let other: { readonly older: Uint8Array; readonly newer: Uint8Array; readonly foreign: Uint8Array };
let keyOfHere: string;
/** What the other deployment keeps on its disk. */
const disk = createMemoryFileStore();
const foreign = await createMemorySigner("other-deployment");

async function exported(parts: Partial<ExportParts> = {}): Promise<Uint8Array> {
  const own = { db: here.db, files: engine.files, signer: engine.signer, ...parts };
  return readArchive(own, seeded.ctx.tenantId);
}

/** As it would be with other migrations; they are put back. */
async function exportedAfter(change: "drop the newest" | "add one"): Promise<Uint8Array> {
  const applied = sql`select max(name) as name from assay_migrations`;
  const [newest] = await rowsOf<{ name: string }>(here.db, applied);
  const [without, back] = [
    sql`delete from assay_migrations where name in (${newest!.name}, '9999_later.sql')`,
    sql`insert into assay_migrations (name) values (${newest!.name})`,
  ];
  await withOwner(here, ({ db }) =>
    change === "add one"
      ? db.execute(sql`insert into assay_migrations (name) values ('9999_later.sql')`)
      : db.execute(without),
  );
  const made = await exported();
  await withOwner(here, async ({ db }) => {
    await db.execute(without);
    await db.execute(back);
  });
  return made;
}

beforeAll(async () => {
  [here, there] = [await openTestDatabase(), await openTestDatabase()];
  owner = await there.asOwner();
  engine = await createTestEngine(here.db);
  keyOfHere = await keyFingerprint(engine.signer.publicKey);
  seeded = await seedTenant(engine);
  const { ctx, run } = seeded;
  await keepCheckpointKeys(here.db, engine.signer);
  const reviewer = await makePerson(ctx, { role: "MEMBER" });
  await exceptRequirement(ctx, { requirementId: "1.2" });
  await addReview(reviewer, run.id, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
  await addComment(reviewer, run.id, { kind: "COMMENT", text: "Where is the log?" });
  await signRun(await addPerson(ctx, "signer"), engine, run.id, { role: "PREPARED", statement: "Seen" });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await createApiKey(ctx, { name: "key", role: "VIEWER", expiresAt });
  await createLink(ctx, run.id, { label: "Auditor", capabilities: ["READ"], expiresAt });
  await engine.drain();
  await inTenant(ctx, (tx) =>
    tx.execute(sql`insert into egress (tenant_id, day, run_id, provider, host, purpose, requests, bytes)
      values (${ctx.tenantId}, '2026-01-02', ${run.id}, 'gemini', 'a.example', 'assess', 1, 2),
             (${ctx.tenantId}, '2026-01-02', null, 'gemini', 'a.example', 'embed', 1, 2)`),
  );
  await expect(exported()).rejects.toMatchObject({ code: "INVALID_STATE" });
  await suspendTenant(here.db, { tenantId: ctx.tenantId, reason: "It moves" });
  other = {
    older: await exportedAfter("drop the newest"),
    newer: await exportedAfter("add one"),
    foreign: await exported({ signer: foreign }),
  };
  archive = await exported();
});
afterAll(async () => {
  await owner?.close();
  await here?.close();
  await there?.close();
});

/** Every row of a table, as text that is equal where the row is. */
const rowsIn = (database: TestDatabase, table: string) =>
  withOwner(database, async ({ db }) => {
    const rows = await rowsOf<{ row: string }>(
      db,
      sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t`,
    );
    return rows.map(({ row }) => row).sort();
  });

const wrapper = createMemoryKeyWrapper("other-deployment");
function target() {
  const keys = createFileKeys(async () => wrapper)(there.db);
  const files = createEncryptingFileStore({ store: disk, keys, startSha256 });
  return { db: there.db, owner: owner.db, files, signer: foreign, startSha256 };
}
const imported = (source = sourceOf(archive), keyFingerprint: string | undefined = keyOfHere) =>
  importTenant(target(), source, { keyFingerprint });

async function expectNothing(): Promise<void> {
  for (const table of [
    "tenants",
    "packs",
    "retrieval_versions",
    "audit_entries",
    "checkpoint_keys",
    "deployment_entries",
  ])
    expect({ table, rows: await rowsIn(there, table) }).toEqual({ table, rows: [] });
  expect(disk.keys()).toEqual([]);
}

/** The SQLSTATE with which the database refuses. */
async function refusal(attempt: Promise<unknown>): Promise<string | undefined> {
  return databaseErrorCode(
    await attempt.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
}

const triggers = () =>
  withOwner(here, ({ db }) =>
    rowsOf<{ table: string; name: string; guard: string; definition: string; state: string }>(
      db,
      sql`select tgrelid::regclass::text as "table", tgname as name, proname as guard, tgenabled as state,
            pg_get_triggerdef(pg_trigger.oid) as definition
          from pg_trigger join pg_proc on pg_proc.oid = tgfoid where not tgisinternal and (tgtype & 4) <> 0`,
    ),
  );

describe("the tables of the schema", () => {
  test("each is in an archive, or named with the reason why not", async () => {
    const tables = await withOwner(here, ({ db }) =>
      rowsOf<{ name: string }>(
        db,
        sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      ),
    );
    const named = [...Object.keys(ARCHIVED), ...Object.keys(NOT_ARCHIVED)].sort();
    expect(new Set(named).size).toBe(named.length);
    expect(named).toEqual(tables.map(({ name }) => name).sort());
  });

  test("each is named after those that it refers to, by columns that it has", async () => {
    const names = Object.keys(ARCHIVED);
    const references = await withOwner(here, ({ db }) =>
      rowsOf<{ from: string; to: string }>(
        db,
        sql`select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
            where contype = 'f' and conrelid <> confrelid and not condeferrable`,
      ),
    );
    const archived = references.filter(({ from, to }) => names.includes(from) && names.includes(to));
    expect(archived.length).toBeGreaterThan(20);
    expect(archived.filter(({ from, to }) => names.indexOf(from) < names.indexOf(to))).toEqual([]);
    const dangling = references.filter(
      ({ from, to }) => names.includes(from) && !names.includes(to) && to !== "tenants",
    );
    expect(dangling, "a row may refer to one that does not come with it").toEqual([]);
    const columns = await withOwner(here, ({ db }) =>
      rowsOf<{ table: string; name: string }>(
        db,
        sql`select table_name as "table", column_name as name from information_schema.columns where table_schema = 'public'`,
      ),
    );
    const known = new Set(columns.map(({ table, name }) => `${table}.${name}`));
    const named = (Object.entries(ARCHIVED) as [string, ArchivedTable][]).flatMap(([table, of]) =>
      [...of.key, ...Object.keys(of.replaced ?? {}), ...(of.parent ? [of.parent.column] : [])].map(
        (column) => `${table}.${column}`,
      ),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const secrets = columns.filter(({ name }) => /secret|token|password|session|sealed|key_hash/.test(name));
    const leaving = secrets.filter(({ table, name }) => {
      const of = (ARCHIVED as Readonly<Record<string, ArchivedTable>>)[table];
      return of && !Object.hasOwn(of.replaced ?? {}, name);
    });
    const counts = ["chunks.token_count", "runs.tokens_in", "runs.tokens_out"];
    expect(leaving.map(({ table, name }) => `${table}.${name}`).sort()).toEqual(counts);
  });

  test("what is asked of a new row of an archived table lets an import pass, and asks that of nothing else", async () => {
    // They fill in what follows from a row; a hold is refused of a tenant that is being erased alone,
    // and a removed run where the run or no audit entry of it is there.
    const fills = [
      "take_owner",
      "count_document",
      "expect_result_check",
      "guard_tenant_hold",
      "guard_retention",
      "guard_run_removal",
    ];
    const guards = (await triggers()).filter(({ table, guard }) => table in ARCHIVED && !fills.includes(guard));
    expect(guards.length).toBeGreaterThan(15);
    for (const { name, definition, state } of guards)
      expect({ name, definition, state }).toEqual({
        ...{ name, state: "A" },
        definition: expect.stringMatching(/ BEFORE INSERT ON .+NOT is_import(_of_\w+)?\(/),
      });
    const passing = (await triggers()).filter(({ definition }) => definition.includes("is_import"));
    expect(passing.map(({ name }) => name).sort()).toEqual(guards.map(({ name }) => name).sort());
  });
});

describe("what is refused leaves nothing in the other deployment", () => {
  test("an archive that is cut or changed by one byte", async () => {
    const at = Buffer.from(archive).indexOf("Where is the log?");
    expect(at).toBeGreaterThan(0);
    const changed = Buffer.from(archive);
    changed[at] = "w".charCodeAt(0);
    await expect(imported(sourceOf(changed))).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
    const original = Buffer.from(archive);
    original[original.lastIndexOf(TEXT)] = "b".charCodeAt(0);
    await expect(imported(sourceOf(original))).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
    for (const end of [archive.length - 4096, 700, 100])
      await expect(imported(sourceOf(archive.subarray(0, end)))).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
    await expectNothing();
  });

  test("an archive of an earlier or a later release, which says what to upgrade", async () => {
    await expect(imported(sourceOf(other.older))).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringMatching(/an earlier release.+upgrade the first deployment/),
    });
    await expect(imported(sourceOf(other.newer))).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringMatching(/a later release, '9999_later.sql'.+upgrade this deployment/),
    });
    await expectNothing();
  });

  test("an archive without the fingerprint of its key, or with that of another", async () => {
    const unconfirmed = { code: "INVALID_STATE", details: { keyFingerprint: keyOfHere } };
    await expect(importTenant(target(), sourceOf(archive))).rejects.toMatchObject(unconfirmed);
    await expect(imported(sourceOf(archive), await keyFingerprint(foreign.publicKey))).rejects.toMatchObject(
      unconfirmed,
    );
    await expect(imported(sourceOf(other.foreign))).rejects.toMatchObject({ code: "INVALID_STATE" });
    await expectNothing();
  });

  test("an archive that breaks off or changes while its rows are written", async () => {
    const half = archive.subarray(0, archive.length / 2);
    await expect(imported(sourceOf(archive, half))).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
    const changed = Buffer.from(archive);
    changed[changed.indexOf("Where is the log?")] = "w".charCodeAt(0);
    await expect(imported(sourceOf(archive, changed))).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
    const fewer = await filesOf(archive);
    fewer.delete("tables/comments/00000001.jsonl");
    await expect(imported(sourceOf(archive, toTar(fewer)))).rejects.toMatchObject({
      code: "INTEGRITY_ERROR",
      message: expect.stringContaining("'tables/comments/00000001.jsonl' is in it no longer"),
    });
    await expectNothing();
  });

  test("an import that is left open, by any role, and whichever tenant it speaks of at the end", async () => {
    const row = () => ({ id: newId(), name: "Open", status: "INACTIVE", importing: "ROWS" }) as const;
    expect(await refusal(inSystem(owner.db, (tx) => tx.insert(tenants).values(row())))).toBe("AS001");
    const open = row();
    for (const last of [open.id, newId()]) {
      const left = inTenant({ db: owner.db, tenantId: open.id }, async (tx) => {
        await asSystem(tx, () => tx.insert(tenants).values(open));
        await tx.execute(sql`select set_config('app.tenant_id', ${last}, true)`);
      });
      expect(await refusal(left)).toBe("AS001");
    }
    await expectNothing();
  });
});

test("an import that ends before its originals are there cannot be resumed as a tenant, and goes on", async () => {
  const { tenantId } = seeded.ctx;
  wrapper.isOut = true;
  await expect(imported()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  wrapper.isOut = false;
  expect(disk.keys()).toEqual([]);
  await expect(resumeTenant(there.db, tenantId)).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("its import is not finished"),
  });
  const activate = inSystem(there.db, (tx) =>
    tx.update(tenants).set({ status: "ACTIVE" }).where(eq(tenants.id, tenantId)),
  );
  expect(await refusal(activate), "the database refuses it too").toBe("23514");
  const back = inSystem(there.db, (tx) =>
    tx.update(tenants).set({ importing: "ROWS" }).where(eq(tenants.id, tenantId)),
  );
  expect(await refusal(back), "no rows come any more").toBe("AS001");
  await expect(imported(sourceOf(other.foreign), await keyFingerprint(foreign.publicKey))).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
  const [first, second] = await Promise.allSettled([imported(), imported()]);
  expect([first!.status, second!.status].sort(), "of two at once, one ends it").toEqual(["fulfilled", "rejected"]);
  const { reason } = [first, second].find((each) => each!.status === "rejected") as PromiseRejectedResult;
  expect(reason).toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("in this deployment already"),
  });
});

test("the rows of a tenant are equal in another deployment, its chain verifies and its snapshot replays", async () => {
  const { ctx, run } = seeded;
  const [row] = await withOwner(there, ({ db }) => db.select().from(tenants));
  expect(row).toMatchObject({ id: ctx.tenantId, status: "INACTIVE", importing: null });
  const changed = ["audit_entries", "api_keys", "run_links", "retrieval_versions", "packs", "checkpoint_departures"];
  for (const table of Object.keys(ARCHIVED).filter((name) => !changed.includes(name)))
    expect({ table, rows: await rowsIn(there, table) }).toEqual({ table, rows: await rowsIn(here, table) });
  const entries = await rowsIn(there, "audit_entries");
  expect(entries).toEqual(expect.arrayContaining(await rowsIn(here, "audit_entries")));
  const recorded = await inTenant({ db: there.db, tenantId: ctx.tenantId }, (tx) =>
    tx
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.tenantId, ctx.tenantId), like(auditEntries.action, "tenant.import%")))
      .orderBy(auditEntries.sequence),
  );
  expect(recorded.map(({ action }) => action)).toEqual(["tenant.import_begun", "tenant.imported"]);

  await resumeTenant(there.db, ctx.tenantId);
  const moved = operatorOf(there.db, ctx.tenantId);
  const keys = await listCheckpointKeys(there.db, foreign);
  expect(await verifyAudit(moved, { keys })).toMatchObject({ valid: true });
  const hash = (database: TestDatabase) =>
    inTenant({ db: database.db, tenantId: ctx.tenantId }, async (tx) => {
      const [found] = await tx.select().from(snapshots).where(eq(snapshots.tenantId, ctx.tenantId));
      return found!.snapshotHash;
    });
  expect(await hash(there)).toBe(await hash(here));
  expect(await replayRun(moved, run.id)).toEqual(await replayRun({ ...ctx, db: here.db }, run.id));
});

test("originals are encrypted by the key of the tenant there, and leave again as they were uploaded", async () => {
  const { ctx, documentId } = seeded;
  const stored = disk.keys().find((key) => key.endsWith(`${ctx.tenantId}/${documentId}`));
  expect(stored).toMatch(/^[0-9a-f-]{36}\//);
  const bytes = await new Response(await disk.get(stored!)).text();
  expect(bytes).not.toContain(TEXT);
  await suspendTenant(there.db, { tenantId: ctx.tenantId, reason: "It moves back" });
  const { db, files, signer } = target();
  expect(Buffer.from(await exported({ db, files, signer })).lastIndexOf(TEXT)).toBeGreaterThan(0);
});

test("no secret leaves: keys and links are there, ended, and match nothing", async () => {
  const text = Buffer.from(archive).toString("latin1");
  const { keys, links } = await withOwner(here, async ({ db }) => ({
    keys: await db.select().from(apiKeys),
    links: await db.select().from(runLinks),
  }));
  for (const hash of [keys[0]!.keyHash, links[0]!.secretHash]) expect(text).not.toContain(hash);
  const [key] = await withOwner(there, ({ db }) => db.select().from(apiKeys));
  expect(key).toMatchObject({ id: keys[0]!.id, name: "key", keyHash: `imported:${keys[0]!.id}` });
  expect(key!.revokedAt).not.toBeNull();
});

test("a tenant that is there already is not imported again", async () => {
  await expect(imported()).rejects.toMatchObject({ code: "INVALID_STATE" });
});

test("outside of an import its exception is of no use: what is final is refused as ever", async () => {
  const { tenantId } = seeded.ctx;
  const asOwner = <T>(act: Parameters<typeof inTenant<T>>[1]) => refusal(inTenant({ db: owner.db, tenantId }, act));
  const as = <T>(act: Parameters<typeof inTenant<T>>[1]) => refusal(inTenant({ db: there.db, tenantId }, act));
  for (const importing of ["ROWS", "FILES", null] as const)
    expect(await as((tx) => tx.update(tenants).set({ importing })), "a tenant never sets it").toBe("42501");
  expect(await as((tx) => tx.insert(tenants).values({ name: "x", importing: "ROWS", status: "INACTIVE" }))).toBe(
    "42501",
  );
  for (const importing of ["ROWS", "FILES"] as const) {
    const begin = (tx: Parameters<Parameters<typeof inSystem>[1]>[0]) =>
      tx.update(tenants).set({ importing, status: "INACTIVE" }).where(eq(tenants.id, tenantId));
    expect(await refusal(inSystem(there.db, begin)), "no tenant that is there begins one").toBe("AS001");
  }
  const step = sql`insert into run_steps (run_id, tenant_id, step_index, step_name, status)
    select run_id, tenant_id, 99, step_name, status from run_steps limit 1`;
  expect(await as((tx) => tx.execute(step))).toBe("AS001");
  const meanwhile = asOwner(async (tx) => {
    await asSystem(tx, () =>
      tx.insert(tenants).values({ id: newId(), name: "x", status: "INACTIVE", importing: "ROWS" }),
    );
    await tx.execute(step);
  });
  expect(await meanwhile, "an import of one tenant opens nothing in another").toBe("AS001");
});
