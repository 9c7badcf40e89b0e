import { deleteDocument, editDocument, listDocuments, listVersions, restoreDocument } from "@assay/core/documents";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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

const evidence = async () => {
  const { items } = await listDocuments(ctx, { limit: 200, isEvidence: "true" });
  return items.map(({ id }) => id).sort();
};
async function put(content: Parameters<TestEngine["upload"]>[2], fields = {}, name = "a.txt"): Promise<string> {
  const { id } = await engine.upload(ctx, name, content, fields);
  await engine.drain();
  return id;
}
const replace = (id: string, content: Parameters<TestEngine["upload"]>[2], name = "a.txt") =>
  engine.upload(ctx, name, content, {}, id);

test("the older one leaves later runs when the newer is READY, and hands on what people said of it", async () => {
  const first = await put("One.", { category: "Policies", title: "The rule" });
  await editDocument(ctx, first, { evidenceKind: "RECORD" });
  const second = await replace(first, "Two.");
  expect(second).toMatchObject({
    replacesDocumentId: first,
    category: "Policies",
    title: "The rule",
    evidenceKind: "RECORD",
    evidenceKindSource: "USER",
    places: [],
  });
  expect(await evidence()).toEqual([first, second.id].sort());
  await engine.drain();
  expect(await evidence()).toEqual([second.id]);
  expect(await engine.document(ctx, first)).toMatchObject({ supersededById: second.id });
  const { items } = await listVersions(ctx, first, { limit: 10 });
  expect(items).toMatchObject([
    { documentId: second.id, source: null, path: null, version: 2, isEvidence: true },
    { documentId: first, version: 1, isEvidence: false },
  ]);
});

test("at a place the newer one stands there", async () => {
  const place = { source: "folder", path: "a.txt" };
  const first = await put("One.", place);
  const { id } = await replace(first, "Two.");
  await engine.drain();
  expect(await engine.document(ctx, id)).toMatchObject({ places: [{ ...place, version: 2 }] });
  expect(await evidence()).toEqual([id]);
});

test("the older one comes back by restore, by its bytes, and when the newer is deleted", async () => {
  const first = await put("One.");
  const { id: second } = await replace(first, "Two.");
  await engine.drain();
  await restoreDocument(ctx, first);
  expect(await evidence()).toEqual([first]);
  expect(await replace(first, "Two.")).toMatchObject({ id: second });
  expect(await evidence()).toEqual([second]);
  await deleteDocument(ctx, second);
  expect(await evidence()).toEqual([first]);
});

test("the same bytes change nothing", async () => {
  const first = await put("One.");
  expect(await replace(first, "One.")).toMatchObject({ id: first, supersededById: null });
  expect(await evidence()).toEqual([first]);
});

test("there is one successor, and none of archives, members and what is no evidence", async () => {
  const first = await put("One.");
  const other = await put("Other.", {}, "b.txt");
  const archive = await put({ "m.txt": "Member." }, {}, "c.zip");
  const [member] = (await listDocuments(ctx, { limit: 1, parentDocumentId: archive })).items;
  const refused = (details: object) => ({ code: "INVALID_STATE", details });
  await expect(replace(first, "Other.")).rejects.toMatchObject(refused({ documentId: other }));
  await expect(replace(first, { "x.txt": "X." }, "d.zip")).rejects.toMatchObject(refused({}));
  await expect(replace(archive, "Two.")).rejects.toMatchObject(refused({}));
  await expect(replace(member!.id, "Two.")).rejects.toMatchObject(refused({ documentId: archive }));
  const { id: second } = await replace(first, "Two.");
  await expect(replace(first, "Three.")).rejects.toMatchObject(refused({ documentId: second }));
  await engine.drain();
  await expect(replace(first, "Three.")).rejects.toMatchObject(refused({ documentId: second }));
  await expect(replace(ctx.tenantId, "Three.")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("of two at once one becomes the successor", async () => {
  const first = await put("One.");
  const both = await Promise.allSettled([replace(first, "Two."), replace(first, "Three.")]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
