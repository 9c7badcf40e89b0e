import { editDocument, listDocuments, retireDocument, summariseDocuments } from "@assay/core/documents";
import type { Context } from "@assay/core/tenancy";
import { documents } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

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

/** A day that is so many days from the database's today. */
const dayIn = async (days: number) => {
  const { rows } = (await database.db.execute(
    sql`select ((now() at time zone 'utc')::date + ${days}::int)::text as day`,
  )) as unknown as { rows: { day: string }[] };
  return rows[0]!.day;
};
const change = (id: string, set: Partial<typeof documents.$inferInsert>) =>
  withOwner(database, (owner) => owner.db.update(documents).set(set).where(eq(documents.id, id)));
const warnings = (code: "PAGES_NOT_READ" | "PICTURE_NOT_READ" | "ENCODING_UNSURE") => [{ code, message: "Not all." }];

const NOTHING = {
  documents: 0,
  ready: 0,
  waiting: 0,
  failed: 0,
  archivesWaiting: 0,
  archivesFailed: 0,
  pages: 0,
  pagesWithText: 0,
  chunks: 0,
  expired: 0,
  expiring: 0,
  reviewDue: 0,
  notFullyRead: 0,
  encodingUnsure: 0,
  membersSkipped: 0,
  categories: [],
  superseded: 0,
  retired: 0,
};

test("a tenant without documents has a summary of zeros", async () => {
  expect(await summariseDocuments(ctx)).toEqual(NOTHING);
});

test("documents are counted by state and category without the archives that held them, and those that left by themselves", async () => {
  const policies = { category: "Policies" };
  await engine.upload(ctx, "bundle.zip", { "a.txt": "One.", "b.txt": "Two." }, policies);
  const first = await engine.upload(ctx, "c.txt", "Three.", policies);
  const { id: retired } = await engine.upload(ctx, "d.txt", "Four.", { category: "Records" });
  await engine.upload(ctx, "e.txt", "Five.");
  await engine.upload(ctx, "f.txt", "");
  await engine.drain();
  await engine.upload(ctx, "c.txt", "Six.", {}, first.id);
  await engine.drain();
  await retireDocument(ctx, retired);
  await engine.upload(ctx, "late.zip", { "g.txt": "Seven." });
  await engine.upload(ctx, "h.txt", "Eight.");
  const summary = await summariseDocuments(ctx);
  expect(summary).toMatchObject({
    documents: 6,
    ready: 4,
    waiting: 1,
    failed: 1,
    archivesWaiting: 1,
    archivesFailed: 0,
  });
  expect(summary).toMatchObject({ pages: 4, pagesWithText: 4, chunks: 4, superseded: 1, retired: 1 });
  expect(summary.categories).toEqual([
    { category: "Policies", documents: 3 },
    { category: null, documents: 3 },
  ]);
});

test("what needs attention is counted by why, and the list finds as many by the same words", async () => {
  const days = { past: await dayIn(-1), today: await dayIn(0), soon: await dayIn(29), later: await dayIn(30) };
  const { id: pages } = await engine.upload(ctx, "a.txt", "One.", { expiresAt: days.past });
  const { id: picture } = await engine.upload(ctx, "b.txt", "Two.", { expiresAt: days.today });
  const { id: encoding } = await engine.upload(ctx, "c.txt", "Three.", { expiresAt: days.soon });
  const { id: retired } = await engine.upload(ctx, "d.txt", "Four.", { expiresAt: days.past, reviewBy: days.past });
  await engine.upload(ctx, "e.zip", { "f.txt": "Five.", "g.exe": null });
  await engine.drain();
  await change(pages, { readingWarnings: warnings("PAGES_NOT_READ"), reviewBy: days.today });
  await change(picture, { readingWarnings: warnings("PICTURE_NOT_READ"), reviewBy: await dayIn(1) });
  await change(encoding, { readingWarnings: warnings("ENCODING_UNSURE") });
  await change(retired, { readingWarnings: warnings("ENCODING_UNSURE") });
  await retireDocument(ctx, retired);
  const counts = { expired: 1, expiring: 2, reviewDue: 1, notFullyRead: 2, encodingUnsure: 1, membersSkipped: 1 };
  expect(await summariseDocuments(ctx)).toMatchObject(counts);
  const found = async (query: object) =>
    (await listDocuments(ctx, { limit: 10, isEvidence: "true", ...query })).items.length;
  expect({
    expired: await found({ expiresBefore: days.today }),
    expiring: await found({ expiresFrom: days.today, expiresBefore: days.later }),
    reviewDue: await found({ reviewBefore: await dayIn(1) }),
    notFullyRead: await found({ gap: "NOT_FULLY_READ" }),
    encodingUnsure: await found({ gap: "ENCODING_UNSURE" }),
    membersSkipped: await found({ gap: "MEMBERS_SKIPPED" }),
  }).toEqual(counts);
});

test("of many categories the largest are listed, and all documents are counted", async () => {
  for (let at = 0; at < 22; at += 1) await engine.upload(ctx, `${at}.txt`, `Text ${at}.`, { category: `C${at}` });
  const { id } = await engine.upload(ctx, "last.txt", "Last.", { category: "C21" });
  const summary = await summariseDocuments(ctx);
  expect(summary).toMatchObject({ documents: 23, waiting: 23 });
  expect(summary.categories).toHaveLength(20);
  expect(summary.categories[0]).toEqual({ category: "C21", documents: 2 });
  await editDocument(ctx, id, { category: null });
  expect((await summariseDocuments(ctx)).categories[0]).toEqual({ category: "C0", documents: 1 });
});

test("what was uploaded since a time is counted alone, and another tenant's documents never", async () => {
  const { uploadedAt } = await engine.upload(ctx, "a.txt", "One.");
  const uploadedFrom = new Date(Date.parse(uploadedAt) + 1).toISOString();
  await engine.upload(await engine.makeTenant(), "b.txt", "Two.");
  expect(await summariseDocuments(ctx, { uploadedFrom: uploadedAt })).toMatchObject({ documents: 1 });
  expect(await summariseDocuments(ctx, { uploadedFrom })).toEqual(NOTHING);
});
