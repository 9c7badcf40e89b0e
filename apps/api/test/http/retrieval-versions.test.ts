import {
  assessmentListReply,
  type RetrievalVersionRecord,
  retrievalVersionListReply,
  retrievalVersionReply,
  runConfigurationReply,
  type ThresholdPreview,
  thresholdPreviewReply,
} from "@assay/contract";
import { createOfflineEmbedder } from "@assay/offline";
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

test("the same confidence means another status under another version, and previous runs keep theirs", async () => {
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

test("a version has the lexical weight of its embedder, or the one that it was created with, and runs pin it", async () => {
  const tenant = await assay.tenant();
  const admin = await tenant.as("SUPER_ADMIN");
  const [first] = (await list(admin)).filter(({ inForce }) => inForce);
  expect(first).toMatchObject({ lexicalWeight: 1, lexicon: 2 });
  const version = await create(admin, { lexicalWeight: 0.5 });
  expect(version.lexicalWeight).toBe(0.5);
  expect((await create(admin, { embedderModel: "offline-lexical-1" })).lexicalWeight).toBe(1);
  expect((await activate(admin, version.id)).status).toBe(200);
  await admin.settled((await admin.upload("policy.txt", policyText)).id);
  const run = await runTo(admin);
  expect(run.configuration).toMatchObject({ lexicalWeight: 0.5, lexicon: 2 });
  expect(run.verdicts[0]).toMatchObject({ status: "COMPLETE" });
  expect((await activate(admin, first!.id)).status).toBe(200);
  const refused = await admin.sendJson("POST", "/api/admin/retrieval-versions", { lexicalWeight: 11 });
  await expectError(refused, 400, "VALIDATION_ERROR");
});

test("a preview says which verdicts of a finished run would map differently, and stores nothing", async () => {
  const tenant = await assay.tenant();
  const admin = await tenant.as("ADMIN");
  await admin.settled((await admin.upload("policy.txt", policyText)).id);
  const run = await runTo(admin);
  const preview = (complete: number, partial: number, rest = "") =>
    admin.get(
      `/api/admin/retrieval-versions/preview?runId=${run.id}&complete=${complete}&partial=${partial}${rest}`,
      thresholdPreviewReply,
    );
  const same = await preview(0.75, 0.4);
  expect(same).toMatchObject({ runId: run.id, pinned: { complete: 0.75, partial: 0.4 }, changedCount: 0, changed: [] });
  expect(same.after).toEqual(same.before);
  expect(same.confidences.reduce((sum, count) => sum + count, 0)).toBe(run.verdicts.length);

  const strict = await preview(0.9, 0.5);
  const [moved] = strict.changed;
  expect(moved).toMatchObject({ confidence: 0.8, before: "COMPLETE", after: "PARTIAL" });
  expect(strict.changedCount).toBe(strict.changed.length);
  expect(strict.after.COMPLETE).toBe(strict.before.COMPLETE - strict.changed.length);
  expect(await preview(0.9, 0.5, "&limit=1")).toMatchObject({ changed: [moved], changedCount: strict.changedCount });

  // What a run under these thresholds stores is what the preview said.
  const root = await tenant.as("SUPER_ADMIN");
  const [first] = (await list(root)).filter(({ inForce }) => inForce);
  const version = await create(root, { confidenceThresholds: { complete: 0.9, partial: 0.5 } });
  expect((await activate(root, version.id)).status).toBe(200);
  const after = await runTo(admin);
  expect((await activate(root, first!.id)).status).toBe(200);
  const count = (status: string) => after.verdicts.filter((verdict) => verdict.status === status).length;
  const { COMPLETE, PARTIAL, MISSING } = strict.after;
  expect([count("COMPLETE"), count("PARTIAL"), count("MISSING")]).toEqual([COMPLETE, PARTIAL, MISSING]);
  expect((await runAgain(admin, run.id)).verdicts).toEqual(run.verdicts);
});

async function runAgain(client: TestClient, runId: string): Promise<{ verdicts: unknown[] }> {
  const { assessments } = await client.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  return { verdicts: assessments.map(({ confidence, status }) => ({ confidence, status })) };
}

test("a verdict without a citation never becomes better than MISSING, however low the thresholds", async () => {
  const tenant = await assay.tenant();
  const admin = await tenant.as("ADMIN");
  const run = await runTo(admin);
  expect(run.verdicts.every(({ status }) => status === "MISSING")).toBe(true);
  const path = `/api/admin/retrieval-versions/preview?runId=${run.id}`;
  const lowest: ThresholdPreview = await admin.get(`${path}&complete=0.0001&partial=0.0001`, thresholdPreviewReply);
  expect(lowest).toMatchObject({ changedCount: 0, after: { MISSING: run.verdicts.length, COMPLETE: 0 } });
});

test("a preview of thresholds that cannot be, of no run, of another tenant's or as a MEMBER is refused", async () => {
  const tenant = await assay.tenant();
  const admin = await tenant.as("ADMIN");
  const run = await runTo(admin);
  const ask = (query: string, client = admin) => client.call("GET", `/api/admin/retrieval-versions/preview?${query}`);
  for (const query of [
    "complete=0.5&partial=0.4",
    `runId=${run.id}&complete=0.5`,
    `runId=${run.id}&complete=1.2&partial=0.4`,
    `runId=${run.id}&complete=0.3&partial=0.4`,
    `runId=${run.id}&complete=0.3&partial=0`,
    `runId=${run.id}&complete=x&partial=0.4`,
    `runId=${run.id}&complete=0.5&partial=0.4&cursor=x`,
  ])
    await expectError(await ask(query), 400, "VALIDATION_ERROR");
  const fine = (runId: string) => `runId=${runId}&complete=0.5&partial=0.4`;
  await expectError(await ask(fine("01a1fc9e-83a2-7388-b873-e288675770ca")), 404, "NOT_FOUND");
  await expectError(await ask(fine("nothing")), 404, "NOT_FOUND");
  const other = await (await assay.tenant()).as("ADMIN");
  await expectError(await ask(fine(run.id), other), 403, "CROSS_TENANT_ACCESS_DENIED");
  await expectError(await ask(fine(run.id), await tenant.as("MEMBER")), 403, "FORBIDDEN");
});

test("models that the deployment does not run, unknown ids and bad values are refused", async () => {
  const tenant = await assay.tenant();
  const admin = await tenant.as("SUPER_ADMIN");
  const send = (body: unknown) => admin.sendJson("POST", "/api/admin/retrieval-versions", body);
  await expectError(await send({ embedderModel: "nobody" }), 409, "INVALID_STATE");
  await expectError(await send({ assessorModel: "nobody" }), 409, "INVALID_STATE");
  await expectError(await send({ confidenceThresholds: { complete: 0.2, partial: 0.5 } }), 400, "VALIDATION_ERROR");
  await expectError(await send({ confidenceThresholds: { complete: 0.2, partial: 0 } }), 400, "VALIDATION_ERROR");
  await expectError(await send({ chunksPerRequirement: 0 }), 400, "VALIDATION_ERROR");
  await expectError(await activate(admin, "01a1fc9e-83a2-7388-b873-e288675770ca"), 404, "NOT_FOUND");
  await expectError(await activate(admin, "nothing"), 404, "NOT_FOUND");
  await expectError(await activate(await tenant.as("ADMIN"), "nothing"), 403, "FORBIDDEN");
});
