import {
  createActivation,
  createUrlIngestion,
  getIngestion,
  listActivations,
  listIngestions,
} from "@assay/core/guidance";
import { getOverview } from "@assay/core/overview";
import {
  bindPack,
  createPack,
  deleteDraft,
  deletePack,
  diffVersions,
  getPack,
  importPack,
  importVersion,
  listLibrary,
  listPacks,
  listRequirements,
  listVersionRequirements,
  listVersions,
  offerPack,
  type PackVersion,
  patchPack,
  publishVersion,
  readVersion,
  unbindPack,
} from "@assay/core/packs";
import { getRunDetails, listAssessments } from "@assay/core/runs";
import { type Context, inCatalog, inSystem, inTenant } from "@assay/core/tenancy";
import { newId, packs, rowsOf, type Transaction } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOneOf } from "../../src/is-one-of.ts";
import { makePack } from "../support/make-pack.ts";
import { OWNED_TABLES } from "../support/owned-tables.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ownerRows } from "../support/with-owner.ts";

interface Owner {
  /** A SUPER_ADMIN of the tenant. */
  readonly ctx: Context;
  readonly admin: Context;
  readonly version: PackVersion;
  readonly ingestionId: string;
}

const LIMITS = { packsMax: 50, versionsMax: 500, requirementsMax: 1000 };
const ALL = { limit: 200 };
let database: TestDatabase;
let engine: TestEngine;
let ours: Owner;
let theirs: Owner;
/** Of the deployment, and bound by nobody. */
let shared: PackVersion;

const asAdmin = (ctx: Context): Context => ({ ...ctx, actor: { ...ctx.actor, id: newId(), role: "ADMIN" } });

/** A tenant with a row of its own in every table of packs. */
async function makeOwner(): Promise<Owner> {
  const ctx = await engine.makeTenant();
  const pack = { ...makePack(["Keys are rotated", "Logs are kept"]), name: "House rules" };
  const version = await importPack(ctx, pack, { owner: "TENANT" });
  await bindPack(ctx, version);
  const url = "http://guide.example/rules.txt";
  engine.fetcher.pages.set(url, "Keys are rotated every year, says the regulator.");
  const { packId } = version;
  const { ingestion } = await createUrlIngestion(ctx, engine.fetcher, { packId, url });
  await engine.drain();
  await createActivation(ctx, { packId, ingestionIds: [ingestion.id] });
  return { ctx, admin: asAdmin(ctx), version, ingestionId: ingestion.id };
}

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  [ours, theirs] = [await makeOwner(), await makeOwner()];
  shared = await importPack(await engine.makeTenant(), { ...makePack(["Doors are locked"]), name: "Shared" });
});
afterAll(() => database.close());

const ownersIn = async (tx: Transaction, table: string) => {
  const rows = await rowsOf<{ id: string | null }>(
    tx,
    sql`select distinct owner_tenant_id as id from ${sql.identifier(table)} where owner_tenant_id is not null`,
  );
  return rows.map(({ id }) => id);
};

