import type { ResumptionStatement } from "@assay/contract";
import { recordAccess } from "@assay/core/access-records";
import { addComment, markCommentsRead } from "@assay/core/comments";
import { createConnection } from "@assay/core/connections";
import { beginUpload, editDocument } from "@assay/core/documents";
import { countSent } from "@assay/core/egress";
import { rotateFileKey } from "@assay/core/file-keys";
import { inviteMember } from "@assay/core/invitations";
import { createLink } from "@assay/core/links";
import { sweep } from "@assay/core/maintenance";
import { offerPack } from "@assay/core/packs";
import { getRetrievalVersion } from "@assay/core/retrieval-versions";
import { addReview } from "@assay/core/reviews";
import { signRun } from "@assay/core/sign-offs";
import { closeSync, planSync } from "@assay/core/sources";
import {
  type Context,
  claimIdempotencyKey,
  createApiKey,
  createTenant,
  inSystem,
  inTenant,
  putMember,
  verifyIsolation,
} from "@assay/core/tenancy";
import { createWebhook, openEvents } from "@assay/core/webhooks";
import {
  auditPositions,
  auditResumptions,
  awaitedDocuments,
  chunks,
  documentPlaces,
  documents,
  fileParts,
  forecastMarks,
  newId,
  removedRuns,
  resets,
  rowsOf,
  runSteps,
  sessionTenants,
  type Transaction,
  tasks,
  tenantHolds,
  tenantRetention,
  versionForecasts,
} from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { addSignOn } from "../support/add-sign-on.ts";
import { withoutTriggers } from "../support/change-table.ts";
import { exceptRequirement } from "../support/except-requirement.ts";
import { makePerson } from "../support/make-people.ts";
import { createMemoryCheckpointStore } from "../support/memory-checkpoint-store.ts";
import { createMemoryKeyWrapper } from "../support/memory-key-wrapper.ts";
import { OWNED_TABLES } from "../support/owned-tables.ts";
import { addPerson } from "../support/people.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, ENGINE_SETTINGS } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const SCANNER = { provider: "clamd", host: "scanner.example.test:3310" } as const;

