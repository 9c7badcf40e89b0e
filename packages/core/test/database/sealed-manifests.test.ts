import { listAuditEntries } from "@assay/core/audit";
import { getRun } from "@assay/core/runs";
import { closeSync, getManifest, listManifests, listSources } from "@assay/core/sources";
import { type Context, inTenant } from "@assay/core/tenancy";
import { sourceManifestParts, sourceManifests } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { getTableColumns, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkManifests } from "../../src/sources/check-manifests.ts";
import { pinManifests } from "../../src/sources/pin-manifests.ts";
import { withChangedColumn, withChangedRows } from "../support/change-table.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { makePack } from "../support/make-pack.ts";
import { tamper } from "../support/tamper.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";
import { withoutGuards } from "../support/without-guards.ts";

const SOURCE = "folder";
let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let ids: readonly string[];
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["One."]));
  const made = [];
  for (const path of ["a.txt", "b.txt"]) {
    await engine.upload(ctx, path, `This is ${path}.`, { source: SOURCE, path });
    await engine.drain();
    made.push(await closeSync(ctx, engine, SOURCE, { paths: ["a.txt", "b.txt"] }));
  }
  ids = made.map(({ manifest }) => manifest!.id);
  await checkResultsNow(database.db, engine);
});
afterAll(() => database.close());

const list = async () => (await listManifests(ctx, engine, SOURCE, { limit: 10 })).items;
const named = async () =>
  (await listAuditEntries(ctx, { action: "integrity.failed", limit: 1 })).items[0]?.sequence ?? 0;

test("manifests that are as they were signed are listed as valid, and the daily check names none", async () => {
  expect(await list()).toMatchObject([
    { id: ids[1], valid: true },
    { id: ids[0], valid: true },
  ]);
  expect(await named()).toBe(0);
});

const columnsOf = (table: PgTable) =>
  Object.values<PgColumn>(getTableColumns(table)).map((column) => ({ column: column.name, type: column.getSQLType() }));

test.each(columnsOf(sourceManifests))(
  "a changed $column of a manifest is listed nowhere, and the daily check names it",
  async (change) => {
    const asItWas = await list();
    const before = await named();
    const where = sql`id = ${ids[0]!}`;
    await withChangedColumn(database, { table: "source_manifests", ...change, where, order: "id" }, async () => {
      const found = await list();
      const [first, second] = ids.map((id) => found.find((each) => each.id === id));
      expect(second).toEqual(asItWas[0]);
      if (first && !("damaged" in first)) expect(first).toEqual({ ...asItWas[1], ...unsigned(change.column, first) });
      if (!["signature", "key_id"].includes(change.column))
        await expect(getManifest(ctx, engine, SOURCE, ids[0]!)).rejects.toMatchObject({
          code: expect.stringMatching(/INTEGRITY_ERROR|NOT_FOUND|CROSS_TENANT/),
        });
      await checkResultsNow(database.db, engine);
    });
    // A key that this deployment does not know may be that of the one that it came from.
    if (change.column !== "key_id") expect(await named()).toBeGreaterThan(before);
    await checkResultsNow(database.db, engine);
  },
);

/** What is shown of it with a changed signature: that it is not valid. */
function unsigned(column: string, { signature, keyId }: { signature: string; keyId: string }) {
  expect(["signature", "key_id"]).toContain(column);
  return { signature, keyId, valid: false };
}

test.each(columnsOf(sourceManifestParts))(
  "a changed $column of a manifest's files is served to nobody, and the daily check names the manifest",
  async (change) => {
    const before = await named();
    const where = sql`manifest_id = ${ids[0]!}`;
    const part = { table: "source_manifest_parts", ...change, where, order: "part_index" };
    // Where it is the only one, its number says nothing.
    const isHarmless = change.column === "part_index";
    await withChangedColumn(database, part, async () => {
      const read = getManifest(ctx, engine, SOURCE, ids[0]!);
      if (isHarmless) await read;
      else await expect(read).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
      await checkResultsNow(database.db, engine);
    });
    if (isHarmless) expect(await named()).toBe(before);
    else expect(await lastNamed()).toMatchObject({ object_type: "manifest", object_id: ids[0] });
    await checkResultsNow(database.db, engine);
  },
);

