import { deleteDocument, findWrongUsage } from "@assay/core/documents";
import { type Context, inTenant } from "@assay/core/tenancy";
import { documents, tenantUsage } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());

const usageOf = (ctx: Context) =>
  inTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({ documents: tenantUsage.documents, bytes: tenantUsage.bytes })
      .from(tenantUsage)
      .where(eq(tenantUsage.tenantId, ctx.tenantId));
    return row;
  });

test("uploads at once, members of archives and deletions are counted as they come and go, and nobody else's", async () => {
  const [ctx, other] = [await engine.makeTenant(), await engine.makeTenant()];
  await engine.upload(other, "theirs.txt", "Theirs.");
  const texts = Array.from({ length: 8 }, (_, at) => `Text ${at}`);
  await Promise.all(texts.map((text, at) => engine.upload(ctx, `${at}.txt`, text)));
  await engine.upload(ctx, "again.txt", texts[0]!);
  expect(await usageOf(ctx)).toEqual({ documents: 8, bytes: 8 * 6 });
  const archive = await engine.upload(ctx, "bundle.zip", { "a.txt": "One text.", "b.txt": "Another text." });
  await engine.drain();
  expect(await usageOf(ctx)).toEqual({ documents: 11, bytes: 48 + archive.sizeBytes + 22 });
  await deleteDocument(ctx, archive.id);
  expect(await usageOf(ctx)).toEqual({ documents: 8, bytes: 48 });
  expect(await usageOf(other)).toEqual({ documents: 1, bytes: 7 });
  expect(await findWrongUsage(database.db)).toEqual([]);
});

test("what is put back is not counted", async () => {
  const ctx = await engine.makeTenant();
  const { id } = await engine.upload(ctx, "kept.txt", "Kept.");
  const undone = inTenant(ctx, async (tx) => {
    await tx.delete(documents).where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await usageOf(ctx)).toEqual({ documents: 1, bytes: 5 });
});

test("a document keeps its size, and a count that is wrong is found", async () => {
  const ctx = await engine.makeTenant();
  const { id } = await engine.upload(ctx, "kept.txt", "Kept.");
  const grow = inTenant(ctx, (tx) =>
    tx
      .update(documents)
      .set({ sizeBytes: 9 })
      .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id))),
  );
  await expect(grow).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  await withOwner(database, ({ db }) =>
    db.execute(sql`update tenant_usage set bytes = 6 where tenant_id = ${ctx.tenantId}`),
  );
  expect(await findWrongUsage(database.db)).toEqual([
    { tenantId: ctx.tenantId, counted: { documents: 1, bytes: 6 }, held: { documents: 1, bytes: 5 } },
  ]);
});
