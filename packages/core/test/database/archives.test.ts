import { deleteDocument, listDocuments, previewDeletion, reprocessDocument } from "@assay/core/documents";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

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

const membersOf = async (parentDocumentId: string) =>
  (await listDocuments(ctx, { parentDocumentId, limit: 200 })).items.sort((a, b) =>
    a.originalFilename < b.originalFilename ? -1 : 1,
  );
const named = async (parent: string, name: string) =>
  (await membersOf(parent)).find(({ originalFilename }) => originalFilename === name)!;

describe("an archive", () => {
  test("becomes READY with its last member, parsed and indexed with it, and is no evidence itself", async () => {
    const { id } = await engine.upload(ctx, "bundle.zip", { "a.txt": "Text a.", "b.txt": "Text b.", "c.exe": null });
    await engine.drain();
    const archive = await engine.document(ctx, id);
    expect(archive).toMatchObject({
      status: "READY",
      coverage: null,
      archive: { members: 2, skipped: [{ name: "c.exe", reason: "UNSUPPORTED_FILE_TYPE" }] },
    });
    expect(archive.readyAt).not.toBeNull();
    expect([archive.parsedAt, archive.indexedAt]).toEqual([archive.readyAt, archive.readyAt]);
    expect((await membersOf(id)).map(({ originalFilename, status }) => [originalFilename, status])).toEqual([
      ["a.txt", "READY"],
      ["b.txt", "READY"],
    ]);
    const chunked = await inTenant(ctx, (tx) => rowsOf(tx, sql`select 1 from chunks where document_id = ${id}`));
    expect(chunked).toEqual([]);
  });

  test("within archives: the innermost member makes each level READY in turn", async () => {
    const { id } = await engine.upload(ctx, "outer.zip", {
      "one.zip": { "two.zip": { "three.zip": { "deep.txt": "Deep." } } },
      "flat.txt": "Flat.",
    });
    await engine.drain({ until: () => engine.extractor.starts.length === 1 });
    expect((await engine.document(ctx, id)).status).toBe("EXTRACTED");
    await engine.drain();
    let level = id;
    for (const name of ["one.zip", "two.zip", "three.zip", "deep.txt"]) {
      const member = await named(level, name);
      expect({ name, status: member.status, parent: member.parentDocumentId }).toEqual({
        name,
        status: "READY",
        parent: level,
      });
      level = member.id;
    }
    expect((await engine.document(ctx, id)).status).toBe("READY");
  });

  test("is READY although a member failed", async () => {
    const { id } = await engine.upload(ctx, "bundle.zip", {
      "a.txt": "Text.",
      "blank.txt": " ",
      "lie.txt": "not what the extension says",
    });
    await engine.drain();
    expect((await engine.document(ctx, id)).status).toBe("READY");
    expect((await membersOf(id)).map(({ status, failure }) => [status, failure?.code])).toEqual([
      ["READY", undefined],
      ["FAILED", "NO_TEXT"],
      ["FAILED", "FILE_TYPE_MISMATCH"],
    ]);
  });

  test("that is empty is FAILED with NO_TEXT", async () => {
    const { id } = await engine.upload(ctx, "empty.zip", {});
    await engine.drain();
    expect((await engine.document(ctx, id)).failure).toMatchObject({ stage: "extract", code: "NO_TEXT" });
  });

  test("whose inner archive is empty is READY, the inner one FAILED", async () => {
    const { id } = await engine.upload(ctx, "holder.zip", { "inner.zip": {} });
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", archive: { members: 1 } });
    expect((await membersOf(id)).map(({ failure }) => failure?.code)).toEqual(["NO_TEXT"]);
  });

  test("of which everything is skipped is FAILED with NO_TEXT and says what was skipped, also inside another", async () => {
    const { id } = await engine.upload(ctx, "bundle.zip", { "c.exe": null });
    const outer = await engine.upload(ctx, "outer.zip", { "a.txt": "Text.", "inner.zip": { "d.exe": null } });
    await engine.drain();
    const failed = (name: string) => ({
      status: "FAILED",
      failure: { stage: "extract", code: "NO_TEXT" },
      archive: { members: 0, skipped: [{ name, reason: "UNSUPPORTED_FILE_TYPE" }] },
    });
    expect(await engine.document(ctx, id)).toMatchObject(failed("c.exe"));
    expect(await named(outer.id, "inner.zip")).toMatchObject(failed("d.exe"));
    expect(await engine.document(ctx, outer.id)).toMatchObject({ status: "READY" });
  });

  test("over a limit fails and leaves no member and no file", async () => {
    engine = await createTestEngine(database.db, {
      documents: { archive: { depthMax: 5, filesMax: 2, bytesMax: 1e9 } },
    });
    const { id } = await engine.upload(ctx, "big.zip", { "a.txt": "a", "inner.zip": { "b.txt": "b", "c.txt": "c" } });
    await engine.drain();
    expect((await engine.document(ctx, id)).failure).toMatchObject({ code: "ARCHIVE_LIMIT_EXCEEDED" });
    expect(await membersOf(id)).toEqual([]);
    expect(engine.files.keys()).toHaveLength(1);
  });

  test("too large for one attempt is stored in several: each member once, and none is visible before the last", async () => {
    const names = Array.from({ length: 120 }, (_, at) => `file-${String(at).padStart(3, "0")}.txt`);
    const { id } = await engine.upload(
      ctx,
      "bundle.zip",
      Object.fromEntries(names.map((name) => [name, `Text of ${name}.`])),
    );
    const { put } = engine.files;
    const { walkArchive } = engine.extractor;
    let puts = 0;
    engine.files.put = async (...args) => {
      puts += 1;
      return put(...args);
    };
    const storedBefore: number[] = [];
    engine.extractor.walkArchive = async (...args) => {
      storedBefore.push(puts);
      expect(await membersOf(id)).toEqual([]);
      return walkArchive(...args);
    };
    // A file takes a second.
    const clock = vi.spyOn(performance, "now").mockImplementation(() => puts * 1000);
    await engine.drain({ until: () => puts === 120 });
    clock.mockRestore();
    expect({ storedBefore, puts }).toEqual({ storedBefore: [0, 50, 100], puts: 120 });
    expect(await engine.document(ctx, id)).toMatchObject({ status: "EXTRACTED", archive: { members: 120 } });
    const { items } = await listDocuments(ctx, { parentDocumentId: id, limit: 200 });
    expect(items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((item) => item.originalFilename)).toEqual(names);
  });

  test("whose storing breaks down in the middle shows no member, and all of them after the next attempt", async () => {
    const { id } = await engine.upload(ctx, "bundle.zip", { "a.txt": "Text a.", "b.txt": "Text b." });
    const put = engine.files.put;
    let puts = 0;
    engine.files.put = async (...args) => {
      puts += 1;
      if (puts === 2) {
        expect(await membersOf(id)).toEqual([]);
        throw new Error("The disk is full");
      }
      return put(...args);
    };
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", archive: { members: 2 } });
    expect(engine.files.keys()).toHaveLength(3);
    await inSystem(database.db, (tx) =>
      tx.execute(sql`update work_items set available_at = now() - interval '1 second' where state = 'PENDING'`),
    );
    await engine.drain();
    expect(engine.files.keys()).toHaveLength(3);
    for (const { id: member } of await membersOf(id))
      expect(engine.files.keys()).toContain(`${ctx.tenantId}/${member}`);
  });
});

