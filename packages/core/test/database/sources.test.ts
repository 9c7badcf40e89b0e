import type { PlanFile, PlanQuery } from "@assay/contract";
import { listDocuments, retireDocument } from "@assay/core/documents";
import { getRunConfiguration, getSnapshot } from "@assay/core/runs";
import {
  closeSync,
  getManifest,
  listManifests,
  listSources,
  type PlanLimits,
  planSync,
  rememberRefusal,
} from "@assay/core/sources";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sha256Hex } from "../../src/digest.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";
import { withoutGuards } from "../support/without-guards.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
});

const SOURCE = "folder";
async function put(path: string, content: Parameters<TestEngine["upload"]>[2]): Promise<string> {
  const { id } = await engine.upload(ctx, path.split("/").at(-1)!, content, { source: SOURCE, path });
  await engine.drain();
  return id;
}
const evidence = async () => {
  const { items } = await listDocuments(ctx, { limit: 200, isEvidence: "true" });
  return items.map(({ id }) => id).sort();
};
const close = (body: Parameters<typeof closeSync>[3], by = ctx) => closeSync(by, engine, SOURCE, body);

type Folder = Readonly<Record<string, string>>;
async function* linesOf(folder: Folder): AsyncGenerator<PlanFile[]> {
  for (const [path, text] of Object.entries(folder))
    yield [{ path, sha256: await sha256Hex(text), bytes: new TextEncoder().encode(text).length }];
}
async function plan(folder: Folder, query: PlanQuery = {}, by: Partial<PlanLimits> = {}) {
  const { header, entries } = await planSync(ctx, { ...engine, ...by }, SOURCE, query, linesOf(folder));
  const lines = [];
  for await (const batch of entries) lines.push(...batch);
  return { ...header, lines: lines.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
/** As a program does it: only what the plan asks for is sent. */
async function sync(folder: Folder) {
  const { planId, lines } = await plan(folder);
  for (const { path, action } of lines) if (action === "upload") await put(path, folder[path]!);
  return close({ planId: planId! });
}

describe("a plan", () => {
  test("says of each file whether to send it, and what the source has no longer", async () => {
    const [same, changed, gone] = [await put("a.txt", "One."), await put("b.txt", "Two."), await put("c.txt", "3.")];
    expect(await plan({ "a.txt": "One.", "b.txt": "New.", "d.txt": "Four." })).toEqual({
      planId: expect.any(String),
      source: SOURCE,
      expiresAt: expect.any(String),
      upload: 2,
      unchanged: 1,
      refused: 0,
      retire: 1,
      lines: [
        { path: "a.txt", action: "unchanged", documentId: same },
        { path: "b.txt", action: "upload", documentId: changed },
        { path: "c.txt", action: "retire", documentId: gone },
        { path: "d.txt", action: "upload" },
      ],
    });
    expect(await evidence()).toEqual([same, changed, gone].sort());
  });

  test("keeps others of the source away until it is closed, or taken over by its id", async () => {
    const first = await plan({ "a.txt": "One." });
    const other = plan({ "a.txt": "One." });
    await expect(other).rejects.toMatchObject({ code: "INVALID_STATE", details: { planId: first.planId } });
    await expect(close({ paths: [] })).rejects.toMatchObject({ code: "INVALID_STATE" });
    const second = await plan({ "a.txt": "One." }, { takeOver: first.planId! });
    await expect(close({ planId: first.planId! })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await close({ planId: second.planId! });
    expect(await plan({ "a.txt": "One." })).toMatchObject({ upload: 1 });
  });

  test("of a dry run is not kept, and hinders no other", async () => {
    await plan({ "a.txt": "One." });
    expect(await plan({}, { dryRun: "true" })).toMatchObject({ planId: null, expiresAt: null, upload: 0 });
  });

  test("that breaks off while it comes in leaves nothing behind", async () => {
    async function* broken(): AsyncGenerator<PlanFile[]> {
      yield* linesOf({ "a.txt": "One." });
      throw new Error("gone");
    }
    await expect(planSync(ctx, engine, SOURCE, {}, broken())).rejects.toThrow("gone");
    expect(await plan({ "a.txt": "One." })).toMatchObject({ upload: 1 });
  });

  test.each([
    ["in one batch", 2],
    ["in two", 1],
  ])("names no path twice, %s", async (_, size) => {
    const file = { path: "a.txt", sha256: "0".repeat(64), bytes: 1 };
    async function* twice(): AsyncGenerator<PlanFile[]> {
      for (let at = 0; at < 2; at += size) yield Array.from({ length: size }, () => file);
    }
    await expect(planSync(ctx, engine, SOURCE, {}, twice())).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ field: "path", issue: 'must be unique: "a.txt"' }] },
    });
  });

  test("leaves nothing that the next sync would wait for when it fails once it is opened", async () => {
    const transaction = ctx.db.transaction.bind(ctx.db) as (...args: unknown[]) => Promise<unknown>;
    const failing = vi
      .spyOn(ctx.db, "transaction")
      .mockImplementationOnce(transaction as never)
      .mockRejectedValueOnce(new Error("The connection broke"));
    try {
      await expect(plan({})).rejects.toThrow("The connection broke");
      expect(await plan({})).toMatchObject({ upload: 0 });
    } finally {
      failing.mockRestore();
    }
  });

  test("belongs to its source", async () => {
    const { planId } = await plan({});
    const other = closeSync(ctx, engine, "another", { planId: planId! });
    await expect(other).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a file that was refused", () => {
  const folder = { "tool.exe": "MZ", Makefile: "all:", "late.txt": "One." };
  const refused = [
    { path: "tool.exe", reason: "Files of type 'exe' are not read", code: "UNSUPPORTED_FILE_TYPE" },
    { path: "Makefile", reason: "must have a file name extension", code: "VALIDATION_ERROR" },
    { path: "late.txt", reason: "At capacity", code: "TENANT_LIMIT_EXCEEDED" },
  ];
  const actionsOf = ({ lines }: Awaited<ReturnType<typeof plan>>) =>
    Object.fromEntries(lines.map(({ path, action }) => [path, action]));

  test("for its kind is not asked for again, and every manifest lists it with the reason", async () => {
    const first = await plan(folder);
    expect(first).toMatchObject({ upload: 3, refused: 0 });
    await close({ planId: first.planId!, refused });
    for (let night = 0; night < 2; night++) {
      const next = await plan(folder);
      expect(next).toMatchObject({ upload: 1, refused: 2 });
      expect(next.lines).toMatchObject([
        { path: "Makefile", action: "refused", code: "VALIDATION_ERROR", reason: refused[1]!.reason },
        { path: "late.txt", action: "upload" },
        { path: "tool.exe", action: "refused", code: "UNSUPPORTED_FILE_TYPE", reason: refused[0]!.reason },
      ]);
      const { manifest, notHeld } = await close({ planId: next.planId! });
      expect(notHeld).toEqual(["Makefile", "late.txt", "tool.exe"]);
      const { files } = await getManifest(ctx, engine, SOURCE, manifest!.id);
      expect(files.map((file) => file.refused)).toEqual([refused[1]!.reason, undefined, refused[0]!.reason]);
    }
  });

  test("is asked for where its bytes, its path or the service's release is another", async () => {
    const first = await plan(folder);
    await close({ planId: first.planId!, refused });
    const changed = await plan({ "tool.exe": "MZ 2", "moved.exe": "MZ", Makefile: "all:" }, { dryRun: "true" });
    expect(actionsOf(changed)).toEqual({ "tool.exe": "upload", "moved.exe": "upload", Makefile: "refused" });
    expect(actionsOf(await plan(folder, { dryRun: "true" }, { release: "9.9.9" }))).toMatchObject({
      "tool.exe": "upload",
      Makefile: "upload",
    });
  });

  test("is asked for where the files of the manifest, or the manifest, are not those that were signed", async () => {
    const first = await plan(folder);
    const closed = await close({ planId: first.planId!, refused });
    const id = closed.manifest!.id;
    const all = { upload: 3, refused: 0 };
    await withoutGuards(
      database,
      "source_manifest_parts",
      sql`update source_manifest_parts
        set lines = replace(replace(lines, 'TENANT_LIMIT_EXCEEDED', 'UNSUPPORTED_FILE_TYPE'), 'At capacity', 'Forged')
        where manifest_id = ${id}`,
    );
    expect(await plan(folder, { dryRun: "true" })).toMatchObject(all);
    const old = await put("old.txt", "Old.");
    const next = await plan(folder);
    await withoutGuards(database, "source_manifests", sql`update source_manifests set payload = 'x' where id = ${id}`);
    expect(await plan(folder, { dryRun: "true" })).toMatchObject(all);
    await expect(close({ planId: next.planId! })).rejects.toMatchObject({ code: "INTEGRITY_ERROR", details: { id } });
    expect(await evidence()).toEqual([old]);
  });

  test("is asked for where its name is one of a format that is read, whatever was said of its bytes", async () => {
    const { planId } = await plan({ "deep/policy.pdf": "MZ" });
    await close({ planId: planId!, refused: [{ ...refused[0]!, path: "deep/policy.pdf" }] });
    expect(await plan({ "deep/policy.pdf": "MZ" }, { dryRun: "true" })).toMatchObject({ upload: 1, refused: 0 });
  });

  test("by the service itself, whatever its name, is not asked for again until its bytes or the service are others", async () => {
    const holding = { "deep/archive.zip": "PK", "policy.txt": "Policy." };
    const error = { code: "ARCHIVE_LIMIT_EXCEEDED" as const, message: "It declares too many files" };
    const first = await plan(holding);
    for (const [path, text] of [
      ["deep/archive.zip", "PK"],
      ["policy.txt", "Other bytes than the plan has."],
    ] as const)
      await rememberRefusal(ctx, { source: SOURCE, path, sha256: await sha256Hex(text), error });
    const theirs = await engine.makeTenant();
    await rememberRefusal(theirs, { source: SOURCE, path: "policy.txt", sha256: await sha256Hex("Policy."), error });
    await close({ planId: first.planId!, refused: [{ path: "deep/archive.zip", reason: "A caller's word" }] });
    for (let night = 0; night < 2; night++) {
      const next = await plan(holding);
      expect(next.lines).toMatchObject([
        { path: "deep/archive.zip", action: "refused", code: error.code, reason: error.message },
        { path: "policy.txt", action: "upload" },
      ]);
      await close({ planId: next.planId! });
    }
    const edited = await plan({ ...holding, "deep/archive.zip": "PK 2" }, { dryRun: "true" });
    expect(actionsOf(edited)).toMatchObject({ "deep/archive.zip": "upload" });
    expect(await plan(holding, { dryRun: "true" }, { release: "1.0.0+other-limits" })).toMatchObject({ refused: 0 });
  });

  test("as it is too large is never asked for, until the limit is raised", async () => {
    const large = { "scan.pdf": "x".repeat(11) };
    const first = await plan(large, {}, { fileBytesMax: 10 });
    expect(first.lines).toMatchObject([{ action: "refused", code: "FILE_TOO_LARGE", reason: expect.any(String) }]);
    const { notHeld } = await close({ planId: first.planId! });
    expect(notHeld).toEqual(["scan.pdf"]);
    expect(await plan(large, { dryRun: "true" }, { fileBytesMax: 11 })).toMatchObject({ upload: 1, refused: 0 });
  });

  test("is listed with its reason by the close of a plan that an earlier release made", async () => {
    const first = await plan(folder);
    await close({ planId: first.planId!, refused });
    const next = await plan(folder);
    await withOwner(database, ({ db }) =>
      db.execute(sql`update source_plan_files set refusal = null where plan_id = ${next.planId!}`),
    );
    const { manifest } = await closeSync(ctx, { ...engine, release: "9.9.9" }, SOURCE, { planId: next.planId! });
    const { files } = await getManifest(ctx, engine, SOURCE, manifest!.id);
    expect(files.map((file) => file.refused)).toEqual([refused[1]!.reason, undefined, refused[0]!.reason]);
    expect(await plan(folder, { dryRun: "true" })).toMatchObject({ upload: 3, refused: 0 });
  });

  test("leaves no earlier bytes at its place", async () => {
    const first = await plan(folder);
    await close({ planId: first.planId!, refused });
    await put("tool.exe", "Sent by hand.");
    const next = await plan(folder);
    expect(actionsOf(next)).toMatchObject({ "tool.exe": "refused" });
    expect(await close({ planId: next.planId! })).toMatchObject({ removed: [{ path: "tool.exe" }] });
    expect(await evidence()).toEqual([]);
  });
});

