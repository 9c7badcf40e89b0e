import { listChunks, reprocessDocument, reprocessDocuments } from "@assay/core/documents";
import { runJob } from "@assay/core/jobs";
import { getRun, getSnapshot, listAssessments, startRun } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { documents } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { READER_VERSION } from "../../src/documents/stages/reader-version.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, listDue, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let documentId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken"]));
  documentId = (await engine.upload(ctx, "policy.txt", "Backups are taken every day by the operations team.")).id;
  await engine.drain();
  await inTenant(ctx, (tx) =>
    tx
      .update(documents)
      .set({ readerVersion: null })
      .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, documentId))),
  );
});

/** Does all work but that on documents. */
async function drainRuns(): Promise<void> {
  for (;;) {
    const due = (await listDue(database.db)).filter(({ kind }) => kind !== "document");
    if (due.length === 0) return;
    for (const { jobId } of due) await runJob(engine.engine, jobId);
  }
}

test("a READY document is not read again while a run of the tenant may cite it", async () => {
  const run = await engine.startRun(ctx);
  const refusal = { code: "INVALID_STATE", details: { runId: run.id } };
  for (let look = 0; look < 2; look += 1) {
    await expect(reprocessDocument(ctx, documentId)).rejects.toMatchObject(refusal);
    await expect(reprocessDocuments(ctx, { olderThanReader: true })).rejects.toMatchObject(refusal);
    expect(await reprocessDocuments(ctx, { documentIds: [documentId] })).toMatchObject({
      accepted: [],
      refused: [{ documentId, error: "INVALID_STATE" }],
    });
    await engine.drain({ until: (kind) => kind === "assessment" });
    expect((await getRun(ctx, run.id)).status).toBe("IN_PROGRESS");
  }
  await engine.drain();
  expect((await reprocessDocument(ctx, documentId)).document.status).toBe("UPLOADED");
});

test("one that is read again is no evidence until it is READY; what was cited of it keeps its texts and ids", async () => {
  const run = await engine.startRun(ctx);
  await engine.drain();
  const before = await listAssessments(ctx, run.id, {});
  const snapshot = await getSnapshot(ctx, run.id);
  expect(before.items[0]?.citations).toHaveLength(1);

  await reprocessDocument(ctx, documentId);
  const without = await engine.startRun(ctx);
  await drainRuns();
  expect((await engine.document(ctx, documentId)).status).toBe("UPLOADED");
  expect(
    (await listAssessments(ctx, without.id, {})).items.map(({ status, citations }) => [status, citations]),
  ).toEqual([["MISSING", []]]);
  await engine.drain();

  expect((await engine.document(ctx, documentId)).status).toBe("READY");
  const [chunk] = (await listChunks(ctx, documentId, { limit: 1 })).items;
  expect(chunk?.id).not.toBe(before.items[0]!.citations[0]!.chunkId);
  expect(await listAssessments(ctx, run.id, {})).toEqual(before);
  expect(await getSnapshot(ctx, run.id)).toEqual(snapshot);
});

test("a run and a second reading that begin at once: one of them has the documents, never both", async () => {
  const [started, reread] = await Promise.allSettled([
    startRun(ctx, engine.models, {}),
    reprocessDocument(ctx, documentId),
  ]);
  expect(started.status).toBe("fulfilled");
  const { status } = await engine.document(ctx, documentId);
  expect(status).toBe(reread.status === "fulfilled" ? "UPLOADED" : "READY");
});

test("a READY document in an encoding that is not sure is read again, a sure one is not, and what was chosen stays", async () => {
  const set = (values: Partial<typeof documents.$inferInsert>) =>
    inTenant(ctx, (tx) =>
      tx
        .update(documents)
        .set({ readerVersion: READER_VERSION, ...values })
        .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, documentId))),
    );
  const guessed = { textEncoding: "windows-1252", encodingSource: "DETECTED" } as const;
  await set({ ...guessed, encodingCertainty: 0.9 });
  await expect(reprocessDocument(ctx, documentId)).rejects.toMatchObject({ code: "INVALID_STATE" });
  await set({ ...guessed, encodingCertainty: 0.5 });
  expect((await reprocessDocument(ctx, documentId)).document).toMatchObject({ status: "UPLOADED", encoding: null });
  await engine.drain();

  await set({ ...guessed, encodingCertainty: 0.9 });
  await reprocessDocument(ctx, documentId, { encoding: "koi8-r" });
  await engine.drain();
  expect(engine.extractor.encodings.at(-1)).toBe("koi8-r");
  await set({ readerVersion: null });
  await reprocessDocuments(ctx, { olderThanReader: true });
  await engine.drain();
  expect(engine.extractor.encodings.at(-1)).toBe("koi8-r");

  await set({ textEncoding: "utf-8", encodingSource: "VALID_UTF8", encodingCertainty: 1 });
  await expect(reprocessDocument(ctx, documentId, { encoding: "koi8-r" })).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
});
