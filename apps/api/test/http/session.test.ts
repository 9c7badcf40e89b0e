import { requirementListReply, sessionReply } from "@assay/contract";
import { bindPack, importPack } from "@assay/core/packs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallPack } from "../support/small-pack.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

test("a session says the role, the tenant and the packs at the version that a run would take", async () => {
  const tenant = await assay.tenant();
  const { session } = await (await tenant.as("VIEWER")).get("/api/session", sessionReply);
  expect(session).toMatchObject({ role: "VIEWER", tenant: { id: tenant.id } });
  expect(session.packs).toEqual([
    { id: tenant.packId, name: "Small pack", criteriaVersionId: tenant.criteriaVersionId, version: 1 },
  ]);
});

test("a run shows the requirements that it pinned, also after the tenant moved to another version", async () => {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const { id } = await member.startRun();
  const [first] = smallPack.criteria;
  const version = await importPack(tenant.ctx, { ...smallPack, criteria: [first!] });
  await bindPack(tenant.ctx, version);
  const { requirements } = await member.get(`/api/runs/${id}/requirements`, requirementListReply);
  expect(requirements.map(({ requirementId }) => requirementId)).toEqual(["1.1", "1.2.a", "2.1"]);
});
