import { UnavailableError } from "@assay/contract";
import {
  announcePart,
  beginUpload,
  deleteDocument,
  discardUpload,
  fileKey,
  partKey,
  prepareFiles,
  recordPart,
  registerUpload,
} from "@assay/core/documents";
import { loadDeployment } from "@assay/core/files";
import { moveFiles } from "@assay/core/move-files";
import { type Context, createTenant } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryFileStore, type MemoryFileStore } from "../support/memory-file-store.ts";

let database: TestDatabase;
let from: MemoryFileStore;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  from = createMemoryFileStore();
  const { db } = database;
  from.marker = (await loadDeployment(db)).id;
  const { id: tenantId } = await createTenant(db, { name: "Mover" });
  ctx = { db, tenantId, actor: { id: "mover", role: "ADMIN", tenantId } };
});
afterAll(() => database.close());

async function upload(text: string): Promise<{ id: string; key: string }> {
  const [id] = (await prepareFiles(ctx, 1, { reclaimAfterMs: 1e9 })) as [string];
  const key = fileKey({ tenantId: ctx.tenantId, documentId: id });
  const stored = await from.put(key, new Blob([text]).stream(), { limitBytes: 1e6 });
  await registerUpload(ctx, { documentId: id, filename: `${id}.txt`, fileType: "txt", stored, fields: {} });
  return { id, key };
}

const move = (to: MemoryFileStore, isLast = false) => moveFiles({ db: database.db, from, to, isLast });
const read = async (store: MemoryFileStore, key: string) => new Response(await store.get(key)).text();

test("all files are moved with their checksums, an interrupted move is resumed, and what is not sound is left and named", async () => {
  const files = [await upload("one"), await upload("two"), await upload("three")];
  const [one, two, three] = files as [(typeof files)[0], (typeof files)[0], (typeof files)[0]];
  const to = createMemoryFileStore();
  // The other store fails at its second file.
  const { put } = to;
  let puts = 0;
  to.put = async (key, body, options) => {
    if (++puts === 2) throw new UnavailableError("files", "Cannot reach the file store");
    return put(key, body, options);
  };
  await expect(move(to)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(to.marker).toBeNull();
  to.put = put;
  const before = to.keys().length;
  expect(before).toBeGreaterThan(0);
  expect(await move(to)).toMatchObject({ copied: 3 - before, found: before, missing: [], damaged: [] });
  expect(await read(to, two.key)).toBe("two");
  expect(to.marker).toBe(from.marker);

  await deleteDocument(ctx, one.id);
  from.damage(three.key);
  await to.delete(three.key);
  const four = await upload("four");
  const five = await upload("five");
  from.lose(five.key);
  expect(await move(to)).toEqual({
    ...{ copied: 1, copiedBytes: 4, found: 1, removed: 1 },
    ...{ missing: [five.key], damaged: [three.key] },
  });
  expect(to.keys().toSorted()).toEqual([two.key, four.key].toSorted());
});

test("an upload that is under way when the move ends continues in the other store; of one that ended before nothing is left", async () => {
  const settings = { keepMs: 1e9, quota: { bytesMax: 1e9, documentsMax: 1e9 } };
  const begin = async () => {
    const upload = await beginUpload(ctx, { filename: "a.txt", fields: {}, sizeBytes: 6 }, settings);
    const part = await announcePart(ctx, upload.id, 0);
    const key = partKey(upload, part.number);
    const stored = await from.put(key, new Blob(["abc"]).stream(), { limitBytes: 6 });
    await recordPart(ctx, upload.id, part, stored);
    return { id: upload.id, key };
  };
  const [open, given] = [await begin(), await begin()];
  const to = createMemoryFileStore();
  await move(to);
  expect(to.keys()).not.toContain(open.key);
  await discardUpload(ctx, given.id);
  await move(to, true);
  expect(await read(to, open.key)).toBe("abc");
  expect(to.keys()).not.toContain(given.key);
});

test("a store of another deployment is neither copied from nor written to", async () => {
  const to = createMemoryFileStore();
  to.marker = "another";
  await expect(move(to)).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(to.keys()).toEqual([]);
  const stranger = createMemoryFileStore();
  await expect(moveFiles({ db: database.db, from: stranger, to })).rejects.toMatchObject({ code: "INVALID_STATE" });
});
