import { assessmentListReply } from "@assay/contract";
import { rowsOf } from "@assay/db";
import { openProxiedDatabase } from "@assay/testing";
import type { DatabaseProxy } from "@assay/testing/database-proxy";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

/** An attempt that could not even say that it failed is taken up again when its lease has run out: soon, here. */
const SHORT_LEASES = { attemptMs: 5000, attemptLimitMs: 6000, requirementLimitMs: 6000, leaseMs: 2000 };
const DATABASE = { poolSize: 3, connectTimeoutMs: 2000, statementTimeoutMs: 1000 };

let assay: TestService;
let proxy: DatabaseProxy;
let tenant: TestTenant;
let member: TestClient;
beforeAll(async () => {
  const database = await openProxiedDatabase(DATABASE);
  proxy = database.proxy;
  assay = await testService({}, { limits: { ...SHORT_LEASES, attemptsMax: 20 } }, Promise.resolve(database));
  tenant = await assay.tenant();
  member = await tenant.as("MEMBER");
});
afterAll(() => assay.close());

async function expectUnavailable(method: string, path: string): Promise<void> {
  const response = await member.call(method, path);
  expect(response.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
  const body = await expectError(response, 503, "SERVICE_UNAVAILABLE");
  expect(JSON.stringify(body)).not.toMatch(/Connection terminated|WebSocket|127\.0\.0\.1|select|begin/i);
}

async function expectServed(): Promise<void> {
  await until(
    () => member.call("GET", "/readyz"),
    ({ status }) => status === 200,
  );
  expect((await member.call("GET", "/api/runs")).status).toBe(200);
}

test("requests answer 503 with Retry-After while the database refuses connections, and are served again after", async () => {
  proxy.next.refused = true;
  proxy.drop();
  await expectUnavailable("GET", "/api/runs");
  await expectUnavailable("POST", "/api/runs");
  const ready = await expectError(await member.call("GET", "/readyz"), 503, "SERVICE_UNAVAILABLE");
  expect(ready.details).toEqual({ failed: ["database"] });
  proxy.next.refused = false;
  await expectServed();
});

test("requests answer 503 when the database vanishes without a word, and are served again after", async () => {
  proxy.stall();
  const began = performance.now();
  await Promise.all(Array.from({ length: 8 }, () => expectUnavailable("GET", "/api/runs")));
  expect(performance.now() - began).toBeLessThan(15_000);
  proxy.resume();
  await expectServed();
});

test("requests answer 503 when all connections are in use, and are served when one is free", async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const holders = Array.from({ length: DATABASE.poolSize }, () => assay.service.db.transaction(() => end));
  await expectUnavailable("GET", "/api/runs");
  resolve();
  await Promise.all(holders);
  await expectServed();
});

test("a server that resumes slowly delays the first request and fails none", async () => {
  proxy.next.delayMs = 700;
  proxy.drop();
  expect((await member.call("GET", "/api/runs")).status).toBe(200);
  proxy.next.delayMs = 0;
});

test("a document and a run whose connections are dropped again and again end as without faults, each result once", async () => {
  const { id } = await member.upload("backup-policy.txt", policyText);
  await dropWhileWorking(5);
  expect(await member.settled(id)).toMatchObject({ status: "READY" });
  const started = await member.startRun();
  await dropWhileWorking(10);
  expect(await member.finished(started.id)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
  const { assessments } = await member.get(`/api/runs/${started.id}/assessments`, assessmentListReply);
  expect(assessments.map(({ requirementId, status }) => [requirementId, status])).toEqual([
    ["1.1", "COMPLETE"],
    ["1.2.a", "PARTIAL"],
    ["2.1", "MISSING"],
  ]);
});

async function dropWhileWorking(times: number): Promise<void> {
  const owner = await assay.database.asOwner();
  const sessions = async () => {
    const [row] = await rowsOf<{ n: number }>(
      owner.db,
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and usename = 'assay_app'`,
    );
    return row!.n;
  };
  for (let round = 0; round < times; round++) {
    await until(sessions, (n) => n > 0);
    proxy.drop();
  }
  await owner.close();
  await expectServed();
}
