import { estimateRunReply, ModelError, runListReply } from "@assay/contract";
import type { AssessmentRequest, EstimatedUsage } from "@assay/core/ports";
import { documents, newId } from "@assay/db";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDoubleAssessor, quoteFirst } from "../support/double-assessor.ts";
import type { TestTenant } from "../support/make-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const PATH = "/api/runs/start?dryRun=true";
const double = createDoubleAssessor();
let usage: EstimatedUsage;
let last: AssessmentRequest | undefined;
let assay: TestService;
beforeAll(async () => {
  const estimate = (request: AssessmentRequest) => {
    last = request;
    return usage;
  };
  usage = { tokensIn: 1000, tokensOut: 200, costUsd: 0.01 };
  assay = await testService({}, { assessor: Object.assign(double, { estimate }), limits: { attemptsMax: 1 } });
});
afterAll(() => assay.close());

async function withEvidence(tenant?: TestTenant): Promise<TestClient> {
  const client = await (tenant ?? (await assay.tenant())).as("ADMIN");
  await client.settled((await client.upload("policy.txt", policyText)).id);
  double.act = quoteFirst(0.9);
  return client;
}

async function estimate(client: TestClient, body: unknown = {}) {
  const response = await client.sendJson("POST", PATH, body);
  expect(response.status).toBe(200);
  return estimateRunReply.parse(await response.json()).estimate;
}

const THREE = { requirements: 3, calls: 3, tokensIn: 3000, tokensOut: 600, costUsd: expect.closeTo(0.03) };

test("an estimate says what a run would need of its model, and starts none", async () => {
  const client = await withEvidence();
  expect(await estimate(client)).toEqual(THREE);
  expect(last).toMatchObject({ passages: [{ text: "x".repeat(policyText.trim().length) }], guidance: [] });
  expect((await client.get("/api/runs", runListReply)).runs).toEqual([]);
});

test("an estimate keeps nothing under an Idempotency-Key", async () => {
  const client = await withEvidence();
  const headers = { "Idempotency-Key": "start-1" };
  const send = (path: string) => client.sendJson("POST", path, {}, headers);
  expect((await send(PATH)).status).toBe(200);
  expect((await send("/api/runs/start")).status).toBe(201);
});

test("an estimate is refused as the start would be", async () => {
  const client = await withEvidence();
  for (const pin of ["packId", "criteriaVersionId", "corpusActivationId", "retrievalVersionId", "continueRunId"])
    await expectError(await client.sendJson("POST", PATH, { [pin]: newId() }), 404, "NOT_FOUND");
  await expectError(await client.sendJson("POST", PATH, { name: "" }), 400, "VALIDATION_ERROR");
  await expectError(await client.sendJson("POST", "/api/runs/start?dryRun=yes", {}), 400, "VALIDATION_ERROR");
  const viewer = await (await assay.tenant()).as("VIEWER");
  await expectError(await viewer.sendJson("POST", PATH, {}), 403, "FORBIDDEN");
  const held = Promise.withResolvers<void>();
  double.act = async (request, signal) => held.promise.then(() => quoteFirst(0.9)(request, signal));
  const { id } = await client.startRun();
  const refused = await expectError(await client.sendJson("POST", PATH, {}), 409, "RUN_ALREADY_IN_PROGRESS");
  expect(refused.details).toEqual({ runId: id });
  held.resolve();
  await client.finished(id);
});

test("no model is asked without evidence, or where the service judges by itself; an unknown price is null", async () => {
  const client = await (await assay.tenant()).as("MEMBER");
  expect(await estimate(client)).toEqual({ requirements: 3, calls: 0, tokensIn: 0, tokensOut: 0, costUsd: 0 });
  const member = await withEvidence();
  const before = usage;
  usage = { ...before, costUsd: null };
  expect((await estimate(member)).costUsd).toBeNull();
  usage = before;
});

test("what is reused is not counted, while the evidence is the same", async () => {
  const client = await withEvidence();
  await client.finished((await client.startRun()).id);
  expect(await estimate(client)).toEqual(THREE);
  expect(await estimate(client, { reuse: true })).toMatchObject({ requirements: 3, calls: 0, costUsd: 0 });
  await client.settled((await client.upload("more.txt", "Visitors wear a badge at all times.")).id);
  expect(await estimate(client, { reuse: true })).toEqual(THREE);
});

test("a verdict that is stored otherwise than it was sealed is not reused", async () => {
  const tenant = await assay.tenant();
  const client = await withEvidence(tenant);
  await client.finished((await client.startRun()).id);
  const owner = await assay.database.asOwner();
  await owner.db.transaction(async (tx) => {
    await tx.execute(sql`alter table assessments disable trigger user`);
    await tx.execute(sql`update assessments set reasoning = 'Other' where tenant_id = ${tenant.id} and position = 1`);
  });
  await owner.close();
  expect(await estimate(client, { reuse: true })).toMatchObject({ requirements: 3, calls: 1 });
});

test("a run that is continued asks for what is left", async () => {
  const client = await withEvidence();
  double.act = async (request, signal) => {
    if (request.requirement.requirementId === "1.1") throw new ModelError("MODEL_REJECTED_REQUEST", "No");
    return quoteFirst(0.9)(request, signal);
  };
  const failed = await client.finished((await client.startRun()).id);
  expect(failed.status).toBe("FAILED");
  expect(await estimate(client, { continueRunId: failed.id })).toMatchObject({ requirements: 3, calls: 1 });
});

test("documents that the run would wait for count as if they had been read", async () => {
  const tenant = await assay.tenant();
  const client = await tenant.as("ADMIN");
  const owner = await assay.database.asOwner();
  const file = { originalFilename: "slow.pdf", fileType: "pdf" as const, sha256Hash: "f".repeat(64), sizeBytes: 9 };
  await owner.db.insert(documents).values({ id: newId(), tenantId: tenant.id, ...file });
  await owner.close();
  expect(await estimate(client)).toMatchObject({ calls: 0 });
  expect(await estimate(client, { waitForDocuments: true })).toEqual(THREE);
  expect(last!.passages).toHaveLength(8);
});
