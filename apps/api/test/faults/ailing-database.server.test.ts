import type { Failpoints } from "@assay/core/ports";
import { type Connection, rowsOf } from "@assay/db";
import { migrate, readMigrations } from "@assay/db/migrate";
import { openProxiedDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TestTenant } from "../support/make-tenant.ts";
import { readDocuments, readRun } from "../support/read-results.ts";
import { policyText } from "../support/small-pack.ts";
import { createTestClient, expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { patientFetch } from "./support/patient-fetch.ts";

/** The whole service on a database that answers, and not as it should. */
let service: TestService;
let database: Awaited<ReturnType<typeof openProxiedDatabase>>;
let owner: Connection;
let golden: Results;
/** What happens to the first assessment that is claimed. */
let inTheMiddle: (() => Promise<void>) | undefined;
/** How late the answers are that an assessment gets. */
let assessmentLagMs = 0;

const failpoints: Failpoints = {
  async reach(point, { kind }) {
    if (point !== "claimed") return;
    database.proxy.lagMs = kind === "assessment" ? assessmentLagMs : 0;
    if (kind !== "assessment") return;
    const act = inTheMiddle;
    inTheMiddle = undefined;
    await act?.();
  },
};

beforeAll(async () => {
  database = await openProxiedDatabase();
  const limits = { leaseMs: 2000, retryDelayMs: 20, pauseMaxMs: 200, dispatchOverdueMs: 1500 };
  service = await testService({}, { limits, failpoints }, Promise.resolve(database));
  owner = await database.asOwner();
  await run(FAULTS);
  golden = (await work()).results;
});
afterAll(async () => {
  await owner?.close();
  await service?.close();
});
afterEach(() => setFault(NO_FAULT));

const run = (statement: string) => owner.db.execute(sql.raw(statement));
const name = () => new URL(database.url!).pathname.slice(1);
const setFault = (body: string) =>
  run(
    `create or replace function assay_fault() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
  );

const NO_FAULT = "";
/** Each statement that writes to these tables runs the function that the tests replace. */
const FAULTS = `
  create function assay_fault() returns trigger language plpgsql as $$ begin return new; end $$;
  ${["documents", "runs", "work_items", "chunks", "assessments", "audit_entries"]
    .map((table) => `create trigger assay_fault before insert or update on ${table} execute function assay_fault();`)
    .join("\n")}`;

interface Results {
  readonly documents: unknown;
  readonly run: unknown;
}

/** Evidence and a run by clients that try again what is to be tried again; `act` is done in its middle. */
async function work(
  act?: (tenant: TestTenant, admin: TestClient) => Promise<void>,
  made: TestTenant | Promise<TestTenant> = service.tenant(),
) {
  const tenant = await made;
  const { token } = await tenant.as("ADMIN");
  const admin = createTestClient(service.url, token, patientFetch);
  const { id } = await admin.upload("policy.txt", policyText);
  await admin.settled(id);
  if (act) inTheMiddle = () => act(tenant, createTestClient(service.url, token));
  const { id: runId } = await admin.startRun();
  await admin.finished(runId);
  expect(inTheMiddle).toBeUndefined();
  const results: Results = { documents: await readDocuments(admin), run: await readRun(admin, runId) };
  return { tenant, results };
}

/** No job of the tenant lost its lease, was claimed twice in vain, or has spent a try. */
async function expectNoTrySpent({ id }: TestTenant): Promise<void> {
  const spent = sql`select kind, stage, attempts, losses, crashes from work_items
    where tenant_id = ${id} and attempts + losses + crashes > 0`;
  expect(await rowsOf(owner.db, spent)).toEqual([]);
}

test.each([
  [
    "read-only, as after a failover",
    "it is read-only",
    // For new sessions, as a replica would be that the address leads to.
    async () => {
      await run(`alter database ${name()} set default_transaction_read_only = on`);
      database.proxy.drop();
    },
    async () => {
      await run(`alter database ${name()} reset default_transaction_read_only`);
      database.proxy.drop();
    },
  ],
  [
    "full",
    "its disk is full",
    () => setFault("raise exception 'could not extend file' using errcode = '53100';"),
    () => setFault(NO_FAULT),
  ],
] as const)(
  "a database that is %s refuses what writes with 503, serves what reads, and costs no job a try",
  async (_, reason, begin, mend) => {
    const { tenant, results } = await work(async (_, admin) => {
      await begin();
      const refused = await admin.sendFile("more.txt", policyText);
      expect(refused.headers.get("Retry-After")).toBe("5");
      expect((await expectError(refused, 503, "SERVICE_UNAVAILABLE")).message).toContain(reason);
      expect((await admin.call("GET", "/api/documents")).status).toBe(200);
      await mend();
    });
    expect(results).toEqual(golden);
    await expectNoTrySpent(tenant);
  },
);

test("transactions that conflict are repeated: nearly half of all, and the results are those of none; each time, and it is 503", async () => {
  const conflict = "raise exception 'could not serialize access' using errcode = '40001';";
  // Made before, with its member: nobody tries again what a test writes past the service and is refused each time.
  const tenant = await service.tenant();
  await tenant.as("ADMIN");
  await setFault(`if pg_current_xact_id()::text::bigint % 7 < 3 then ${conflict} end if;`);
  const { results } = await work(undefined, tenant);
  expect(results).toEqual(golden);
  await setFault(conflict.replace("40001", "40P01"));
  await expectError(
    await (await tenant.as("ADMIN")).sendJson("POST", "/api/runs/start", {}),
    503,
    "SERVICE_UNAVAILABLE",
  );
});

test("answers that come late, each by a 24th of a lease, cost no lease", async () => {
  assessmentLagMs = 80;
  const { results, tenant } = await work().finally(() => {
    assessmentLagMs = 0;
  });
  expect(results).toEqual(golden);
  await expectNoTrySpent(tenant);
});

test("a service continues with its runs while the schema of its next release comes, and after that", async () => {
  const tables = await rowsOf<{ name: string }>(
    owner.db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const statements = tables.flatMap(({ name }) => [
    `alter table ${name} add column next_release text not null default 'new'`,
    `create index on ${name} (next_release)`,
  ]);
  const migrations = [...(await readMigrations()), { name: "9999_next_release.sql", statements }];
  let migrated: Promise<unknown> | undefined;
  const { results } = await work(async () => {
    // Next to the run: it waits for the locks of open transactions, and they wait for its.
    migrated = migrate(owner, { migrations });
  });
  expect(await migrated).toEqual(["9999_next_release.sql"]);
  expect(results).toEqual(golden);
  expect((await work()).results).toEqual(golden);
});
