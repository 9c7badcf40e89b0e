import { editDocument, listDocuments } from "@assay/core/documents";
import { listRuns } from "@assay/core/runs";
import { closeSync } from "@assay/core/sources";
import { type Context, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
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
  ctx = await engine.makeBoundTenant(makePack(["One."]));
});

async function addMember(): Promise<string> {
  const userId = newId();
  await putMember(database.db, { tenantId: ctx.tenantId, userId, email: `${userId}@example.test`, role: "MEMBER" });
  return userId;
}
async function find(query: object) {
  const { items, nextCursor, ...rest } = await listDocuments(ctx, { limit: 10, ...query });
  return { names: items.map(({ originalFilename }) => originalFilename), nextCursor, ...rest };
}

test("a document has an owner and a day to look at it again, from its upload or a correction", async () => {
  const ownerId = await addMember();
  const fields = { ownerId, reviewBy: "2027-01-31", title: "The rule" };
  const { id, ...document } = await engine.upload(ctx, "a.txt", "One.", fields);
  expect(document).toMatchObject(fields);
  expect(await editDocument(ctx, id, { ownerId: null, reviewBy: "2027-02-28" })).toMatchObject({
    ownerId: null,
    reviewBy: "2027-02-28",
  });
  const nobody = { code: "NOT_FOUND", details: { id: newId() } };
  for (const given of [nobody.details.id, "nobody"]) {
    const refused = { code: "NOT_FOUND", details: { id: given } };
    await expect(editDocument(ctx, id, { ownerId: given })).rejects.toMatchObject(refused);
    await expect(engine.upload(ctx, "b.txt", "Two.", { ownerId: given })).rejects.toMatchObject(refused);
  }
});

test("documents are found by kind, owner and days, counted, and sorted by what is due first", async () => {
  const ownerId = await addMember();
  await engine.upload(ctx, "a.txt", "One.", { expiresAt: "2027-03-01", ownerId });
  await engine.upload(ctx, "b.txt", "Two.", { expiresAt: "2027-01-01", reviewBy: "2026-12-01" });
  const { id } = await engine.upload(ctx, "c.txt", "Three.", { reviewBy: "2026-11-01" });
  await editDocument(ctx, id, { evidenceKind: "RECORD" });
  expect((await find({ ownerId })).names).toEqual(["a.txt"]);
  expect((await find({ kind: "RECORD" })).names).toEqual(["c.txt"]);
  expect((await find({ expiresBefore: "2027-03-01" })).names).toEqual(["b.txt"]);
  expect((await find({ reviewBefore: "2026-12-02", sort: "reviewBy" })).names).toEqual(["c.txt", "b.txt"]);
  expect(await find({ total: "true" })).toMatchObject({ names: ["c.txt", "b.txt", "a.txt"], total: 3 });
  const first = await find({ sort: "expiresAt", limit: 1, total: "true" });
  expect(first).toMatchObject({ names: ["b.txt"], total: 2 });
  expect(await find({ sort: "expiresAt", limit: 1, cursor: first.nextCursor })).toEqual({
    names: ["a.txt"],
    nextCursor: null,
  });
  expect(await find({ ownerId: "nobody", total: "true" })).toEqual({ names: [], nextCursor: null, total: 0 });
});

test("runs are found by pack, starter, day, and the source that they judged", async () => {
  const first = await engine.startRun(ctx);
  await engine.drain();
  await engine.upload(ctx, "a.txt", "One.", { source: "folder", path: "a.txt" });
  await closeSync(ctx, engine, "folder", { paths: ["a.txt"] });
  const second = await engine.startRun({ ...ctx, actor: { ...ctx.actor, id: "another" } });
  await engine.drain();
  const ids = async (query: object) => (await listRuns(ctx, { limit: 10, ...query })).items.map(({ id }) => id);
  const day = second.createdAt.slice(0, 10);
  expect(await ids({ source: "folder" })).toEqual([second.id]);
  expect(await ids({ source: "another" })).toEqual([]);
  expect(await ids({ startedBy: ctx.actor.id })).toEqual([first.id]);
  expect(await ids({ packId: second.packId, from: first.createdAt.slice(0, 10), to: day })).toEqual([
    second.id,
    first.id,
  ]);
  expect(await ids({ packId: newId() })).toEqual([]);
  expect(await ids({ packId: "nothing" })).toEqual([]);
  expect(await ids({ from: "2999-01-01" })).toEqual([]);
  expect(await ids({ to: "1999-01-01" })).toEqual([]);
});