describe("row-level security of packs", () => {
  test("covers every table whose rows have an owner", async () => {
    const rows = await rowsOf<{ name: string }>(
      database.db,
      sql`select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'owner_tenant_id'
          where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...OWNED_TABLES].sort());
  });

  test.each(OWNED_TABLES)(
    "shows of %s a tenant's own rows and no other tenant's, as the tenant and as the catalogue",
    async (table) => {
      const { tenantId } = ours.ctx;
      expect(await inTenant(ours.ctx, (tx) => ownersIn(tx, table))).toEqual([tenantId]);
      expect(await inCatalog(database.db, (tx) => ownersIn(tx, table))).toEqual([]);
      const asCatalogOfOurs = inCatalog(database.db, async (tx) => {
        await tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true)`);
        return ownersIn(tx, table);
      });
      expect(await asCatalogOfOurs).toEqual([tenantId]);
    },
  );

  const theirRows = () =>
    ownerRows<{ digest: string }>(
      database,
      sql.join(
        OWNED_TABLES.map(
          (table) =>
            sql`select md5(string_agg(t::text, '' order by t::text)) as digest from ${sql.identifier(table)} t
                where owner_tenant_id = ${theirs.ctx.tenantId}`,
        ),
        sql` union all `,
      ),
    );

  test("lets nobody change, delete or give away another tenant's row", async () => {
    const untouched = await theirRows();
    const acts = OWNED_TABLES.flatMap((table) => [
      sql`update ${sql.identifier(table)} set owner_tenant_id = ${ours.ctx.tenantId} where owner_tenant_id = ${theirs.ctx.tenantId}`,
      sql`delete from ${sql.identifier(table)} where owner_tenant_id = ${theirs.ctx.tenantId}`,
    ]);
    for (const role of ["assay_tenant", "assay_catalog"])
      for (const act of acts)
        await database.db
          .transaction(async (tx) => {
            await tx.execute(
              sql`select set_config('role', ${role}, true), set_config('app.tenant_id', ${ours.ctx.tenantId}, true)`,
            );
            await tx.execute(act);
          })
          .catch(() => {});
    expect(await theirRows()).toEqual(untouched);
  });

  test("lets nobody add to another tenant's pack, or pass a row off as the deployment's", async () => {
    const { packId, criteriaVersionId } = theirs.version;
    const inserts = [
      sql`insert into criteria_versions (id, pack_id, version) values (${newId()}, ${packId}, 9)`,
      sql`insert into criteria_versions (id, pack_id, version, owner_tenant_id) values (${newId()}, ${packId}, 9, null)`,
      sql`insert into criteria (criteria_version_id, criterion_id, title, position) values (${criteriaVersionId}, 9, 't', 9)`,
      sql`insert into corpus_activations (id, pack_id) values (${newId()}, ${packId})`,
      sql`insert into guidance_chunks (id, ingestion_id, chunk_index, content) values (${newId()}, ${theirs.ingestionId}, 9, 'x')`,
      sql`insert into packs (id, name, owner_tenant_id) values (${newId()}, 'x', ${theirs.ctx.tenantId})`,
      sql`insert into pack_bindings (tenant_id, pack_id, criteria_version_id) values (${ours.ctx.tenantId}, ${packId}, ${criteriaVersionId})`,
    ];
    for (const role of ["assay_tenant", "assay_catalog"])
      for (const insert of inserts) {
        const attempt = database.db.transaction(async (tx) => {
          await tx.execute(
            sql`select set_config('role', ${role}, true), set_config('app.tenant_id', ${ours.ctx.tenantId}, true)`,
          );
          await tx.execute(insert);
        });
        await expect(attempt).rejects.toMatchObject({ cause: { code: "42501" } });
      }
  });

  test("lets nobody delete a pack that was published or run, a part of it, or an activation by itself", async () => {
    const { packId, criteriaVersionId } = ours.version;
    await engine.startRun(ours.ctx);
    const ids = [ours.version.packId, shared.packId, theirs.version.packId];
    const rowsOfAll = () =>
      ownerRows<{ packs: number; activations: number }>(
        database,
        sql`select count(distinct packs.id)::int as packs, count(corpus_activations.id)::int as activations
            from packs join corpus_activations on pack_id = packs.id where ${isOneOf(packs.id, ids)}`,
      );
    const before = await rowsOfAll();
    expect(before).toMatchObject([{ packs: 3 }]);
    const acts = [
      ...ids.map((id) => sql`delete from packs where id = ${id}`),
      sql`delete from packs`,
      sql`delete from corpus_activations where pack_id = ${packId}`,
      sql`delete from criteria_versions where id = ${criteriaVersionId}`,
      sql`update criteria_versions set status = 'DRAFT' where id = ${criteriaVersionId}`,
    ];
    for (const role of ["assay_tenant", "assay_catalog", "assay_system"])
      for (const act of acts) {
        const attempt = database.db.transaction(async (tx) => {
          await tx.execute(
            sql`select set_config('role', ${role}, true), set_config('app.tenant_id', ${ours.ctx.tenantId}, true)`,
          );
          await tx.execute(act);
        });
        await attempt.catch((error) => expect(error.cause.code).toMatch(/^(42501|23503|AS001)$/));
        expect(await rowsOfAll()).toEqual(before);
      }
  });

  test("gives a row the owner of its pack, whatever is claimed", async () => {
    const [row] = await inCatalog(database.db, async (tx) => {
      await tx.execute(sql`select set_config('app.tenant_id', ${ours.ctx.tenantId}, true)`);
      return rowsOf<{ owner: string | null }>(
        tx,
        sql`insert into criteria_versions (id, pack_id, version, owner_tenant_id)
            values (${newId()}, ${shared.packId}, 99, ${ours.ctx.tenantId}) returning owner_tenant_id as owner`,
      );
    });
    expect(row).toEqual({ owner: null });
  });

  test("tells the system whose a pack is, and not what is in it", async () => {
    const { packId } = ours.version;
    const read = (column: string) =>
      inSystem(database.db, (tx) =>
        rowsOf(tx, sql`select ${sql.identifier(column)} as it from packs where id = ${packId}`),
      );
    expect(await read("owner_tenant_id")).toEqual([{ it: ours.ctx.tenantId }]);
    await expect(read("name")).rejects.toMatchObject({ cause: { code: "42501" } });
  });
});