const lastNamed = async () => (await listAuditEntries(ctx, { action: "integrity.failed", limit: 1 })).items[0];

test("files in several parts, whatever their names, have the hash that was signed, in their order alone", async () => {
  const of = await engine.makeTenant();
  const paths = Array.from({ length: 2_001 }, (_, at) => `Ordner ä/"${at}" \\ 😀.txt`);
  const { manifest } = await closeSync(of, engine, SOURCE, { paths });
  expect(await check(of)).toEqual([]);
  await withoutGuards(
    database,
    "source_manifest_parts",
    sql`update source_manifest_parts set part_index = 10 - part_index where manifest_id = ${manifest!.id}`,
  );
  expect(await check(of)).toMatchObject([{ objectType: "manifest", objectId: manifest!.id }]);
});

test("files that are gone are named by the daily check, and those of a source without files are not", async () => {
  const of = await engine.makeTenant();
  const [none, some] = [
    await closeSync(of, engine, "empty", { paths: [] }),
    await closeSync(of, engine, "full", { paths: ["x"] }),
  ];
  expect(await check(of)).toEqual([]);
  await withoutGuards(
    database,
    "source_manifest_parts",
    sql`delete from source_manifest_parts where tenant_id = ${of.tenantId}`,
  );
  const { id, payload } = some.manifest!;
  const hashes = {
    recordedHash: JSON.parse(payload).filesHash,
    foundHash: JSON.parse(none.manifest!.payload).filesHash,
  };
  expect(await check(of)).toEqual([{ objectType: "manifest", objectId: id, ...hashes }]);
});

const check = (of: Context, signal = new AbortController().signal) =>
  checkManifests(of, [engine.signer.publicKey], signal);

test("more manifests than one statement reads are compared, and those that are gone are named with them", async () => {
  const of = await engine.makeTenant();
  const [kept, gone] = [
    await closeSync(of, engine, SOURCE, { paths: [] }),
    await closeSync(of, engine, SOURCE, { paths: [] }),
  ];
  await withOwner(database, ({ db }) =>
    db.execute(sql`
      insert into source_manifests (id, tenant_id, source, sequence, payload, payload_hash, signature, key_id, closed_by, closed_at)
      select md5(at::text || id)::uuid, tenant_id, source, 1000 + at, payload, payload_hash, signature, key_id, closed_by, closed_at
      from source_manifests, generate_series(1, 1001) at where id = ${kept.manifest!.id}`),
  );
  await withoutGuards(database, "source_manifests", sql`delete from source_manifests where id = ${gone.manifest!.id}`);
  const found = await check(of);
  const { id: objectId, payloadHash: recordedHash } = gone.manifest!;
  expect(found.at(-1)).toEqual({ objectType: "manifest", objectId, recordedHash, foundHash: null });
  expect(new Set(found.map((each) => each.objectId)).size).toBe(1002);
  expect(found.map((each) => each.objectId)).not.toContain(kept.manifest!.id);
  await expect(check(of, AbortSignal.abort(new Error("used its time")))).rejects.toThrow("used its time");
});

const LAST = ["payload", "payload_hash", "sequence", "closed_by", "closed_at", "plan_id"];

