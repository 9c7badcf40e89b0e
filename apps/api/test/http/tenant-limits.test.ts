import { deploymentLogReply, deploymentReply, tenantReply } from "@assay/contract";
import type { EstimatedUsage } from "@assay/core/ports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDoubleAssessor, quoteFirst } from "../support/double-assessor.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const double = createDoubleAssessor();
const USAGE: EstimatedUsage = { tokensIn: 1000, tokensOut: 200, costUsd: 0.01 };
let assay: TestService;
let root: TestClient;
beforeAll(async () => {
  const assessor = Object.assign(double, { estimate: () => USAGE });
  assay = await testService({ DOCUMENTS_PER_TENANT_MAX: "5" }, { assessor });
  root = await (await assay.tenant({ pack: null })).as("SUPER_ADMIN");
});
afterAll(() => assay.close());

const pathOf = ({ id }: TestTenant) => `/api/admin/tenants/${id}`;
async function limit(tenant: TestTenant, limits: object) {
  const response = await root.sendJson("PATCH", pathOf(tenant), { limits });
  expect(response.status).toBe(200);
  return tenantReply.parse(await response.json()).tenant.limits;
}
async function withEvidence() {
  const tenant = await assay.tenant();
  const client = await tenant.as("ADMIN");
  await client.settled((await client.upload("policy.txt", policyText)).id);
  double.act = quoteFirst(0.9);
  return { tenant, client };
}
const start = (client: TestClient) => client.sendJson("POST", "/api/runs/start", {});

test("a limit that is not named stays, null brings back the deployment's, and unknown or wrong ones are refused", async () => {
  const tenant = await assay.tenant({ pack: null });
  const none = { documentsMax: null, bytesMax: null, runsPerDay: null, tokensPerMonth: null };
  expect(await limit(tenant, { documentsMax: 1 })).toEqual({ ...none, documentsMax: 1 });
  expect(await limit(tenant, { runsPerDay: 3 })).toEqual({ ...none, documentsMax: 1, runsPerDay: 3 });
  const member = await tenant.as("MEMBER");
  await member.upload("1.txt", "First.");
  const refused = await expectError(await member.sendFile("2.txt", "Second."), 409, "TENANT_LIMIT_EXCEEDED");
  expect(refused.details).toEqual({ name: "documentsMax", limit: 1, value: 2 });
  expect(await limit(tenant, { documentsMax: null })).toEqual({ ...none, runsPerDay: 3 });
  await member.upload("2.txt", "Second.");
  for (const limits of [{ runsPerHour: 1 }, { runsPerDay: -1 }, { runsPerDay: 1.5 }, { bytesMax: "1" }, {}])
    await expectError(await root.sendJson("PATCH", pathOf(tenant), { limits }), 400, "VALIDATION_ERROR");
  await expectError(await root.sendJson("PATCH", pathOf(tenant), { documentsMax: 1 }), 400, "VALIDATION_ERROR");
  const admin = await tenant.as("ADMIN");
  await expectError(await admin.sendJson("PATCH", pathOf(tenant), { limits: { runsPerDay: 9 } }), 403, "FORBIDDEN");
});

// How the runs of a day are counted is tested where the day is an input: core's runs-of-a-day.test.ts.
test("runs of a day are refused beyond their number, an estimate as the start is", async () => {
  const { tenant, client } = await withEvidence();
  await limit(tenant, { runsPerDay: 0 });
  for (const path of ["/api/runs/start", "/api/runs/start?dryRun=true"]) {
    const { details } = await expectError(await client.sendJson("POST", path, {}), 409, "TENANT_LIMIT_EXCEEDED");
    expect(details).toEqual({ name: "runsPerDay", limit: 0, value: 0 });
  }
  await limit(tenant, { runsPerDay: 1 });
  expect((await start(client)).status).toBe(201);
});

test("tokens refuse a run at its start with its estimate, and stop none that has started", async () => {
  const { tenant, client } = await withEvidence();
  await limit(tenant, { tokensPerMonth: 3599 });
  const refused = await expectError(await start(client), 409, "TENANT_LIMIT_EXCEEDED");
  expect(refused.details).toEqual({ name: "tokensPerMonth", limit: 3599, value: 3600, used: 0, estimate: 3600 });
  expect(refused.message).toContain("needs about 3600");
  await limit(tenant, { tokensPerMonth: 3600 });
  const held = Promise.withResolvers<void>();
  double.act = async (request, signal) => held.promise.then(() => quoteFirst(0.9)(request, signal));
  const run = await client.startRun();
  await limit(tenant, { tokensPerMonth: 0 });
  held.resolve();
  expect(await client.finished(run.id)).toMatchObject({ status: "COMPLETED" });
  await expectError(await start(client), 409, "TENANT_LIMIT_EXCEEDED");
});

test("the page of the deployment shows each tenant's use of its limits, and its log who changed them", async () => {
  const { tenant } = await withEvidence();
  await limit(tenant, { bytesMax: 1_000_000 });
  const { tenants, defaults } = await root.get("/api/admin/deployment?limit=200", deploymentReply);
  expect(defaults).toMatchObject({ documentsMax: 5 });
  expect(tenants.find((state) => state.tenant.id === tenant.id)).toMatchObject({
    documents: { used: 1, limit: 5 },
    bytes: { limit: 1_000_000 },
    tenant: { limits: { bytesMax: 1_000_000 } },
  });
  const { entries } = await root.get(`/api/admin/deployment/log?objectId=${tenant.id}`, deploymentLogReply);
  expect(entries).toMatchObject([
    { action: "tenant.limits_changed", objectId: tenant.id, details: { bytesMax: 1_000_000, runsPerDay: null } },
  ]);
  const admin = await tenant.as("ADMIN");
  for (const path of ["/api/admin/deployment", "/api/admin/deployment/log"])
    await expectError(await admin.call("GET", path), 403, "FORBIDDEN");
});
