import { createHash } from "node:crypto";
import { fileKey, openOriginal, prepareFiles, registerUpload, reportDamage, tapParts } from "@assay/core/documents";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const MB = 1_048_576;

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

const BASE = new Uint8Array(10 * MB);
for (let at = 0; at < BASE.length; at += 4096) BASE.set([at >> 12, at >> 20], at);
const bytesOf = (size: number) => BASE.subarray(0, size);
const keyOf = (documentId: string) => fileKey({ tenantId: ctx.tenantId, documentId });

/** A document of these bytes; `withParts: false` as a release before parts registered it. */
async function store(bytes: Uint8Array, { withParts = true } = {}) {
  const [documentId] = await prepareFiles(ctx, 1, { reclaimAfterMs: 3_600_000 });
  const { body, end } = tapParts(new Blob([bytes as BlobPart]).stream());
  const stored = await engine.files.put(keyOf(documentId!), body, { limitBytes: 1e9 });
  const parts = withParts ? { parts: await end() } : {};
  const upload = { documentId: documentId!, filename: "a.txt", fileType: "txt" as const, stored, fields: {}, ...parts };
  const { document } = await registerUpload(ctx, upload);
  return document;
}

type Stored = Awaited<ReturnType<typeof store>>;

/** What a reader gets before the stream ends or breaks off, and with what it broke off. */
async function read(file: Stored, range?: { start: number; end: number }) {
  const chunks: Uint8Array[] = [];
  let damages = 0;
  try {
    const onDamage = async () => {
      damages += 1;
    };
    const body = await openOriginal({ db: database.db, files: engine.files, file, range, onDamage });
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error, damages };
  }
  return { bytes: Buffer.concat(chunks), damages };
}

const partsOf = (id: string) =>
  inTenant(ctx, (tx) =>
    rowsOf<{ digests: string[] }>(
      tx,
      sql`select digests from file_parts where tenant_id = ${ctx.tenantId} and document_id = ${id}`,
    ),
  );

const SIZES = [1, MB, MB + 1, 3 * MB, 8 * MB, 8 * MB + 1];

/** The whole, both ends, and what begins and ends at and next to a part. */
const rangesOf = (size: number) =>
  [
    undefined,
    { start: 0, end: 1 },
    { start: size - 1, end: size },
    { start: MB - 1, end: MB + 1 },
    { start: MB, end: 2 * MB },
    { start: 2 * MB - 3, end: 3 * MB },
  ].filter((range) => !range || range.end <= size);

/** Both ends, both sides of the border of two parts, the middle. */
const positionsOf = (size: number) => [
  ...new Set([0, 1, MB - 1, MB, size >> 1, size - 1].filter((at) => at >= 0 && at < size)),
];

describe.each([true, false])("with parts recorded at upload: %s", (withParts) => {
  test.each(SIZES)("a sound original of %i bytes is served as it is, whole and by ranges", async (size) => {
    const bytes = bytesOf(size);
    const file = await store(bytes, { withParts });
    for (const range of rangesOf(size)) {
      const found = await read(file, range);
      expect(found.error).toBeUndefined();
      expect(found.bytes.equals(bytes.subarray(range?.start ?? 0, range?.end ?? size))).toBe(true);
    }
  });

  test.each(SIZES)("of %i bytes no changed one is served, wherever it is", async (size) => {
    const bytes = bytesOf(size);
    const file = await store(bytes, { withParts });
    for (const position of positionsOf(size)) {
      engine.files.damage(keyOf(file.id), position);
      for (const range of rangesOf(size)) {
        const { start, end } = range ?? { start: 0, end: size };
        const found = await read(file, range);
        const isTouched = position >= start && position < end;
        if (isTouched) expect(found).toMatchObject({ error: { code: "INTEGRITY_ERROR" }, damages: 1 });
        // What came before it, or of a part that it is not in, is what was uploaded.
        expect(found.bytes.equals(bytes.subarray(start, start + found.bytes.length))).toBe(true);
        if (isTouched && size <= 8 * MB) expect(found.bytes).toHaveLength(0);
      }
      engine.files.damage(keyOf(file.id), position);
    }
  });
});

