import { deleteDocument, listDocuments, listVersions, restoreDocument, retireDocument } from "@assay/core/documents";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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

const SOURCE = "folder";
async function put(path: string, content: Parameters<TestEngine["upload"]>[2]): Promise<string> {
  const { id } = await engine.upload(ctx, path.split("/").at(-1)!, content, { source: SOURCE, path });
  await engine.drain();
  return id;
}
const get = (id: string) => engine.document(ctx, id);
const evidence = async () => {
  const { items } = await listDocuments(ctx, { limit: 200, isEvidence: "true" });
  return items.map(({ id }) => id).sort();
};

describe("a retired document", () => {
  test("is back at its place by restore, and by turning up again", async () => {
    const id = await put("a.txt", "One.");
    expect(await retireDocument(ctx, id)).toMatchObject({ id, retiredAt: expect.any(String), places: [] });
    expect(await evidence()).toEqual([]);
    const place = { source: SOURCE, path: "a.txt" };
    expect(await restoreDocument(ctx, id)).toMatchObject({ retiredAt: null, places: [{ ...place, version: 2 }] });
    await retireDocument(ctx, id);
    expect(await put("a.txt", "One.")).toBe(id);
    expect(await get(id)).toMatchObject({ retiredAt: null, places: [{ ...place, version: 3 }] });
  });

  test("that had no place is back without one", async () => {
    const { id } = await engine.upload(ctx, "a.txt", "One.");
    await engine.drain();
    await retireDocument(ctx, id);
    expect(await evidence()).toEqual([]);
    await restoreDocument(ctx, id);
    expect(await evidence()).toEqual([id]);
  });

  test("takes its members along and brings them back", async () => {
    const archive = await put("bundle.zip", { "a.txt": "One.", "b.txt": "Two." });
    const before = await evidence();
    await retireDocument(ctx, archive);
    expect(await evidence()).toEqual([]);
    await restoreDocument(ctx, archive);
    expect([before.length, await evidence()]).toEqual([3, before]);
  });

  test("is no member alone", async () => {
    const archive = await put("bundle.zip", { "a.txt": "One." });
    const [member] = (await listDocuments(ctx, { limit: 10, parentDocumentId: archive })).items;
    await expect(retireDocument(ctx, member!.id)).rejects.toMatchObject({
      code: "INVALID_STATE",
      details: { documentId: archive },
    });
    await retireDocument(ctx, archive);
    await expect(restoreDocument(ctx, member!.id)).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("is neither retired nor restored twice", async () => {
    const id = await put("a.txt", "One.");
    await expect(restoreDocument(ctx, id)).rejects.toMatchObject({ code: "INVALID_STATE" });
    await retireDocument(ctx, id);
    await expect(retireDocument(ctx, id)).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("does not come back with the version after it when that one is deleted", async () => {
    const first = await put("a.txt", "One.");
    await retireDocument(ctx, first);
    const second = await put("a.txt", "Two.");
    await deleteDocument(ctx, second);
    expect(await evidence()).toEqual([]);
  });
});

test("a superseded document that is restored takes the place of its successor", async () => {
  const first = await put("a.txt", "One.");
  const second = await put("a.txt", "Two.");
  expect(await restoreDocument(ctx, first)).toMatchObject({ supersededById: null, places: [{ version: 3 }] });
  expect(await get(second)).toMatchObject({ supersededById: first });
  expect(await evidence()).toEqual([first]);
});

test("the versions of a document are all that stood at its places, the newest first", async () => {
  const first = await put("a.txt", "One.");
  const second = await put("a.txt", "Two.");
  await put("other.txt", "Three.");
  for (const id of [first, second]) {
    const { items } = await listVersions(ctx, id, { limit: 10 });
    expect(items).toMatchObject([
      { documentId: second, source: SOURCE, path: "a.txt", version: 2, heldUntil: null, isEvidence: true },
      { documentId: first, version: 1, heldUntil: expect.any(String), isEvidence: false },
    ]);
  }
  const page = await listVersions(ctx, first, { limit: 1 });
  const next = await listVersions(ctx, first, { limit: 1, cursor: page.nextCursor! });
  expect([page, next].map(({ items }) => items[0]!.documentId)).toEqual([second, first]);
});

test("documents are found by their bytes, their source and their path", async () => {
  const first = await put("a.txt", "One.");
  const second = await put("a.txt", "Two.");
  const other = await put("b.txt", "Three.");
  const found = async (query: object) =>
    (await listDocuments(ctx, { limit: 10, ...query })).items.map(({ id }) => id).sort();
  expect(await found({ sha256: (await get(first)).sha256Hash })).toEqual([first]);
  expect(await found({ source: SOURCE })).toEqual([second, other].sort());
  expect(await found({ source: SOURCE, path: "a.txt" })).toEqual([second]);
  expect(await found({ path: "b.txt" })).toEqual([other]);
  expect(await found({ source: "another" })).toEqual([]);
  expect(await found({ isEvidence: "false" })).toEqual([first]);
});