describe("bytes that are known", () => {
  test("are skipped within an archive and across archives, and name the document that holds them", async () => {
    const first = await engine.upload(ctx, "first.zip", {
      "a.txt": "Same.",
      "again.txt": "Same.",
      "inner.zip": { "third.txt": "Same." },
    });
    await engine.drain();
    const holder = await named(first.id, "a.txt");
    expect((await engine.document(ctx, first.id)).archive).toEqual({
      members: 2,
      skipped: [{ name: "again.txt", reason: "DUPLICATE", documentId: holder.id }],
    });
    expect(await engine.document(ctx, (await named(first.id, "inner.zip")).id)).toMatchObject({
      status: "READY",
      archive: { members: 0 },
    });
    const second = await engine.upload(ctx, "second.zip", { "b.txt": "Same.", "new.txt": "New." });
    await engine.drain();
    expect((await engine.document(ctx, second.id)).archive).toEqual({
      members: 1,
      skipped: [{ name: "b.txt", reason: "DUPLICATE", documentId: holder.id }],
    });
    expect((await previewDeletion(ctx, holder.id)).alsoHeldBy).toEqual(
      expect.arrayContaining([{ id: second.id, originalFilename: "second.zip", documentId: holder.id }]),
    );
  });

  test("inside an inner archive that is known do not keep the same file next to it out", async () => {
    const inner = { "c.txt": "Text c." };
    const known = await engine.upload(ctx, "inner.zip", inner);
    await engine.drain();
    await deleteDocument(ctx, (await named(known.id, "c.txt")).id);
    const { id } = await engine.upload(ctx, "outer.zip", { "inner.zip": inner, "c.txt": "Text c." });
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", archive: { members: 1 } });
    expect((await membersOf(id)).map(({ originalFilename, status }) => [originalFilename, status])).toEqual([
      ["c.txt", "READY"],
    ]);
  });

  test("that are deleted while an archive with them is registered are stored after all", async () => {
    const known = await engine.upload(ctx, "known.txt", "Known.");
    await engine.drain();
    const { id } = await engine.upload(ctx, "bundle.zip", { "a.txt": "Known.", "b.txt": "Other." });
    const put = engine.files.put;
    engine.files.put = async (...args) => {
      engine.files.put = put;
      await deleteDocument(ctx, known.id);
      return put(...args);
    };
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", archive: { members: 2, skipped: [] } });
  });
});