let database: TestDatabase;
let ours: SeededTenant;
let theirs: SeededTenant;
let tenantTables: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  const engine = await createTestEngine(database.db);
  engine.checkpointStores.push(createMemoryCheckpointStore());
  [ours, theirs] = [await seedTenant(engine), await seedTenant(engine)];
  const never = {
    stalledAfterMs: 9e8,
    waitMaxMs: 86_400_000,
    keepJobsMs: 9e8,
    keepSpansMs: 9e8,
    keepDeliveriesMs: 9e9,
    checkpointEveryMs: 9e8,
    quota: ENGINE_SETTINGS,
  };
  const people: { reviewer: Context; signer: Context; reader: Context }[] = [];
  for (const { ctx, documentId } of [ours, theirs]) {
    const body = { url: "https://example.test/hooks", events: ["evidence.expiring", "exception.expiring"] as const };
    await createWebhook(ctx, engine.webhookParts, { ...body, events: [...body.events] });
    await openEvents(ctx, undefined);
    await countSent({ ...ctx, runId: null, documents: [{ id: documentId, characters: 1 }] }, SCANNER, {
      purpose: "SCAN",
      bytes: 10,
    });
    await rotateFileKey(ctx.db, createMemoryKeyWrapper("key-1"), ctx.tenantId);
    await editDocument(ctx, documentId, { expiresAt: new Date().toISOString().slice(0, 10) });
    await exceptRequirement(ctx, { requirementId: "1.2" });
    await engine.startRun(ctx);
    const actor = { id: newId(), role: "ADMIN" as const, tenantId: ctx.tenantId };
    await putMember(database.db, { ...actor, userId: actor.id, email: "a@example.test" });
    await addSignOn(ctx, { userId: actor.id });
    people.push({
      reviewer: await makePerson(ctx, { role: "MEMBER" }),
      signer: await addPerson(ctx, "signer"),
      reader: { ...ctx, actor },
    });
  }
  await sweep(database.db, { ...never, rehashEveryMs: 0 });
  await engine.drain();
  for (const { ctx, run, documentId } of [ours, theirs]) {
    const { reviewer, signer, reader } = people.shift()!;
    await addReview(reviewer, run.id, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
    await signRun(signer, engine, run.id, { role: "PREPARED", statement: "Seen" });
    await putMember(database.db, { tenantId: ctx.tenantId, userId: newId(), email: "a@example.test", role: "VIEWER" });
    await inSystem(database.db, (tx) =>
      tx.insert(sessionTenants).values({ tenantId: ctx.tenantId, userId: reader.actor.id, sessionId: newId() }),
    );
    await addComment(reader, run.id, { kind: "COMMENT", text: "Where is the log?" });
    await markCommentsRead(reader, run.id, { requirementId: null, sequence: 1 });
    await inTenant(ctx, (tx) =>
      tx.insert(awaitedDocuments).values({ tenantId: ctx.tenantId, runId: run.id, documentId: newId() }),
    );
    await inTenant(ctx, (tx) =>
      tx.insert(fileParts).values({ tenantId: ctx.tenantId, documentId, sha256Hash: "0", digests: ["0"] }),
    );
    const room = { quota: { documentsMax: 1e6, bytesMax: 1e12 }, keepMs: 3_600_000 };
    await beginUpload(ctx, { filename: "a.txt", fields: {}, sizeBytes: 1 }, room);
    const place = { source: "folder", path: "a.txt", pathHash: "0", version: 1 };
    await inTenant(ctx, (tx) => tx.insert(documentPlaces).values({ tenantId: ctx.tenantId, documentId, ...place }));
    const { release, fileBytesMax } = engine;
    const sources = { signer: engine.signer, release, fileBytesMax };
    const file = { path: "a.txt", sha256: "0".repeat(64), bytes: 1 };
    await planSync(
      ctx,
      sources,
      "planned",
      {},
      (async function* () {
        yield [file];
      })(),
    );
    await closeSync(ctx, sources, "folder", { paths: ["a.txt"] });
    const resumption = { sequence: 9_000, statement: {} as ResumptionStatement, reason: "A disk", keyId: "k" };
    await inTenant(ctx, (tx) =>
      tx.insert(auditResumptions).values({ tenantId: ctx.tenantId, ...resumption, signature: "s" }),
    );
    await inSystem(database.db, (tx) =>
      tx.insert(auditPositions).values({ destination: "s3", tenantId: ctx.tenantId }),
    );
    await inTenant(ctx, async (tx) => {
      const { id: retrievalVersionId } = await getRetrievalVersion(tx);
      const of = { tenantId: ctx.tenantId, retrievalVersionId };
      await tx.insert(forecastMarks).values({ ...of, lookedAt: new Date() });
      await tx
        .insert(versionForecasts)
        .values({ ...of, runId: run.id, packId: run.packId, needsRunFor: [], requirements: 1 });
    });
    await inSystem(database.db, (tx) =>
      tx.insert(tenantHolds).values({ tenantId: ctx.tenantId, reason: "A lawsuit", setBy: "system" }),
    );
    await inSystem(database.db, (tx) => tx.insert(tenantRetention).values({ tenantId: ctx.tenantId }));
    await withoutTriggers(database, "removed_runs", (tx) =>
      tx.insert(removedRuns).values({ tenantId: ctx.tenantId, runId: newId() }),
    );
    await recordAccess(ctx, { kind: "SNAPSHOT", objectId: run.id, runId: run.id });
    await claimIdempotencyKey(ctx, "key", { claimMs: 60_000 });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await createApiKey(ctx, { name: "key", role: "VIEWER", expiresAt });
    await createLink(ctx, run.id, { label: "Auditor", capabilities: ["READ"], expiresAt });
    const [now, factor] = [new Date(), "PASSWORD" as const];
    const session = { id: newId(), authenticatedAt: now, factor, factorAt: now, proofs: [{ factor, at: now }] };
    const redirectUri = "https://app.example.test/";
    const app = { id: "app_test", name: "App", host: null, redirectUris: [redirectUri] };
    const resource = "https://assay.example.test/mcp";
    await createConnection({ ...reader, session }, { app, redirectUri, codeChallenge: "c".repeat(43), resource });
    await inviteMember(reader, { delivery: "MAIL" }, { email: "new@example.test", role: "VIEWER" });
    const own = { userId: reader.actor.id, requestedBy: reader.actor.id, kind: "PASSWORD", way: "MAIL" } as const;
    await inTenant(ctx, (tx) =>
      tx.insert(resets).values({ tenantId: ctx.tenantId, ...own, secretHashes: [], expiresAt: new Date(expiresAt) }),
    );
  }
  const tables = await rowsOf<{ name: string }>(
    database.db,
    sql`select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'tenant_id'
        where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  tenantTables = tables.map(({ name }) => name);
  for (const { ctx, run } of [ours, theirs]) await offerPack(ctx, run.packId, { tenantIds: [ctx.tenantId] });
  expect(tenantTables.length).toBeGreaterThanOrEqual(19);
});
afterAll(() => database.close());

const asTenant = <T>(tenantId: string, act: Parameters<typeof inTenant<T>>[1]) =>
  inTenant({ db: database.db, tenantId }, act);
const count = async (tx: Transaction, table: string) => {
  const [row] = await rowsOf<{ n: number }>(tx, sql`select count(*)::int as n from ${sql.identifier(table)}`);
  return row!.n;
};

function documentOf(tenantId: string) {
  return {
    id: newId(),
    tenantId,
    originalFilename: "a.txt",
    fileType: "txt" as const,
    sha256Hash: newId(),
    sizeBytes: 1,
  };
}

describe("a tenant's transaction", () => {
  test("sees a row of its own in every table with a tenant", async () => {
    await asTenant(ours.ctx.tenantId, async (tx) => {
      for (const table of tenantTables) expect({ table, rows: await count(tx, table) }).not.toEqual({ table, rows: 0 });
    });
  });

  test("sees no row of another tenant in any table", async () => {
    await asTenant(ours.ctx.tenantId, async (tx) => {
      for (const table of tenantTables) {
        const rows = await rowsOf<{ id: string }>(
          tx,
          sql`select distinct tenant_id as id from ${sql.identifier(table)}`,
        );
        expect({ table, rows }).toEqual({ table, rows: [{ id: ours.ctx.tenantId }] });
      }
      expect(await count(tx, "tenants")).toBe(1);
    });
  });

  test("sees nothing at all, and no cast error, where no tenant is set", async () => {
    for (const unset of [sql`select 1`, sql`select set_config('app.tenant_id', '', true)`])
      await database.db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('role', 'assay_tenant', true)`);
        await tx.execute(unset);
        for (const table of [...tenantTables, "tenants"])
          expect({ table, rows: await count(tx, table) }).toEqual({ table, rows: 0 });
      });
  });

  test("cannot write a row of another tenant", async () => {
    const insert = asTenant(theirs.ctx.tenantId, (tx) => tx.insert(documents).values(documentOf(ours.ctx.tenantId)));
    await expect(insert).rejects.toMatchObject({ cause: { code: "42501" } });
    const give = asTenant(theirs.ctx.tenantId, (tx) => tx.update(documents).set({ tenantId: ours.ctx.tenantId }));
    await expect(give).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("cannot touch another tenant's rows", async () => {
    const touched = await asTenant(theirs.ctx.tenantId, (tx) =>
      tx.update(documents).set({ originalFilename: "stolen" }).where(sql`id = ${ours.documentId}`).returning(),
    );
    expect(touched).toEqual([]);
    const gone = await asTenant(theirs.ctx.tenantId, (tx) =>
      tx.delete(chunks).where(sql`document_id = ${ours.documentId}`).returning(),
    );
    expect(gone).toEqual([]);
  });

  test("cannot hang a row of its own on another tenant's parent", async () => {
    const { tenantId } = theirs.ctx;
    const children = [
      () =>
        asTenant(tenantId, (tx) =>
          tx.insert(documents).values({ ...documentOf(tenantId), parentDocumentId: ours.documentId }),
        ),
      () =>
        asTenant(tenantId, (tx) =>
          tx.insert(chunks).values({
            tenantId,
            documentId: ours.documentId,
            chunkIndex: 99,
            segmentIndex: 0,
            content: "x",
            tokenCount: 1,
            startOffset: 0,
            endOffset: 1,
            flaggedRanges: [],
          }),
        ),
    ];
    for (const insert of children) await expect(insert()).rejects.toMatchObject({ cause: { code: "23503" } });
    const parts = [
      () =>
        asTenant(tenantId, (tx) =>
          tx.insert(runSteps).values({ tenantId, runId: ours.run.id, stepIndex: 9, stepName: "EXPORT" }),
        ),
      () =>
        asTenant(tenantId, (tx) =>
          tx
            .insert(tasks)
            .values({ tenantId, runId: ours.run.id, requirementId: "9", position: 9, title: "t", description: "d" }),
        ),
    ];
    for (const insert of parts) await expect(insert()).rejects.toThrow();
  });
});