test.each([
  ["shorter", (bytes: Uint8Array) => bytes.subarray(0, -1)],
  ["longer", (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.from("x")])],
])("an original that became %s is never served whole as if it were sound", async (_, change) => {
  for (const size of [1000, 9 * MB]) {
    const bytes = bytesOf(size);
    const file = await store(bytes);
    await engine.files.put(keyOf(file.id), new Blob([change(bytes) as BlobPart]).stream(), { limitBytes: 1e9 });
    const found = await read(file);
    if (found.error === undefined) expect(found.bytes.equals(bytes)).toBe(true);
    else expect(found.error).toMatchObject({ code: "INTEGRITY_ERROR" });
  }
});

test("parts are recorded of files of more than one, each with its SHA-256", async () => {
  const bytes = bytesOf(2 * MB + 5);
  const [small, large] = [await store(bytes.subarray(0, MB)), await store(bytes)];
  expect(await partsOf(small.id)).toEqual([]);
  const digests = [0, MB, 2 * MB].map((at) =>
    createHash("sha256")
      .update(bytes.subarray(at, at + MB))
      .digest("hex"),
  );
  expect(await partsOf(large.id)).toEqual([{ digests }]);
});

test("parts of an older file are recorded by its first whole reading, and by its check", async () => {
  const [read1, checked] = [bytesOf(9 * MB), bytesOf(3 * MB)];
  const [one, other] = [await store(read1, { withParts: false }), await store(checked, { withParts: false })];
  expect(await partsOf(one.id)).toEqual([]);
  await read(one, { start: 0, end: 1 });
  await reportDamage(database.db, { tenantId: ctx.tenantId, id: other.id });
  await engine.drain({ until: (stage) => stage === "rehash" });
  expect((await partsOf(one.id))[0]!.digests).toHaveLength(9);
  expect((await partsOf(other.id))[0]!.digests).toHaveLength(3);
});

test("parts of a damaged older file are not recorded, and nothing of it is served", async () => {
  const file = await store(bytesOf(9 * MB), { withParts: false });
  engine.files.damage(keyOf(file.id), 9 * MB - 1);
  expect(await read(file, { start: 0, end: 1 })).toMatchObject({ error: { code: "INTEGRITY_ERROR" }, damages: 1 });
  expect(await partsOf(file.id)).toEqual([]);
});

test("changed digests of parts refuse what is sound until its check puts them right and says so", async () => {
  const file = await store(bytesOf(9 * MB));
  await inTenant(ctx, (tx) =>
    tx.execute(sql`update file_parts set digests[3] = ${"0".repeat(64)} where tenant_id = ${ctx.tenantId}`),
  );
  const refused = await read(file);
  expect(refused.error).toMatchObject({ code: "INTEGRITY_ERROR" });
  expect(refused.bytes.equals(bytesOf(2 * MB))).toBe(true);
  await reportDamage(database.db, { tenantId: ctx.tenantId, id: file.id });
  await engine.drain({ until: (stage) => stage === "rehash" });
  expect((await read(file)).error).toBeUndefined();
  const told = await inTenant(ctx, (tx) =>
    rowsOf(
      tx,
      sql`select object_id from audit_entries where tenant_id = ${ctx.tenantId} and action = 'integrity.failed'`,
    ),
  );
  expect(told).toEqual([{ object_id: file.id }]);
});

test("a damaged original that was refused is checked at once and is no evidence any more", async () => {
  const { id } = await engine.upload(ctx, "a.txt", "Backups are taken daily.");
  await engine.drain();
  engine.files.damage(keyOf(id));
  await reportDamage(database.db, { tenantId: ctx.tenantId, id });
  await engine.drain();
  expect(await engine.document(ctx, id)).toMatchObject({ status: "FAILED", failure: { code: "HASH_MISMATCH" } });
});