test.each(columnsOf(sourceManifests).filter(({ column }) => LAST.includes(column)))(
  "what follows from the last manifest is not made while its $column is another",
  async (change) => {
    const asItWas = (await listSources(ctx, { limit: 10 })).items;
    const where = sql`id = ${ids[1]!}`;
    const refused = { code: "INTEGRITY_ERROR", details: { id: ids[1] } };
    await withChangedColumn(database, { table: "source_manifests", ...change, where, order: "id" }, async () => {
      await expect(closeSync(ctx, engine, SOURCE, { paths: ["a.txt", "b.txt"] })).rejects.toMatchObject(refused);
      await expect(inTenant(ctx, (tx) => pinManifests(tx, ctx.tenantId))).rejects.toMatchObject(refused);
      const unsaid = { lastSyncedAt: null, lastSyncedBy: null, lastSyncedByName: null, lastManifestHash: null };
      expect((await listSources(ctx, { limit: 10 })).items).toEqual([{ ...asItWas[0], ...unsaid }]);
    });
  },
);

test.each([1, 2])(
  "while the last %i of a source's manifests are gone, none before is taken for the last",
  async (gone) => {
    const of = await engine.makeTenant();
    const closed = [];
    for (const paths of [[], ["x"]]) closed.push((await closeSync(of, engine, SOURCE, { paths })).manifest!.id);
    await closeSync(of, engine, "other", { paths: [] });
    const lastId = closed[1]!;
    await engine.upload(of, "x.txt", "This is x.", { source: SOURCE, path: "x.txt" });
    const removed = sql`delete from source_manifests where id = any(${sql.param(closed.slice(-gone))}::uuid[])`;
    const refused = { code: "INTEGRITY_ERROR", details: { id: lastId } };
    await withChangedRows(
      database,
      "source_manifests",
      (tx) => tx.execute(removed),
      async () => {
        const [source, other] = (await listSources(of, { limit: 10 })).items;
        expect(source).toMatchObject({ lastSyncedAt: null, lastManifestId: lastId, lastManifestHash: null });
        expect(other).toMatchObject({ lastSyncedAt: expect.any(String) });
        const { items } = await listManifests(of, engine, SOURCE, { limit: 10 });
        expect(items).toHaveLength(3 - gone);
        expect(items[0]).toEqual({ id: lastId, damaged: true });
        await expect(closeSync(of, engine, SOURCE, { paths: [] })).rejects.toMatchObject(refused);
        await expect(inTenant(of, (tx) => pinManifests(tx, of.tenantId))).rejects.toMatchObject(refused);
        expect((await check(of)).map(({ objectId }) => objectId)).toContain(lastId);
      },
    );
    await closeSync(of, engine, SOURCE, { paths: [] });
  },
);

test("a sync of an earlier release, which says of no source that it was its, is followed by the next one", async () => {
  const of = await engine.makeTenant();
  const close = async () => (await closeSync(of, engine, SOURCE, { paths: [] })).manifest!.id;
  const before = await close();
  const ofEarlier = await close();
  await tamper(database, (tx) =>
    tx.execute(sql`update audit_entries set details = details - 'sourceHash' where object_id = ${ofEarlier}`),
  );
  expect(await inTenant(of, (tx) => pinManifests(tx, of.tenantId))).toMatchObject([{ manifestId: ofEarlier }]);
  expect((await listSources(of, { limit: 10 })).items).toMatchObject([
    { lastManifestId: ofEarlier, lastManifestHash: expect.any(String) },
  ]);
  const { items } = await listManifests(of, engine, SOURCE, { limit: 1 });
  expect(items).toMatchObject([{ id: ofEarlier, valid: true }]);
  const next = await close();
  expect((await listManifests(of, engine, SOURCE, { limit: 10 })).items).toMatchObject(
    [next, ofEarlier, before].map((id) => ({ id, valid: true })),
  );
});

test("a run that would pin a manifest that is not as it was signed fails", async () => {
  const change = {
    table: "source_manifests",
    column: "payload",
    type: "text",
    where: sql`id = ${ids[1]!}`,
    order: "id",
  };
  await withChangedColumn(database, change, async () => {
    const { id } = await engine.startRun(ctx);
    await engine.drain();
    expect(await getRun(ctx, id)).toMatchObject({
      status: "FAILED",
      failureReason: expect.stringContaining("(INTEGRITY_ERROR)"),
    });
  });
});
