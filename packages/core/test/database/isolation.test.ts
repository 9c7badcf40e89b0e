import { createTenant, inTenant, verifyIsolation } from "@assay/core/tenancy";
import { documents, newId } from "@assay/db";
import { openTestDatabase, rowsOf, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function documentOf(tenantId: string) {
  return {
    id: newId(),
    tenantId,
    originalFilename: "a.txt",
    fileType: "txt" as const,
    sha256Hash: newId(),
    sizeBytes: 1,
  };
}

describe("tenant isolation", () => {
  test("the database that the migrations make passes the check at start", async () => {
    expect(await verifyIsolation(database.db)).toEqual([]);
  });

  test("a tenant sees and writes its own rows only", async () => {
    const [ours, theirs] = [
      await createTenant(database.db, { name: "Ours" }),
      await createTenant(database.db, { name: "Theirs" }),
    ];
    const row = documentOf(ours.id);
    await inTenant({ db: database.db, tenantId: ours.id }, (tx) => tx.insert(documents).values(row));
    const seen = (tenantId: string) => inTenant({ db: database.db, tenantId }, (tx) => tx.select().from(documents));
    expect((await seen(ours.id)).map(({ id }) => id)).toEqual([row.id]);
    expect(await seen(theirs.id)).toEqual([]);
    await expect(
      inTenant({ db: database.db, tenantId: theirs.id }, (tx) => tx.insert(documents).values(documentOf(ours.id))),
    ).rejects.toMatchObject({ cause: { code: "42501" } });
    const touched = await inTenant({ db: database.db, tenantId: theirs.id }, (tx) =>
      tx.update(documents).set({ originalFilename: "stolen" }).returning(),
    );
    expect(touched).toEqual([]);
    expect(
      await rowsOf(await database.asOwner(), sql`select original_filename as name from documents where id = ${row.id}`),
    ).toEqual([{ name: "a.txt" }]);
  });
});