/** Everything that may be asked about a pack of somebody. */
const acts = ({ version, ingestionId }: Owner): Record<string, (ctx: Context) => Promise<unknown>> => {
  const { packId, criteriaVersionId } = version;
  return {
    getPack: (ctx) => getPack(ctx, packId),
    patchPack: (ctx) => patchPack(ctx, packId, { archived: true }, LIMITS),
    listVersions: (ctx) => listVersions(ctx, { packId, ...ALL }),
    readVersion: (ctx) => readVersion(ctx, version),
    listVersionRequirements: (ctx) => listVersionRequirements(ctx, { ...version, ...ALL }),
    diffVersions: (ctx) => diffVersions(ctx, { ...version, against: criteriaVersionId }),
    importVersion: (ctx) =>
      importVersion(
        ctx,
        { packId, pack: { name: "File", description: "", criteria: [], skipped: [] }, dryRun: true },
        LIMITS,
      ),
    publishVersion: (ctx) => publishVersion(ctx, version),
    deleteDraft: (ctx) => deleteDraft(ctx, version),
    deletePack: (ctx) => deletePack(ctx, packId),
    bindPack: (ctx) => bindPack(ctx, version),
    createActivation: (ctx) => createActivation({ ...ctx, actor: superAdmin(ctx) }, { packId, ingestionIds: [] }),
    getIngestion: (ctx) => getIngestion({ ...ctx, actor: superAdmin(ctx) }, ingestionId),
    offerPack: (ctx) => offerPack({ ...ctx, actor: superAdmin(ctx) }, packId, { tenantIds: "ALL" }),
  };
};
const superAdmin = ({ actor }: Context): Context["actor"] => ({ ...actor, role: "SUPER_ADMIN" });

