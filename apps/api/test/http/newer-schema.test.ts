import { verifyIsolation } from "@assay/core/tenancy";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

/** What a later migration may do while processes of this version still serve: add, with defaults, and take nothing away. */
const ADDITIONS = [
  sql`alter table documents add column later_note text`,
  sql`alter table runs add column later_mark integer not null default 7`,
  sql`alter table work_items add column later_kind text not null default 'plain'`,
  sql`create table later_things (id uuid primary key, tenant_id uuid not null references tenants (id))`,
  sql`alter table later_things enable row level security`,
  sql`alter table later_things force row level security`,
  sql`create policy own_rows on later_things to assay_tenant
    using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)`,
  sql`create index later_documents on documents (tenant_id, later_note)`,
];

test("a service continues, its work under way included, while a later migration adds to its tables", async () => {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const before = await member.upload("before.txt", policyText);
  const owner = await assay.database.asOwner();
  try {
    for (const addition of ADDITIONS) await owner.db.execute(addition);
  } finally {
    await owner.close();
  }
  const after = await member.upload("after.txt", `${policyText}\nReviewed since.`);
  for (const { id } of [before, after]) expect((await member.settled(id)).status).toBe("READY");
  const { id } = await member.startRun();
  expect(await member.finished(id)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
  // A process of this version that starts now starts.
  const { db, driver } = assay.database;
  expect(await verifyIsolation(db, { anyLogin: driver === "pglite" })).toEqual([]);
});