describe("the close of a plan", () => {
  test("makes the source what the plan says", async () => {
    const [kept, gone] = [await put("a.txt", "One."), await put("b.txt", "Two.")];
    const closed = await sync({ "a.txt": "One.", "c.txt": "Three." });
    expect(closed).toMatchObject({ kept: 2, removed: [{ path: "b.txt", documentId: gone }], notHeld: [] });
    const live = await evidence();
    expect([live.length, live.includes(kept), live.includes(gone)]).toEqual([2, true, false]);
  });

  test("retires what stands where the source has other bytes that never came, and lists those", async () => {
    await put("a.txt", "One.");
    const { planId } = await plan({ "a.txt": "New.", "b.bin": "0" });
    const refused = [{ path: "b.bin", reason: "Not a supported format" }];
    const closed = await close({ planId: planId!, refused });
    expect(closed).toMatchObject({ kept: 0, removed: [{ path: "a.txt" }], notHeld: ["a.txt", "b.bin"] });
    expect(await evidence()).toEqual([]);
    const { files } = await getManifest(ctx, engine, SOURCE, closed.manifest!.id);
    expect(files).toMatchObject([
      { path: "a.txt", documentId: null, sha256: await sha256Hex("New.") },
      { path: "b.bin", documentId: null, refused: "Not a supported format" },
    ]);
  });

  test("leaves what came to a place after the plan was made", async () => {
    await put("a.txt", "One.");
    const { planId } = await plan({ "a.txt": "Two." });
    const later = await put("a.txt", "Edited while it was sent.");
    await close({ planId: planId! });
    expect(await evidence()).toEqual([later]);
  });

  test("goes on where it broke off, and is done once", async () => {
    for (const name of ["a.txt", "b.txt"]) await put(name, `Of ${name}.`);
    const { planId } = await plan({});
    const failing = { ...engine, signer: { ...engine.signer, sign: async () => new Uint8Array(64) } };
    await expect(closeSync(ctx, failing, SOURCE, { planId: planId! })).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    const closed = await close({ planId: planId! });
    expect(closed).toMatchObject({ kept: 0, manifest: { sequence: 1 } });
    expect(await close({ planId: planId! })).toEqual({ ...closed, removed: [] });
    expect(await evidence()).toEqual([]);
  });

  test("by two at once is done once", async () => {
    await put("a.txt", "One.");
    const { planId } = await plan({});
    const both = await Promise.all([close({ planId: planId! }), close({ planId: planId! })]);
    expect(both.map(({ manifest }) => manifest!.id)).toEqual([both[0]!.manifest!.id, both[0]!.manifest!.id]);
    expect(both.flatMap(({ removed }) => removed)).toHaveLength(1);
  });
});