describe("the end of members", () => {
  test("a deleted member no longer keeps its archive waiting", async () => {
    const { id } = await engine.upload(ctx, "bundle.zip", { "a.txt": "Text a.", "inner.zip": { "b.txt": "Text b." } });
    await engine.drain({ until: () => engine.files.keys().length > 1 && engine.extractor.starts.length === 1 });
    for (const member of await membersOf(id)) await deleteDocument(ctx, member.id);
    await engine.drain();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY" });
    expect(engine.files.keys()).toEqual([`${ctx.tenantId}/${id}`]);
  });

  test("a deleted archive takes every level with it", async () => {
    const { id } = await engine.upload(ctx, "outer.zip", { "inner.zip": { "a.txt": "Text a." }, "b.txt": "Text b." });
    await engine.drain();
    const preview = await previewDeletion(ctx, id);
    expect(preview.documents.map(({ originalFilename }) => originalFilename)).toEqual(
      expect.arrayContaining(["outer.zip", "inner.zip", "a.txt", "b.txt"]),
    );
    expect(preview.documents[0]!.id).toBe(id);
    await deleteDocument(ctx, id);
    await engine.drain();
    expect((await listDocuments(ctx, { limit: 10 })).items).toEqual([]);
    expect(engine.files.keys()).toEqual([]);
  });

  test("a FAILED member that is processed again leaves a READY archive READY", async () => {
    const { id } = await engine.upload(ctx, "bundle.zip", { "blank.txt": " ", "a.txt": "Text a." });
    await engine.drain();
    const blank = await named(id, "blank.txt");
    await reprocessDocument(ctx, blank.id);
    await engine.drain();
    expect((await engine.document(ctx, blank.id)).status).toBe("FAILED");
    expect((await engine.document(ctx, id)).status).toBe("READY");
    await deleteDocument(ctx, blank.id);
    expect((await engine.document(ctx, id)).status).toBe("READY");
  });

  test("a FAILED member that is processed again is waited for by an archive that still waits", async () => {
    const { id } = await engine.upload(ctx, "bundle.zip", { "a-blank.txt": " ", "b.txt": "Text b." });
    await engine.drain({ until: () => engine.reports.length > 0 });
    const blank = await named(id, "a-blank.txt");
    expect(blank.status).toBe("FAILED");
    await reprocessDocument(ctx, blank.id);
    const pending = () =>
      inTenant(ctx, (tx) => rowsOf(tx, sql`select members_pending as n from documents where id = ${id}`));
    expect(await pending()).toEqual([{ n: 2 }]);
    await engine.drain();
    expect(await pending()).toEqual([{ n: 0 }]);
    expect((await engine.document(ctx, id)).status).toBe("READY");
  });
});
