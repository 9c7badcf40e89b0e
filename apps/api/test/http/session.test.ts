import { requirementListReply, sessionReply } from "@assay/contract";
import { bindPack, importPack } from "@assay/core/packs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../support/settled-tenant.ts";
import { smallPack } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
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

test("a session says who may review: MEMBERs, and VIEWERs with the right, in their own tenant and not by a key", async () => {
  const tenant = await assay.tenant();
  const mayReview = async (client: TestClient) => (await client.get("/api/session", sessionReply)).session.mayReview;
  const [viewer, member, admin] = [await tenant.as("VIEWER"), await tenant.as("MEMBER"), await tenant.as("ADMIN")];
  expect([await mayReview(viewer), await mayReview(member), await mayReview(admin)]).toEqual([false, true, true]);
  const { actorId } = (await viewer.get("/api/session", sessionReply)).session;
  const right = (given: boolean) => admin.sendJson("PATCH", `/api/admin/members/${actorId}`, { mayReview: given });
  expect((await right(true)).status).toBe(200);
  expect(await mayReview(viewer)).toBe(true);
  expect((await right(false)).status).toBe(200);
  expect(await mayReview(viewer)).toBe(false);
  expect(await mayReview(assay.client((await makeKey(admin, "ADMIN")).key))).toBe(false);
  await expectError(await admin.sendJson("PATCH", `/api/admin/members/${actorId}`, {}), 400, "VALIDATION_ERROR");
  await expectError(
    await member.sendJson("PATCH", `/api/admin/members/${actorId}`, { mayReview: true }),
    403,
    "FORBIDDEN",
  );
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