describe("the system's transaction", () => {
  test("cannot put a session into a tenant that its person never was a member of", async () => {
    const choice = { tenantId: theirs.ctx.tenantId, userId: newId(), sessionId: newId() };
    const choose = inSystem(database.db, (tx) => tx.insert(sessionTenants).values(choice));
    await expect(choose).rejects.toMatchObject({ cause: { code: "23503" } });
  });

  test("may tell whose a resource is", async () => {
    const rows = await inSystem(database.db, (tx) =>
      rowsOf(tx, sql`select tenant_id as "tenantId" from documents where id = ${ours.documentId}`),
    );
    expect(rows).toEqual([{ tenantId: ours.ctx.tenantId }]);
  });

  test.each([
    "select original_filename from documents",
    "select sha256_hash from documents",
    "select failure_message from documents",
    "select failure_reason from runs",
    "select title from tasks",
    "select bytes from exports",
    "select response_body from idempotency_keys",
    "select * from chunks",
    "select * from segments",
    "select * from document_pages",
    "select * from assessments",
    "select * from snapshots",
    "select * from audit_entries",
    "select * from chunk_vectors",
    "select terms, weights from chunk_weights",
    "update runs set failure_reason = 'x'",
    "update documents set status = 'READY'",
  ])("may not: %s", async (statement) => {
    await expect(inSystem(database.db, (tx) => tx.execute(sql.raw(statement)))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  });
});

test("the system's transaction deletes nothing of a tenant that is not being erased", async () => {
  for (const table of ["documents", "runs", "snapshots", "audit_entries", "api_keys", "tenants", "packs"])
    expect(
      await inSystem(database.db, (tx) => rowsOf(tx, sql`delete from ${sql.identifier(table)} returning id`)),
    ).toEqual([]);
});

describe("what a role may do to the tables themselves", () => {
  test.each([
    ["assay_tenant", "truncate documents cascade"],
    ["assay_tenant", "alter table documents disable row level security"],
    ["assay_tenant", "drop policy documents_of_tenant on documents"],
    ["assay_tenant", "create policy open on documents using (true)"],
    ["assay_tenant", "create table public.mine (id int)"],
    ["assay_tenant", "insert into tenants (id, name) values (gen_random_uuid(), 'x')"],
    ["assay_tenant", "insert into packs (id, name) values (gen_random_uuid(), 'x')"],
    ["assay_system", "truncate work_items"],
    ["assay_system", "alter table documents no force row level security"],
    ["assay_catalog", "select * from documents"],
    ["assay_catalog", "truncate packs cascade"],
  ])("%s: not %s", async (role, statement) => {
    const attempt = database.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', ${role}, true)`);
      await tx.execute(sql.raw(statement));
    });
    await expect(attempt).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("switching row security off is an error, not a way around it", async () => {
    const attempt = asTenant(ours.ctx.tenantId, async (tx) => {
      await tx.execute(sql`set local row_security = off`);
      await tx.execute(sql`select * from documents`);
    });
    await expect(attempt).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  // PGlite always connects as the superuser: only a server has a login of its own for the service.
  if (inject("databaseTemplate").driver !== "pglite")
    test("the service's login can do nothing by itself and cannot become the owner", async () => {
      for (const statement of [
        "select * from documents",
        "select * from packs",
        "truncate documents cascade",
        "alter table documents disable row level security",
        "drop policy documents_of_tenant on documents",
        "set role postgres",
        "set session authorization postgres",
        "set session_replication_role = replica",
        "create table public.mine (id int)",
      ])
        await expect(database.db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
          cause: { code: "42501" },
        });
    });

  test("a tenant's settings do not outlive its transaction", async () => {
    await asTenant(ours.ctx.tenantId, (tx) => tx.execute(sql`select 1`));
    const failed = asTenant(ours.ctx.tenantId, (tx) => tx.execute(sql`select 1 / 0`));
    await expect(failed).rejects.toThrow();
    for (let connection = 0; connection < 10; connection++)
      expect(
        await rowsOf(
          database.db,
          sql`select coalesce(current_setting('app.tenant_id', true), '') as tenant, current_user = session_user as own`,
        ),
      ).toEqual([{ tenant: "", own: true }]);
  });
});

describe("the check at start", () => {
  const verify = () => verifyIsolation(database.db, { anyLogin: database.driver === "pglite" });

  test("passes on what the migrations make", async () => {
    expect(await verify()).toEqual([]);
  });

  const TENANT_POLICY = "to assay_tenant using (true)";
  test.each([
    [
      "documents",
      "alter table documents disable row level security",
      "alter table documents enable row level security",
    ],
    ["chunks", "alter table chunks no force row level security", "alter table chunks force row level security"],
    ["tenants", "alter table tenants disable row level security", "alter table tenants enable row level security"],
    ["chunks", `create policy open on chunks ${TENANT_POLICY}`, "drop policy open on chunks"],
    ["documents", "create policy open on documents using (true)", "drop policy open on documents"],
    ["fresh", "create table fresh (id uuid, tenant_id uuid)", "drop table fresh"],
    ["assay_tenant", "alter role assay_tenant bypassrls", "alter role assay_tenant nobypassrls"],
    ["assay_system", "alter role assay_system login", "alter role assay_system nologin"],
  ])("names %s after: %s", async (named, damage, repair) => {
    // Roles belong to the whole server, which other test files use at this moment.
    const ofServer = damage.startsWith("alter role") && database.driver !== "pglite";
    await withOwner(database, async (owner) => {
      if (ofServer) {
        const attempt = owner.db.transaction(async (tx) => {
          await tx.execute(sql.raw(damage));
          expect((await verifyIsolation(tx as never, { anyLogin: true })).join()).toContain(named);
          throw new Error("Undo the damage");
        });
        await expect(attempt).rejects.toThrow("Undo the damage");
        return;
      }
      await owner.db.execute(sql.raw(damage));
      try {
        expect((await verify()).join()).toContain(named);
      } finally {
        await owner.db.execute(sql.raw(repair));
      }
    });
    expect(await verify()).toEqual([]);
  });

  test("notices the loss of any one tenant policy", async () => {
    const policies = await rowsOf<{ name: string; table: string }>(
      database.db,
      sql`select policyname as name, tablename as table from pg_policies where roles = '{assay_tenant}' order by 1`,
    );
    expect(policies.map(({ table }) => table).sort()).toEqual([...tenantTables, ...OWNED_TABLES, "tenants"].sort());
    await withOwner(database, async ({ db }) => {
      for (const { name, table } of policies) {
        const attempt = db.transaction(async (tx) => {
          await tx.execute(sql`drop policy ${sql.identifier(name)} on ${sql.identifier(table)}`);
          expect((await verifyIsolation(tx as never, { anyLogin: true })).join()).toContain(table);
          throw new Error("Put the policy back");
        });
        await expect(attempt).rejects.toThrow("Put the policy back");
      }
    });
  });

  test("notices the loss of any one policy of the system", async () => {
    const policies = await rowsOf<{ name: string; table: string }>(
      database.db,
      sql`select policyname as name, tablename as table from pg_policies where roles = '{assay_system}' order by 1`,
    );
    expect(policies.length).toBeGreaterThan(10);
    await withOwner(database, async ({ db }) => {
      for (const { name, table } of policies) {
        const attempt = db.transaction(async (tx) => {
          await tx.execute(sql`drop policy ${sql.identifier(name)} on ${sql.identifier(table)}`);
          const problems = (await verifyIsolation(tx as never, { anyLogin: true })).join();
          expect(problems, name).toContain(table);
          expect(problems, name).toContain("container/roles.sql");
          throw new Error("Put it back");
        });
        await expect(attempt).rejects.toThrow("Put it back");
      }
    });
  });

  test("every policy for tenants compares the tenant, for reading and for writing", async () => {
    const loose = await rowsOf(
      database.db,
      sql`select tablename from pg_policies where 'assay_tenant' = any (roles)
          and (qual not like '%app.tenant_id%' or (with_check is null and tablename <> 'tenants') or with_check not like '%app.tenant_id%')`,
    );
    expect(loose).toEqual([]);
  });
});

test("a new tenant starts with nothing", async () => {
  const { id } = await createTenant(database.db, { name: "New" });
  await asTenant(id, async (tx) => {
    for (const table of tenantTables)
      expect({ table, rows: await count(tx, table) }).toEqual({ table, rows: table === "audit_heads" ? 1 : 0 });
  });
});