describe("a manifest", () => {
  test("is signed, follows the one before, and has the files as they stood", async () => {
    const id = await put("a.txt", "One.");
    const [first, second] = [(await sync({ "a.txt": "One." })).manifest!, (await sync({ "a.txt": "One." })).manifest!];
    expect(JSON.parse(second.payload)).toMatchObject({
      origin: "assay/source-manifest/v1",
      manifestId: second.id,
      tenantId: ctx.tenantId,
      source: SOURCE,
      sequence: 2,
      previousHash: first.payloadHash,
      closedBy: ctx.actor.id,
      fileCount: 1,
      bytes: 4,
    });
    const key = await crypto.subtle.importKey("jwk", { ...engine.signer.publicKey }, "Ed25519", false, ["verify"]);
    const signature = Uint8Array.from(Buffer.from(second.signature, "base64url"));
    expect(await crypto.subtle.verify("Ed25519", key, signature, new TextEncoder().encode(second.payload))).toBe(true);
    await retireDocument(ctx, id);
    const { lines, filesHash } = await getManifest(ctx, engine, SOURCE, second.id);
    expect(lines).toBe(
      `{"bytes":4,"documentId":"${id}","path":"a.txt","sha256":"${await sha256Hex("One.")}","version":1}\n`,
    );
    expect(JSON.parse(second.payload).filesHash).toBe(filesHash);
    const page = await listManifests(ctx, engine, SOURCE, { limit: 1 });
    const next = await listManifests(ctx, engine, SOURCE, { limit: 1, cursor: page.nextCursor! });
    expect([page, next].flatMap(({ items }) => items)).toEqual([second, first]);
    await expect(getManifest(ctx, engine, "another", second.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("is pinned by the runs that start after it, in configuration and snapshot", async () => {
    const bound = await engine.makeBoundTenant(makePack(["One."]));
    ctx = bound;
    const before = await engine.startRun(ctx);
    await engine.drain();
    await put("a.txt", "One.");
    const { manifest } = await sync({ "a.txt": "One." });
    const after = await engine.startRun(ctx);
    await engine.drain();
    const { id: manifestId, payloadHash, closedAt } = manifest!;
    const pinned = [{ source: SOURCE, manifestId, sha256: payloadHash, closedAt }];
    const read = async (runId: string) => JSON.parse(new TextDecoder().decode((await getSnapshot(ctx, runId)).bytes));
    expect((await getRunConfiguration(ctx, after.id)).manifests).toEqual(pinned);
    expect(await read(after.id)).toMatchObject({ format: "assay-snapshot/7", configuration: { manifests: pinned } });
    expect((await read(before.id)).configuration).not.toHaveProperty("manifests");
    expect((await read(before.id)).format).toBe("assay-snapshot/7");
  });
});

test("sources are listed by name, with what they hold and who synced them last", async () => {
  await put("a.txt", "One.");
  const { manifest } = await sync({ "a.txt": "One." });
  await engine.upload(ctx, "b.txt", "Two.", { source: "another", path: "b.txt" });
  await engine.upload(ctx, "c.txt", "Three.");
  const { id, payloadHash, closedAt, closedBy } = manifest!;
  const synced = { lastSyncedAt: closedAt, lastSyncedBy: closedBy, lastManifestId: id, lastManifestHash: payloadHash };
  const never = { lastSyncedAt: null, lastSyncedBy: null, lastManifestId: null, lastManifestHash: null };
  const first = await listSources(ctx, { limit: 1 });
  expect(first.items).toEqual([{ name: "another", files: 1, lastSyncedByName: null, ...never }]);
  const rest = await listSources(ctx, { limit: 1, cursor: first.nextCursor! });
  expect(rest).toEqual({
    items: [{ name: SOURCE, files: 1, lastSyncedByName: null, ...synced }],
    nextCursor: null,
  });
});

describe("the end of a sync without a plan", () => {
  test("retires what the source has no longer, unless something else holds it", async () => {
    const [kept, gone, elsewhere] = [
      await put("a.txt", "One."),
      await put("b.txt", "Two."),
      await put("c.txt", "Three."),
    ];
    await engine.upload(ctx, "c.txt", "Three.", { source: "another", path: "c.txt" });
    const sync = { paths: ["a.txt", "refused.bin"] };
    const expected = {
      source: SOURCE,
      kept: 1,
      removed: [
        { path: "b.txt", documentId: gone },
        { path: "c.txt", documentId: elsewhere },
      ],
      notHeld: ["refused.bin"],
    };
    expect(await close({ ...sync, dryRun: true })).toEqual({ ...expected, manifest: null });
    expect(await evidence()).toEqual([kept, gone, elsewhere].sort());
    expect(await close(sync)).toMatchObject(expected);
    expect(await evidence()).toEqual([kept, elsewhere].sort());
    expect(await close(sync)).toMatchObject({ removed: [] });
  });

  test("retires an earlier version too that waited for a newer one to be read", async () => {
    const first = await put("a.txt", "One.");
    const second = await put("a.txt", " ");
    expect(await evidence()).toEqual([first, second].sort());
    await close({ paths: [] });
    expect(await evidence()).toEqual([]);
  });
});
