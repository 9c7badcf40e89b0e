import { createOfflineEmbedder } from "@assay/adapters/offline";
import {
  assessmentListReply,
  type RetrievalVersionRecord,
  retrievalVersionListReply,
  retrievalVersionReply,
  runConfigurationReply,
} from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const second = { ...createOfflineEmbedder(), model: "second-embedder" };

let assay: TestService;
beforeAll(async () => {
  assay = await testService({}, { furtherEmbedders: [second] });
});
afterAll(() => assay.close());

const list = async (client: TestClient) =>
  (await client.get("/api/admin/retrieval-versions", retrievalVersionListReply)).retrievalVersions;

async function create(client: TestClient, body: unknown): Promise<RetrievalVersionRecord> {
  const response = await client.sendJson("POST", "/api/admin/retrieval-versions", body);
  expect(response.status).toBe(201);
  return retrievalVersionReply.parse(await response.json()).retrievalVersion;
}

const activate = (client: TestClient, id: string) =>
  client.call("POST", `/api/admin/retrieval-versions/${id}/activate`);

async function runTo(client: TestClient) {
  const { id } = await client.startRun();
  expect(await client.finished(id)).toMatchObject({ status: "COMPLETED" });
  const { assessments } = await client.get(`/api/runs/${id}/assessments`, assessmentListReply);
  const { configuration } = await client.get(`/api/runs/${id}/configuration`, runConfigurationReply);
  return { id, verdicts: assessments.map(({ confidence, status }) => ({ confidence, status })), configuration };
}

test("the same confidence means another status under another version, and earlier runs keep theirs", async () => {
  const tenant = await assay.tenant();
  const admin = await tenant.as("SUPER_ADMIN");
  await admin.settled((await admin.upload("policy.txt", policyText)).id);
  const before = await runTo(admin);
  expect(before.verdicts[0]).toEqual({ confidence: 0.8, status: "COMPLETE" });

  const [first] = (await list(admin)).filter(({ inForce }) => inForce);
  const version = await create(admin, { confidenceThresholds: { complete: 0.9, partial: 0.5 } });
  expect(version).toMatchObject({ inForce: false, origin: "admin", chunksPerRequirement: first?.chunksPerRequirement });
  expect((await activate(admin, version.id)).status).toBe(200);
  expect((await list(admin)).filter(({ inForce }) => inForce).map(({ id }) => id)).toEqual([version.id]);

  const after = await runTo(admin);
  expect(after.verdicts[0]).toEqual({ confidence: 0.8, status: "PARTIAL" });
  expect(after.configuration.snapshotRetrievalVersionId).toBe(version.id);
  const { configuration } = await admin.get(`/api/runs/${before.id}/configuration`, runConfigurationReply);
  expect(configuration.snapshotRetrievalVersionId).toBe(first?.id);
  expect((await activate(admin, first!.id)).status).toBe(200);
});

test("a version with another embedder is activated once every READY chunk has its vector", async () => {
  const tenant = await assay.tenant();
  const admin = await tenant.as("SUPER_ADMIN");
  await admin.settled((await admin.upload("policy.txt", policyText)).id);
  const [first] = (await list(admin)).filter(({ inForce }) => inForce);
  const { id } = await create(admin, { embedderModel: second.model });
  const version = async () => (await list(admin)).find((candidate) => candidate.id === id)!;
  const { vectors } = await until(version, ({ vectors: { ready, total } }) => ready === total);
  expect(vectors.total).toBeGreaterThan(0);
  expect((await activate(admin, id)).status).toBe(200);

  await admin.settled((await admin.upload("later.txt", `Later. ${policyText}`)).id);
  expect((await version()).vectors).toMatchObject({ ready: (await version()).vectors.total });
  const run = await runTo(admin);
  expect(run.configuration.embedder.model).toBe(second.model);
  expect(run.verdicts[0]).toMatchObject({ status: "COMPLETE" });

  // The first embedder has no vector of what came later: it may come back only with one.
  const refused = await activate(admin, first!.id);
  if (refused.status !== 200) await expectError(refused, 409, "INVALID_STATE");
  await until(
    () => activate(admin, first!.id),
    ({ status }) => status === 200,
  );
});

test("models that the deployment does not run, unknown ids and bad values are refused", async () => {
  const tenant = await assay.tenant();
  const admin = await tenant.as("SUPER_ADMIN");
  const send = (body: unknown) => admin.sendJson("POST", "/api/admin/retrieval-versions", body);
  await expectError(await send({ embedderModel: "nobody" }), 409, "INVALID_STATE");
  await expectError(await send({ assessorModel: "nobody" }), 409, "INVALID_STATE");
  await expectError(await send({ confidenceThresholds: { complete: 0.2, partial: 0.5 } }), 400, "VALIDATION_ERROR");
  await expectError(await send({ chunksPerRequirement: 0 }), 400, "VALIDATION_ERROR");
  await expectError(await activate(admin, "01a1fc9e-83a2-7388-b873-e288675770ca"), 404, "NOT_FOUND");
  await expectError(await activate(admin, "nothing"), 404, "NOT_FOUND");
  await expectError(await activate(await tenant.as("ADMIN"), "nothing"), 403, "FORBIDDEN");
});
