import { createTenant, inTenant } from "@assay/core/tenancy";
import { type Database, documents, newId, preparedOnce, rowsOf } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { runOnServer } from "@assay/testing/test-database-server";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { interleave } from "../support/interleave.ts";

const TENANTS = 40;
const CLIENTS = 20;

let database: TestDatabase;
let pooled: { db: Database; close: () => Promise<void>; url: string };
let tenantIds: string[];

beforeEach(async () => {
  database = await openTestDatabase();
  const address = new URL(process.env.ASSAY_TEST_PGBOUNCER_URL!);
  address.pathname = new URL(database.url!).pathname;
  pooled = { ...connectServer(address.href, { poolSize: CLIENTS }), url: address.href };
  tenantIds = await Promise.all(Array.from({ length: TENANTS }, () => makeTenant(pooled.db)));
});
afterEach(async () => {
  await pooled.close();
  await database.close();
});

async function makeTenant(db: Database): Promise<string> {
  const { id: tenantId } = await createTenant(db, { name: "Tenant" });
  const document = { originalFilename: "a.txt", fileType: "txt" as const, sha256Hash: newId(), sizeBytes: 1 };
  await inTenant({ db, tenantId }, (tx) => tx.insert(documents).values({ id: newId(), tenantId, ...document }));
  return tenantId;
}

const traffic = (transactions: number, enter: typeof inTenant = inTenant) =>
  interleave({ db: pooled.db, tenantIds, transactions, clients: CLIENTS, enter });

describe("behind a pooler that changes the connection with each transaction", () => {
  test("2,000 interleaved transactions of 40 tenants see their own rows, whole, and nothing else", async () => {
    const { leaks, backends, served } = await traffic(2000);
    expect(leaks).toEqual([]);
    expect(backends.size).toBeLessThan(CLIENTS / 4);
    expect([...served.values()].reduce((sum, each) => sum + each)).toBe(2000);
    for (const [kind, times] of served) expect(times, kind).toBeGreaterThan(300);
  });

  test("a client that is gone in the middle of its transaction leaves no tenant behind", async () => {
    const [tenantId] = tenantIds;
    for (let at = 0; at < 10; at++)
      await runOnServer(
        pooled.url,
        "begin",
        `select set_config('role', 'assay_tenant', true), set_config('app.tenant_id', '${tenantId}', true)`,
      );
    expect((await traffic(120)).leaks).toEqual([]);
  });
});

test("a statement that a server is to keep runs all the same, and is not kept any more", async () => {
  const listNames = preparedOnce((tx) =>
    tx
      .select({ name: documents.originalFilename })
      .from(documents)
      .where(eq(documents.tenantId, sql.placeholder("tenantId")))
      .prepare("names"),
  );
  const read = (tenantId: string) => inTenant({ db: pooled.db, tenantId }, (tx) => listNames(tx, { tenantId }));
  for (let round = 0; round < 3; round++)
    expect(await Promise.all(tenantIds.map(read))).toEqual(tenantIds.map(() => [{ name: "a.txt" }]));
});

test("the limit of a statement holds in each transaction, though the pooler takes no setting of a session", async () => {
  const limit = sql`select current_setting('statement_timeout') as of`;
  for (let at = 0; at < 5; at++) {
    const within = await pooled.db.transaction((tx) => rowsOf(tx as never, limit));
    expect([...within, ...(await rowsOf(pooled.db, limit))]).toEqual([{ of: "30s" }, { of: "0" }]);
  }
});

describe("the search for leaks finds", () => {
  /** As `inTenant`, but what `outlives` names stays on the connection. */
  const forgetful = (outlives: "role" | "app.tenant_id"): typeof inTenant => {
    const within = (name: string) => name !== outlives;
    return ({ db, tenantId }, act) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('role', 'assay_tenant', ${within("role")}),
          set_config('app.tenant_id', ${tenantId}, ${within("app.tenant_id")})`);
        return act(tx);
      });
  };

  test("a tenant that outlives its transaction", async () => {
    expect((await traffic(120, forgetful("app.tenant_id"))).leaks).toContainEqual(
      expect.stringMatching(/^(nobody|system): .* of tenant '[0-9a-f-]{36}' where/),
    );
  });

  test("a role that outlives its transaction", async () => {
    expect((await traffic(120, forgetful("role"))).leaks).toContainEqual(
      expect.stringMatching(/^nobody: 'assay_tenant' of tenant '' where 'assay_app' of '' should be/),
    );
  });

  test("rows of other tenants", async () => {
    const owner = await database.asOwner();
    await owner.db.execute(sql`alter table documents disable row level security`);
    await owner.close();
    expect((await traffic(120)).leaks).toContainEqual(expect.stringMatching(/^read: the documents of \[.*,.*\]/));
  });
});
