import { listAuditEntries } from "@assay/core/audit";
import { deleteDocument, listChunks, listDocuments, retireDocument } from "@assay/core/documents";
import { cancelRun, listRunDocuments } from "@assay/core/runs";
import { closeSync } from "@assay/core/sources";
import { type Context, inTenant } from "@assay/core/tenancy";
import { chunkVectors } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { listenToStatements } from "@assay/testing/watch-statements";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sha256Hex } from "../../src/digest.ts";
import { makePack } from "../support/make-pack.ts";
import { mailWith } from "../support/plain-extractor.ts";
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
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
});

const TEXT = "Backups are taken every day.";

async function put(path: string, content: Parameters<TestEngine["upload"]>[2] = TEXT, by = ctx): Promise<string> {
  const { id } = await engine.upload(by, path.split("/").at(-1)!, content, { source: "folder", path });
  await engine.drain();
  return id;
}
async function close(...paths: string[]): Promise<void> {
  await closeSync(ctx, engine, "folder", { paths });
  await engine.drain();
}
const asAdmin = (by: Context): Context => ({ ...by, actor: { ...by.actor, role: "ADMIN" } });
const facts = async (id: string, by = ctx) => {
  const { originalFilename, evidenceKind, fileType, status } = await engine.document(by, id);
  return { originalFilename, evidenceKind, fileType, status };
};

test("a file renamed with equal bytes has the name and the kind that a fresh tenant gives it, and its chunks stay", async () => {
  const id = await put("backup policy.txt");
  expect(await facts(id)).toMatchObject({ originalFilename: "backup policy.txt", evidenceKind: "DESIGN" });
  const before = await listChunks(ctx, id, { limit: 10 });
  expect(await put("backup log.txt")).toBe(id);
  await close("backup log.txt");
  const fresh = await engine.makeTenant();
  expect(await facts(id)).toEqual(await facts(await put("backup log.txt", TEXT, fresh), fresh));
  expect(await facts(id)).toMatchObject({
    originalFilename: "backup log.txt",
    evidenceKind: "RECORD",
    status: "READY",
  });
  expect(await listChunks(ctx, id, { limit: 10 })).toEqual(before);
});

test("a new name is in the audit log, by the digests of both", async () => {
  const id = await put("backup policy.txt");
  await put("backup log.txt");
  await close("backup log.txt");
  const { items } = await listAuditEntries(asAdmin(ctx), { limit: 50, objectId: id, action: "document.renamed" });
  const [before, after] = await Promise.all(["backup policy.txt", "backup log.txt"].map(sha256Hex));
  expect(items.map(({ details }) => details)).toEqual([
    { corrections: [{ field: "originalFilename", before, after }] },
  ]);
});

test("a run that waits for renamed documents takes as many statements for many as for one", async () => {
  const counts: number[] = [];
  for (const many of [2, 9]) {
    const by = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
    const all = Array.from({ length: many }, (_, at) => at);
    for (const at of all) {
      await engine.upload(by, `a${at}.txt`, `Text ${at} of ${many}.`, { source: "folder", path: `a${at}.txt` });
      // Of another type by its new name: what was read goes, too.
      await engine.upload(by, `b${at}.txt`, `Other ${at} of ${many}.`, { source: "folder", path: `b${at}.txt` });
    }
    await engine.drain();
    for (const at of all) {
      await engine.upload(by, `c${at}.txt`, `Text ${at} of ${many}.`, { source: "folder", path: `c${at}.txt` });
      await engine.upload(by, `d${at}.md`, `Other ${at} of ${many}.`, { source: "folder", path: `d${at}.md` });
    }
    await closeSync(by, engine, "folder", { paths: all.flatMap((at) => [`c${at}.txt`, `d${at}.md`]) });
    let sent = 0;
    const run = await listenToStatements(
      () => {
        sent += 1;
      },
      () => engine.startRun(by),
    );
    counts.push(sent);
    await engine.drain();
    const { items } = await listRunDocuments(by, run.id, { limit: 50 });
    const letters = items.map((item) => ("originalFilename" in item ? item.originalFilename[0] : ""));
    expect(letters.sort()).toEqual([...all.map(() => "c"), ...all.map(() => "d")].sort());
  }
  expect(counts[1]).toBe(counts[0]);
});

test("of two equal files the place that comes first gives the name, whichever came first, and the other when it is gone", async () => {
  const id = await put("b/log.txt");
  await put("a/policy.txt");
  expect(await facts(id)).toMatchObject({ originalFilename: "policy.txt", evidenceKind: "DESIGN" });
  await close("b/log.txt");
  expect(await facts(id)).toMatchObject({ originalFilename: "log.txt", evidenceKind: "RECORD" });
});

