import { getRun } from "@assay/core/runs";
import { createTenant, inSystem, inTenant } from "@assay/core/tenancy";
import { newId, runs } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { takeStatements } from "@assay/testing/watch-statements";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("every statement is seen in the role that it is sent in, by each driver", async () => {
  const { id: tenantId } = await createTenant(database.db, { name: "Watched" });
  const ctx = { db: database.db, tenantId, actor: { id: "tester", role: "ADMIN" as const, tenantId } };
  takeStatements("assay_tenant");
  takeStatements("assay_system");
  await expect(getRun(ctx, newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
  await inTenant(ctx, async (tx) => {
    await tx.execute(sql`select 1 as plain`);
    await tx.transaction((inner) => inner.select().from(runs).where(eq(runs.tenantId, tenantId)));
  });
  await inSystem(database.db, (tx) => tx.execute(sql`select 2 as plain`));
  await database.db.execute(sql`select 3 as plain`);
  // Drivers of servers begin and end transactions by statements of their own.
  const tenants = takeStatements("assay_tenant").filter((statement) => !/^(begin|commit)\b/.test(statement));
  const systems = takeStatements("assay_system");
  expect(tenants).toEqual([
    expect.stringMatching(/from "runs" where \("runs"."tenant_id" = \$1 and "runs"."id" = \$2\)/),
    "select 1 as plain",
    expect.stringMatching(/^savepoint /),
    expect.stringMatching(/from "runs" where "runs"."tenant_id" = \$1/),
    expect.stringMatching(/^release savepoint /),
  ]);
  expect(systems.at(-1)).toBe("select 2 as plain");
  expect([...tenants, ...systems]).not.toContain("select 3 as plain");
});
