import { deploymentLogReply, invitationListReply, issuedInvitation, tenantReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accept } from "../support/join-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let root: TestClient;
beforeAll(async () => {
  assay = await testService();
  root = await (await assay.tenant({ pack: null })).as("SUPER_ADMIN");
});
afterAll(() => assay.close());

async function makeTenant(name: string): Promise<string> {
  const response = await root.sendJson("POST", "/api/admin/tenants", { name });
  return tenantReply.parse(await response.json()).tenant.id;
}
const invite = (id: string, body: unknown, client = root) =>
  client.sendJson("POST", `/api/admin/tenants/${id}/administrators`, body);

test("the first administrator of a tenant is invited without entering it, and then nobody is so again", async () => {
  const id = await makeTenant("Second");
  const wrong = issuedInvitation.parse(await (await invite(id, { email: "wrong@example.test" })).json());
  const response = await invite(id, { email: "first@example.test" });
  expect(response.status).toBe(201);
  const { invitation, secret } = issuedInvitation.parse(await response.json());
  expect(invitation).toMatchObject({ email: "first@example.test", role: "ADMIN", delivery: "HANDED_OVER" });
  const ended = await accept(assay.client(), { secret: wrong.secret!, password: "correct horse battery" });
  expect(ended.status).toBe(401);
  const accepted = await accept(assay.client(), { secret: secret!, password: "correct horse battery" });
  expect(accepted.status).toBe(200);
  await expectError(await invite(id, { email: "other@example.test" }), 409, "INVALID_STATE");
  const { entries } = await root.get(`/api/admin/deployment/log?objectId=${id}`, deploymentLogReply);
  expect(entries.map((entry) => "action" in entry && entry.action)).toEqual([
    "administrator.invited",
    "administrator.invited",
    "tenant.created",
  ]);
  expect(JSON.stringify(entries)).not.toContain("@example.test");
});

test("nobody below SUPER_ADMIN, no suspended or unknown tenant, and no other role", async () => {
  const id = await makeTenant("Third");
  const tenant = await assay.tenant({ pack: null });
  const body = { email: "a@example.test" };
  await expectError(await invite(id, body, await tenant.as("ADMIN")), 403, "FORBIDDEN");
  await expectError(await invite(id, { ...body, role: "SUPER_ADMIN" }), 400, "VALIDATION_ERROR");
  await expectError(await invite("none", body), 404, "NOT_FOUND");
  await root.sendJson("PATCH", `/api/admin/tenants/${id}`, { status: "INACTIVE" });
  await expectError(await invite(id, body), 409, "INVALID_STATE");
  const { invitations } = await root.get("/api/admin/invitations", invitationListReply);
  expect(invitations).toEqual([]);
});