test("an upload without a place keeps the name that a person gave it, and a kind that a person said stays", async () => {
  const { id } = await engine.upload(ctx, "z minutes.txt", TEXT);
  await engine.drain();
  await put("a policy.txt");
  expect(await facts(id)).toMatchObject({ originalFilename: "z minutes.txt", evidenceKind: "RECORD" });
});

test("what an archive and a mail hold has the first of its names, and another when one of them leaves", async () => {
  await put("mail.eml", mailWith("See there.", { "b log.txt": TEXT }));
  const { items } = await listDocuments(ctx, { limit: 10 });
  const { id } = items.find(({ fileType }) => fileType === "txt")!;
  expect(await facts(id)).toMatchObject({ originalFilename: "b log.txt", evidenceKind: "RECORD" });
  await put("bundle.zip", { "a policy.txt": TEXT, "c.txt": "Other." });
  expect(await facts(id)).toMatchObject({ originalFilename: "a policy.txt", evidenceKind: "DESIGN" });
  await close("mail.eml");
  expect(await facts(id)).toMatchObject({ originalFilename: "b log.txt", evidenceKind: "RECORD" });
});

test("a text that is another type by its new name is read again as such", async () => {
  const id = await put("a.txt");
  await put("a.md");
  await close("a.md");
  expect(await facts(id)).toMatchObject({ originalFilename: "a.md", fileType: "md", status: "READY" });
});

test("a run keeps what it fixed, and the next waits until renamed documents are as by their new name", async () => {
  const id = await put("backup policy.txt");
  const run = await engine.startRun(ctx);
  await engine.serveOne();
  await engine.upload(ctx, "backup log.txt", TEXT, { source: "folder", path: "backup log.txt" });
  await closeSync(ctx, engine, "folder", { paths: ["backup log.txt"] });
  // The job that would make it again: not while a run may cite it.
  await engine.serveOne();
  await engine.serveOne();
  expect(await facts(id)).toMatchObject({ evidenceKind: "DESIGN", status: "READY" });
  const fixed = await listRunDocuments(ctx, run.id, { limit: 10 });
  expect(fixed.items).toMatchObject([{ originalFilename: "backup policy.txt", evidenceKind: "DESIGN" }]);
  await cancelRun(ctx, run.id, { reason: "To begin another" });
  await engine.drain();
  const next = await engine.startRun(ctx);
  await engine.drain();
  const judged = await listRunDocuments(ctx, next.id, { limit: 10 });
  expect(judged.items).toMatchObject([
    { documentId: id, originalFilename: "backup log.txt", evidenceKind: "RECORD", judged: true },
  ]);
});

test("a retired document keeps its name, and is back under that of its place", async () => {
  const id = await put("policy.txt");
  await retireDocument(ctx, id);
  expect(await facts(id)).toMatchObject({ originalFilename: "policy.txt" });
  await put("log.txt");
  expect(await facts(id)).toMatchObject({ originalFilename: "log.txt", evidenceKind: "RECORD" });
});

test("a rename leaves what other versions search by, so that a run that pins one finds the document", async () => {
  const id = await put("backup policy.txt");
  const [chunk] = (await listChunks(ctx, id, { limit: 1 })).items;
  const other = { tenantId: ctx.tenantId, documentId: id, chunkId: chunk!.id, embedder: "another" };
  await inTenant(ctx, (tx) => tx.insert(chunkVectors).values(other));
  await put("backup log.txt");
  await close("backup log.txt");
  const vectors = await inTenant(ctx, (tx) =>
    tx
      .select({ embedder: chunkVectors.embedder })
      .from(chunkVectors)
      .where(and(eq(chunkVectors.tenantId, ctx.tenantId), eq(chunkVectors.documentId, id))),
  );
  expect(vectors.map(({ embedder }) => embedder)).toContain("another");
  expect(vectors).toHaveLength(2);
});

test("what a deleted archive held next to a mail is named by the mail alone, and is retired where the mail left before", async () => {
  await put("mail.eml", mailWith("See there.", { "b log.txt": TEXT }));
  const held = (await listDocuments(ctx, { limit: 10 })).items.find(({ fileType }) => fileType === "txt")!.id;
  const first = await put("bundle.zip", { "a policy.txt": TEXT, "c.txt": "Other." });
  await deleteDocument(ctx, first);
  await engine.drain();
  expect(await facts(held)).toMatchObject({ originalFilename: "b log.txt", evidenceKind: "RECORD" });
  const second = await put("bundle.zip", { "a policy.txt": TEXT, "c.txt": "Another." });
  await close("bundle.zip");
  expect((await engine.document(ctx, held)).retiredAt).toBeNull();
  await deleteDocument(ctx, second);
  expect((await engine.document(ctx, held)).retiredAt).not.toBeNull();
});
