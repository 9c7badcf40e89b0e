import { inTenant } from "@assay/core/tenancy";
import { documents, preparedOnce } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProbeEngine } from "../support/probe-engine.ts";

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  tenantId = (await createProbeEngine(database.db)).tenantId;
});
afterAll(() => database.close());

const listTitles = preparedOnce((tx) =>
  tx
    .select({ title: documents.title })
    .from(documents)
    .where(eq(documents.tenantId, sql.placeholder("tenantId")))
    .prepare("titles"),
);

test("a statement that is kept runs again when a migration changes what it returns, on each connection", async () => {
  const { db, close } = connectServer(database.url!, { poolSize: 3 });
  const read = () =>
    Promise.all(Array.from({ length: 3 }, () => inTenant({ db, tenantId }, (tx) => listTitles(tx, { tenantId }))));
  await read();
  const owner = await database.asOwner();
  await owner.db.execute(sql`alter table documents alter column title type varchar(500)`);
  await owner.close();
  expect(await read()).toEqual([[], [], []]);
  await close();
});
