import {
  abandonFiles,
  deleteDocument,
  fileKey,
  prepareFiles,
  registerUpload,
  reprocessDocument,
} from "@assay/core/documents";
import { sweep } from "@assay/core/maintenance";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEngine, ENGINE_SETTINGS, type TestEngine } from "../support/test-engine.ts";

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

const keyOf = (documentId: string) => fileKey({ tenantId: ctx.tenantId, documentId });
const store = (id: string, text: string) =>
  engine.files.put(keyOf(id), new Blob([text]).stream(), { limitBytes: 1000 });
const anHourLater = () =>
  inSystem(database.db, (tx) =>
    tx.execute(sql`update work_items set available_at = available_at - interval '61 minutes' where state = 'PENDING'`),
  );
const rehashAll = () =>
  sweep(database.db, {
    stalledAfterMs: 9e8,
    waitMaxMs: 86_400_000,
    rehashEveryMs: 0,
    keepJobsMs: 9e8,
    keepSpansMs: 9e8,
    keepDeliveriesMs: 9e9,
    checkpointEveryMs: 9e8,
    quota: ENGINE_SETTINGS,
  });

describe("a stored file", () => {
  test("that is missing when it is to be read fails its document", async () => {
    const { id } = await engine.upload(ctx, "a.txt", "Text.");
    engine.files.lose(keyOf(id));
    await engine.drain();
    expect((await engine.document(ctx, id)).failure).toMatchObject({ stage: "extract", code: "OBJECT_MISSING" });
    expect(engine.reports).toHaveLength(1);
  });

  test("that is not the one that was uploaded fails its document", async () => {
    const { id } = await engine.upload(ctx, "a.txt", "Text.");
    await store(id, "Other text.");
    await engine.drain();
    expect((await engine.document(ctx, id)).failure).toMatchObject({ stage: "extract", code: "HASH_MISMATCH" });
  });

  test("is hashed again by the sweep, and one that has changed is no evidence any more", async () => {
    const sound = await engine.upload(ctx, "sound.txt", "Sound.");
    const spoilt = await engine.upload(ctx, "spoilt.txt", "Spoilt.");
    const lost = await engine.upload(ctx, "lost.txt", "Lost.");
    await engine.drain();
    engine.files.damage(keyOf(spoilt.id));
    engine.files.lose(keyOf(lost.id));
    await rehashAll();
    await rehashAll();
    await engine.drain();
    expect(await engine.document(ctx, sound.id)).toMatchObject({ status: "READY", failure: null });
    expect((await engine.document(ctx, spoilt.id)).failure).toMatchObject({ code: "HASH_MISMATCH" });
    expect((await engine.document(ctx, lost.id)).failure).toMatchObject({ code: "OBJECT_MISSING" });
    const hashed = await inTenant(ctx, (tx) =>
      rowsOf(tx, sql`select count(*)::int as n from work_items where stage = 'rehash'`),
    );
    expect(hashed).toEqual([{ n: 1 }]);
  });

  test("is not hashed again before its time", async () => {
    await engine.upload(ctx, "a.txt", "Text.");
    await engine.drain();
    await sweep(database.db, {
      stalledAfterMs: 9e8,
      waitMaxMs: 86_400_000,
      rehashEveryMs: 86_400_000,
      keepJobsMs: 9e8,
      keepSpansMs: 9e8,
      keepDeliveriesMs: 9e9,
      checkpointEveryMs: 9e8,
      quota: ENGINE_SETTINGS,
    });
    const rows = await inTenant(ctx, (tx) => rowsOf(tx, sql`select 1 from work_items where stage = 'rehash'`));
    expect(rows).toEqual([]);
  });

  test("that was damaged may be put right by deleting and uploading again", async () => {
    const { id } = await engine.upload(ctx, "a.txt", "Text.");
    engine.files.lose(keyOf(id));
    await engine.drain();
    await deleteDocument(ctx, id);
    const again = await engine.upload(ctx, "a.txt", "Text.");
    await engine.drain();
    expect(again.id).not.toBe(id);
    expect((await engine.document(ctx, again.id)).status).toBe("READY");
  });

  test("comes back by reprocessing once it is there again", async () => {
    const { id } = await engine.upload(ctx, "a.txt", "Text.");
    engine.files.lose(keyOf(id));
    await engine.drain();
    await store(id, "Text.");
    await reprocessDocument(ctx, id);
    await engine.drain();
    expect((await engine.document(ctx, id)).status).toBe("READY");
  });
});

describe("a file that no document claims", () => {
  test("is deleted when its upload never ended, after an hour and not before", async () => {
    const [id] = await prepareFiles(ctx, 1, { reclaimAfterMs: 3_600_000 });
    await store(id!, "Text.");
    await engine.drain();
    expect(engine.files.keys()).toEqual([keyOf(id!)]);
    await anHourLater();
    await engine.drain();
    expect(engine.files.keys()).toEqual([]);
  });

  test("is deleted at once when its upload is given up", async () => {
    const ids = await prepareFiles(ctx, 2, { reclaimAfterMs: 3_600_000 });
    for (const id of ids) await store(id, id);
    expect(await abandonFiles(ctx, ids.slice(0, 1))).toHaveLength(1);
    await engine.drain();
    expect(engine.files.keys()).toEqual([keyOf(ids[1]!)]);
  });

  test("is never the one of a registered document", async () => {
    const { id } = await engine.upload(ctx, "a.txt", "Text.");
    await anHourLater();
    await engine.drain();
    expect(engine.files.keys()).toEqual([keyOf(id)]);
  });
});

describe("the same bytes", () => {
  const register = async (text: string) => {
    const [documentId] = await prepareFiles(ctx, 1, { reclaimAfterMs: 3_600_000 });
    const stored = await store(documentId!, text);
    return registerUpload(ctx, { documentId: documentId!, filename: "a.txt", fileType: "txt", stored, fields: {} });
  };

  test("uploaded five times at once make one document", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => register("Same.")));
    expect(new Set(results.map(({ document }) => document.id)).size).toBe(1);
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(results.flatMap(({ jobs }) => jobs)).toHaveLength(1);
  });

  test("belong to each tenant for itself", async () => {
    const other = await engine.makeTenant();
    const [mine, theirs] = [await engine.upload(ctx, "a.txt", "Same."), await engine.upload(other, "a.txt", "Same.")];
    expect(mine.id).not.toBe(theirs.id);
    expect(mine.sha256Hash).toBe(theirs.sha256Hash);
  });
});