describe("another tenant's pack", () => {
  test("is refused by every act, to an ADMIN and to a SUPER_ADMIN", async () => {
    for (const ctx of [ours.admin, ours.ctx])
      for (const [name, act] of Object.entries(acts(theirs)))
        await expect(act(ctx), name).rejects.toMatchObject({ code: "CROSS_TENANT_ACCESS_DENIED" });
  });

  test("is in no list, though its name is the same", async () => {
    const lists = [
      (await listPacks(ours.admin, ALL)).items.map(({ id }) => id),
      (await listPacks(ours.ctx, ALL)).items.map(({ id }) => id),
      (await listIngestions(ours.ctx, { ...ALL, packId: theirs.version.packId })).items,
      (await listActivations(ours.ctx, { ...ALL, packId: theirs.version.packId })).items,
      (await listIngestions(ours.ctx, ALL)).items.map(({ packId }) => packId),
      (await listActivations(ours.ctx, ALL)).items.map(({ packId }) => packId),
      (await getOverview(ours.admin, { quietAfterMs: 60_000 })).packs.map(({ packId }) => packId),
      (await listLibrary(ours.admin, ALL)).items.map(({ id }) => id),
    ];
    expect(lists.flat()).not.toContain(theirs.version.packId);
    expect(lists[0]).toContain(ours.version.packId);
    for (const asked of [
      () => listRequirements(ours.admin, { packId: theirs.version.packId }),
      () => unbindPack(ours.admin, theirs.version.packId),
    ])
      await expect(asked()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listRequirements(theirs.admin, {})).items).toHaveLength(2);
  });
});

