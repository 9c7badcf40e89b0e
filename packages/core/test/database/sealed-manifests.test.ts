import { listAuditEntries } from "@assay/core/audit";
import { closeSync, getManifest, listManifests } from "@assay/core/sources";
import type { Context } from "@assay/core/tenancy";
import { sourceManifests } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { getTableColumns, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withChangedColumn } from "../support/change-table.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const SOURCE = "folder";
let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let ids: readonly string[];
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
  const made = [];
  for (const path of ["a.txt", "b.txt"]) {
    await engine.upload(ctx, path, `This is ${path}.`, { source: SOURCE, path });
    await engine.drain();
    made.push(await closeSync(ctx, engine, SOURCE, { paths: ["a.txt", "b.txt"] }));
  }
  ids = made.map(({ manifest }) => manifest!.id);
  await checkResultsNow(database.db, engine);
});
afterAll(() => database.close());

const list = async () => (await listManifests(ctx, engine, SOURCE, { limit: 10 })).items;
const named = async () =>
  (await listAuditEntries(ctx, { action: "integrity.failed", limit: 1 })).items[0]?.sequence ?? 0;

test("manifests that are as they were signed are listed as valid, and the daily check names none", async () => {
  expect(await list()).toMatchObject([
    { id: ids[1], valid: true },
    { id: ids[0], valid: true },
  ]);
  expect(await named()).toBe(0);
});

const COLUMNS = Object.values<PgColumn>(getTableColumns(sourceManifests)).map((column) => ({
  column: column.name,
  type: column.getSQLType(),
}));

test.each(COLUMNS)(
  "a changed $column of a manifest is listed nowhere, and the daily check names it",
  async (change) => {
    const asItWas = await list();
    const before = await named();
    const where = sql`id = ${ids[0]!}`;
    await withChangedColumn(database, { table: "source_manifests", ...change, where, order: "id" }, async () => {
      const found = await list();
      const [first, second] = ids.map((id) => found.find((each) => each.id === id));
      expect(second).toEqual(asItWas[0]);
      if (first && !("damaged" in first)) expect(first).toEqual({ ...asItWas[1], ...unsigned(change.column, first) });
      if (!["signature", "key_id"].includes(change.column))
        await expect(getManifest(ctx, engine, SOURCE, ids[0]!)).rejects.toMatchObject({
          code: expect.stringMatching(/INTEGRITY_ERROR|NOT_FOUND|CROSS_TENANT/),
        });
      await checkResultsNow(database.db, engine);
    });
    // A key that this deployment does not know may be that of the one that it came from.
    if (change.column !== "key_id") expect(await named()).toBeGreaterThan(before);
    await checkResultsNow(database.db, engine);
  },
);

/** What is shown of it with a changed signature: that it is not valid. */
function unsigned(column: string, { signature, keyId }: { signature: string; keyId: string }) {
  expect(["signature", "key_id"]).toContain(column);
  return { signature, keyId, valid: false };
}