describe("a pack of the deployment", () => {
  test("that the tenant neither uses nor is offered is nobody's to its ADMIN", async () => {
    for (const act of [getPack, (ctx: Context) => bindPack(ctx, shared), (ctx: Context) => readVersion(ctx, shared)])
      await expect(act(ours.admin, shared.packId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listPacks(ours.admin, ALL)).items.map(({ id }) => id)).not.toContain(shared.packId);
    expect((await getPack(ours.ctx, shared.packId)).owner).toBe("DEPLOYMENT");
  });

  test("may be bound by the ADMINs of those it is offered to, is changed by a SUPER_ADMIN alone, and stays bound", async () => {
    const { packId, criteriaVersionId } = shared;
    const { admin, ctx } = theirs;
    await offerPack(ctx, packId, { tenantIds: [ctx.tenantId] });
    expect((await getPack(admin, packId)).name).toBe("Shared");
    await expect(getPack(ours.admin, packId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const change of [
      () => patchPack(admin, packId, { name: "Mine" }, LIMITS),
      () => publishVersion(admin, shared),
      () => deleteDraft(admin, shared),
      () => deletePack(admin, packId),
    ])
      await expect(change()).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await bindPack(admin, shared)).criteriaVersionId).toBe(criteriaVersionId);
    await offerPack(ctx, packId, { tenantIds: [] });
    expect((await getPack(admin, packId)).name).toBe("Shared");
    await expect(bindPack(admin, shared)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await listRequirements(admin, { packId })).items).toHaveLength(1);
    await offerPack(ctx, packId, { tenantIds: "ALL" });
    expect((await listPacks(ours.admin, ALL)).items.map(({ id }) => id)).toContain(packId);
    await offerPack(ctx, packId, { tenantIds: [] });
  });

  test("is not unbound under a run; afterwards the run is still read, and the pack is bound again only where it is offered", async () => {
    const ctx = await engine.makeTenant();
    const admin = asAdmin(ctx);
    const { packId } = shared;
    await bindPack(ctx, shared);
    await engine.upload(ctx, "doors.txt", "All doors are locked at night.");
    await engine.drain();
    const run = await engine.startRun(ctx);
    await expect(unbindPack(admin, packId)).rejects.toMatchObject({
      code: "INVALID_STATE",
      details: { id: packId, runId: run.id },
    });
    await engine.drain();
    await unbindPack(admin, packId);
    await expect(unbindPack(admin, packId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await getRunDetails(admin, run.id)).run).toMatchObject({ status: "COMPLETED", packName: "Shared" });
    expect((await listAssessments(admin, run.id, ALL)).items).toHaveLength(1);
    expect((await listLibrary(admin, ALL)).items).toEqual([]);
    await expect(bindPack(admin, shared)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(engine.startRun(ctx)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await offerPack(ctx, packId, { tenantIds: [ctx.tenantId] });
    await bindPack(admin, shared);
    await offerPack(ctx, packId, { tenantIds: [] });
    expect((await listLibrary(admin, ALL)).items).toMatchObject([{ id: packId, boundVersion: 1 }]);
  });

  test("either begins a run or is unbound, however many are asked for at once", async () => {
    const ctx = await engine.makeTenant();
    await bindPack(ctx, shared);
    const [started, ...unbound] = await Promise.allSettled([
      engine.startRun(ctx),
      unbindPack(asAdmin(ctx), shared.packId),
      unbindPack(asAdmin(ctx), shared.packId),
    ]);
    const done = unbound.filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(started.status === "fulfilled" ? 0 : 1);
  });

  test("shows its drafts to no tenant", async () => {
    const { ctx, admin } = theirs;
    const { id: packId } = await createPack(ctx, { name: "Draft", description: "", owner: "DEPLOYMENT" }, LIMITS);
    const parsed = { name: "File", description: "", criteria: [CRITERION], skipped: [] };
    const { version } = await importVersion(ctx, { packId, pack: parsed, dryRun: false }, LIMITS);
    await offerPack(ctx, packId, { tenantIds: "ALL" });
    expect((await listVersions(admin, { packId, ...ALL })).items).toEqual([]);
    expect((await listVersions(ctx, { packId, ...ALL })).items).toHaveLength(1);
    const named = { packId, criteriaVersionId: version!.id };
    await expect(readVersion(admin, named)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await deleteDraft(ctx, named);
    expect((await listVersions(ctx, { packId, ...ALL })).items).toEqual([]);
    await expect(offerPack(ctx, packId, { tenantIds: [newId()] })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

const CRITERION = {
  criterionId: 1,
  sourceKey: null,
  title: "Doors",
  description: "",
  requirements: [{ requirementId: "1.1", title: "Doors are locked", subcheckLabel: null, retrievalHint: null }],
};

describe("a tenant's own pack", () => {
  test("is made, filled, published, bound and archived by its ADMIN, and takes nothing in the archive", async () => {
    const admin = asAdmin(await engine.makeTenant());
    const { id: packId, owner } = await createPack(admin, { name: "Ours", description: "" }, LIMITS);
    expect(owner).toBe("TENANT");
    const file = { packId, pack: { name: "File", description: "", criteria: [CRITERION], skipped: [] } };
    expect((await importVersion(admin, { ...file, dryRun: true }, LIMITS)).version).toBeNull();
    const { version } = await importVersion(admin, { ...file, dryRun: false }, LIMITS);
    const named = { packId, criteriaVersionId: version!.id };
    await expect(bindPack(admin, named)).rejects.toMatchObject({ code: "INVALID_STATE" });
    await publishVersion(admin, named);
    await expect(deleteDraft(admin, named)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    await bindPack(admin, named);
    expect((await patchPack(admin, packId, { archived: true }, LIMITS)).archivedAt).not.toBeNull();
    expect((await listPacks(admin, { ...ALL, owner: "TENANT" })).items).toEqual([]);
    expect((await listPacks(admin, { ...ALL, archived: "true" })).items.map(({ id }) => id)).toEqual([packId]);
    await expect(importVersion(admin, { ...file, dryRun: false }, LIMITS)).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
    expect((await listRequirements(admin, {})).items).toHaveLength(1);
    await expect(createPack(admin, { name: "x", description: "", owner: "DEPLOYMENT" }, LIMITS)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  test("with only drafts is deleted, in the archive too, once; what is published or guided stays", async () => {
    const admin = asAdmin(await engine.makeTenant());
    const make = async () => (await createPack(admin, { name: "Ours", description: "" }, LIMITS)).id;
    const [packId, kept] = [await make(), await make()];
    const pack = { name: "File", description: "", criteria: [CRITERION], skipped: [] };
    const draft = { pack, dryRun: false };
    for (let at = 0; at < 2; at += 1) await importVersion(admin, { packId, ...draft }, LIMITS);
    await patchPack(admin, packId, { archived: true }, LIMITS);
    const done = await Promise.allSettled([deletePack(admin, packId), deletePack(admin, packId)]);
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(getPack(admin, packId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(importVersion(admin, { packId, ...draft }, LIMITS)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const left = (table: string) =>
      sql`select 1 from ${sql.identifier(table)} where owner_tenant_id = ${admin.tenantId} and pack_id = ${packId}`;
    for (const table of ["criteria_versions", "corpus_activations"])
      expect(await ownerRows(database, left(table))).toEqual([]);

    const { version } = await importVersion(admin, { packId: kept, ...draft }, LIMITS);
    await publishVersion(admin, { packId: kept, criteriaVersionId: version!.id });
    await importVersion(admin, { packId: kept, ...draft }, LIMITS);
    await expect(deletePack(admin, kept)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    expect((await listVersions(admin, { packId: kept, ...ALL })).items).toHaveLength(2);
    const guided = await make();
    const guide = { packId: guided, url: "http://guide.example/rules.txt" };
    await createUrlIngestion({ ...admin, actor: superAdmin(admin) }, engine.fetcher, guide);
    await expect(deletePack(admin, guided)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  });

  test("is deleted or published, however closely they are asked for", async () => {
    const admin = asAdmin(await engine.makeTenant());
    const { id: packId } = await createPack(admin, { name: "Ours", description: "" }, LIMITS);
    const pack = { name: "File", description: "", criteria: [CRITERION], skipped: [] };
    const { version } = await importVersion(admin, { packId, pack, dryRun: false }, LIMITS);
    const done = await Promise.allSettled([
      deletePack(admin, packId),
      publishVersion(admin, { packId, criteriaVersionId: version!.id }),
    ]);
    const [deleted, published] = done.map(({ status }) => status === "fulfilled");
    expect(deleted).not.toBe(published);
    const refused = done.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(refused).toEqual([deleted ? "NOT_FOUND" : "IMMUTABLE_RESOURCE"]);
  });

  test("counts against the tenant's limits, also among additions at the same time", async () => {
    const admin = asAdmin(await engine.makeTenant());
    const limits = { packsMax: 2, versionsMax: 1, requirementsMax: 1 };
    const made = await Promise.allSettled(
      [1, 2, 3, 4].map((at) => createPack(admin, { name: `Pack ${at}`, description: "" }, limits)),
    );
    const packs = made.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    expect(packs).toHaveLength(2);
    for (const each of made)
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({ code: "TENANT_LIMIT_EXCEEDED", details: { limit: 2, value: 2 } });
    const [first, second] = packs;
    await patchPack(admin, first!.id, { archived: true }, limits);
    await createPack(admin, { name: "In its place", description: "" }, limits);
    await expect(patchPack(admin, first!.id, { archived: false }, limits)).rejects.toMatchObject({
      code: "TENANT_LIMIT_EXCEEDED",
    });
    const file = { packId: second!.id, dryRun: false };
    const two = {
      ...CRITERION,
      requirements: [...CRITERION.requirements, { ...CRITERION.requirements[0]!, requirementId: "1.2" }],
    };
    const big = { ...file, pack: { name: "File", description: "", criteria: [two], skipped: [] } };
    await expect(importVersion(admin, big, limits)).rejects.toMatchObject({ code: "TENANT_LIMIT_EXCEEDED" });
    const small = { ...file, pack: { name: "File", description: "", criteria: [CRITERION], skipped: [] } };
    await importVersion(admin, small, limits);
    await expect(importVersion(admin, small, limits)).rejects.toMatchObject({ code: "TENANT_LIMIT_EXCEEDED" });
  });
});
