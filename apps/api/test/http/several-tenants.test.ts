import { auditListReply, documentListReply, memberListReply, sessionReply } from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accept, inviteTo, joinTenant, OWN_PASSWORD, signInTo } from "../support/join-tenant.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

const choose = (client: TestClient, tenantId: string) => client.sendJson("POST", "/api/session/tenant", { tenantId });
const sessionOf = async (client: TestClient) => (await client.get("/api/session", sessionReply)).session;
const again = async (email: string) => assay.client((await signInTo(assay.client(), email))!.access_token);

/** Somebody who is a MEMBER of one tenant by one account, and then an ADMIN of a second. */
async function joinTwo() {
  const [first, second] = [await assay.tenant({ pack: null }), await assay.tenant({ pack: null })];
  const person = await joinTenant(assay, await first.as("ADMIN"));
  const secret = await inviteTo(await second.as("ADMIN"), { email: person.email, role: "ADMIN" });
  expect((await accept(person.client, { secret })).status).toBe(200);
  return { first, second, ...person };
}

test("one account is a member of two tenants, and its session sees the data of the chosen one alone", async () => {
  const { first, second, client, userId } = await joinTwo();
  const before = await sessionOf(client);
  expect([before.actorId, before.tenant.id, before.role]).toEqual([userId, first.id, "MEMBER"]);
  expect(before.tenants.map(({ id, role }) => [id, role]).toSorted()).toEqual(
    [
      [first.id, "MEMBER"],
      [second.id, "ADMIN"],
    ].toSorted(),
  );
  const ours = await client.upload("first.md", "# Policy\n\nOf the first tenant.");
  expect((await choose(client, second.id)).status).toBe(204);
  const now = await sessionOf(client);
  expect([now.actorId, now.tenant.id, now.role]).toEqual([userId, second.id, "ADMIN"]);
  expect((await client.get("/api/documents", documentListReply)).documents).toEqual([]);
  await expectError(await client.call("GET", `/api/documents/${ours.id}/status`), 403, "CROSS_TENANT_ACCESS_DENIED");
  const theirs = await client.upload("second.md", "# Policy\n\nOf the second tenant.");
  expect((await choose(client, first.id)).status).toBe(204);
  const { documents } = await client.get("/api/documents", documentListReply);
  expect(documents.map(({ id }) => id)).toEqual([ours.id]);
  await expectError(await client.call("GET", `/api/documents/${theirs.id}/status`), 403, "CROSS_TENANT_ACCESS_DENIED");
  await expectError(await client.call("GET", "/api/admin/members"), 403, "FORBIDDEN");
});

test("the choice is of one session: others of the same person, and new ones, stay where they are", async () => {
  const { first, second, client, email } = await joinTwo();
  const other = await again(email);
  await choose(client, second.id);
  expect((await sessionOf(other)).tenant.id).toBe(first.id);
  expect((await sessionOf(await again(email))).tenant.id).toBe(first.id);
  expect((await sessionOf(client)).tenant.id).toBe(second.id);
});

test("a choice is recorded once in the chosen tenant, and a second one of the same changes nothing", async () => {
  const { second, client, userId } = await joinTwo();
  await Promise.all([1, 2, 3].map(() => choose(client, second.id)));
  const { entries } = await client.get("/api/admin/audit-logs?limit=20", auditListReply);
  expect(entries.filter(({ action }) => action === "member.tenant_chosen")).toMatchObject([
    { object_id: userId, actor: userId, tenantId: second.id },
  ]);
});

test("a tenant of others is refused as one that does not exist", async () => {
  const { client } = await joinTwo();
  const stranger = await assay.tenant({ pack: null });
  const refused = async (id: string) => {
    const { message } = await expectError(await choose(client, id), 403, "CROSS_TENANT_ACCESS_DENIED");
    return message.replace(id, "");
  };
  expect(await refused(stranger.id)).toBe(await refused(newId()));
  for (const body of [{}, { tenantId: "x" }, { tenantId: stranger.id, role: "ADMIN" }])
    await expectError(await client.sendJson("POST", "/api/session/tenant", body), 400, "VALIDATION_ERROR");
});

test("a key, a link's token and a token without a session choose nothing", async () => {
  const { first, second, userId } = await joinTwo();
  const { key } = await makeKey(await first.as("ADMIN"), "ADMIN");
  const refused = await expectError(await choose(assay.client(key), second.id), 403, "FORBIDDEN");
  expect(refused.details).toMatchObject({ reason: "PERSON_REQUIRED" });
  const { tenants } = await sessionOf(assay.client(key));
  expect(tenants.map(({ id }) => id)).toEqual([first.id]);
  const bare = await assay.service.identity.issueToken({ userId, tenantId: first.id, ttlSeconds: 60 });
  await expectError(await choose(assay.client(bare), second.id), 409, "INVALID_STATE");
  await expectError(await choose(assay.client("nonsense"), second.id), 401, "UNAUTHORIZED");
});

test("who is removed from the chosen tenant is refused with the next request, and may choose another", async () => {
  const { first, second, client, userId } = await joinTwo();
  await choose(client, second.id);
  const admin = await second.as("ADMIN");
  expect((await admin.call("DELETE", `/api/admin/members/${userId}`)).status).toBe(204);
  const refused = await expectError(await client.call("GET", "/api/documents"), 403, "FORBIDDEN");
  expect(refused.details).toEqual({ reason: "TENANT_CHOICE_REQUIRED" });
  const { details } = await expectError(await client.call("GET", "/api/session"), 403, "FORBIDDEN");
  expect(details).toMatchObject({ reason: "TENANT_CHOICE_REQUIRED", tenants: [{ id: first.id, role: "MEMBER" }] });
  await expectError(await choose(client, second.id), 403, "CROSS_TENANT_ACCESS_DENIED");
  expect((await choose(client, first.id)).status).toBe(204);
  expect((await sessionOf(client)).tenants.map(({ id }) => id)).toEqual([first.id]);
});

test("who is removed from the tenant of the token enters the other one", async () => {
  const { first, second, client, userId, email } = await joinTwo();
  await (await first.as("ADMIN")).call("DELETE", `/api/admin/members/${userId}`);
  await expectError(await client.call("GET", "/api/documents"), 403, "FORBIDDEN");
  const other = await again(email);
  expect((await choose(other, second.id)).status).toBe(204);
  expect((await sessionOf(other)).role).toBe("ADMIN");
});

test("an inactive tenant is none to choose, and none to stay in", async () => {
  const { first, second, client } = await joinTwo();
  await choose(client, second.id);
  await setStatus(second, "INACTIVE");
  await expectError(await client.call("GET", "/api/documents"), 403, "FORBIDDEN");
  await expectError(await choose(client, second.id), 403, "CROSS_TENANT_ACCESS_DENIED");
  expect((await choose(client, first.id)).status).toBe(204);
});

test("a page that shows another tenant than the session's is refused, whatever it asks for", async () => {
  const { first, second, client } = await joinTwo();
  await choose(client, second.id);
  const shows = { "Assay-Tenant": first.id };
  const refused = await expectError(await client.call("GET", "/api/documents", { headers: shows }), 403, "FORBIDDEN");
  expect(refused.details).toMatchObject({ reason: "TENANT_CHANGED" });
  await expectError(await client.sendFile("late.md", "# Late", { headers: shows }), 403, "FORBIDDEN");
  await expectError(await client.sendJson("POST", "/api/runs", {}, shows), 403, "FORBIDDEN");
  expect((await client.get("/api/documents", documentListReply)).documents).toEqual([]);
  expect((await client.call("GET", "/api/session", { headers: shows })).status).toBe(200);
  expect((await client.call("GET", "/api/documents", { headers: { "Assay-Tenant": second.id } })).status).toBe(200);
});

test("an ADMIN of one tenant neither ends the account nor changes its password or its membership in the other", async () => {
  const { first, second, client, userId, email } = await joinTwo();
  const admin = await first.as("ADMIN");
  expect((await admin.call("DELETE", `/api/admin/members/${userId}`)).status).toBe(204);
  expect(await signInTo(assay.client(), email, OWN_PASSWORD)).toBeDefined();
  expect((await choose(client, second.id)).status).toBe(204);
  expect((await sessionOf(client)).role).toBe("ADMIN");
  const secret = await inviteTo(admin, { email, role: "VIEWER" });
  await expectError(await accept(assay.client(), { secret, password: "chosen by an ADMIN" }), 409, "INVALID_STATE");
  expect(await signInTo(assay.client(), email, "chosen by an ADMIN")).toBeUndefined();
  expect(await signInTo(assay.client(), email, OWN_PASSWORD)).toBeDefined();
  for (const method of ["PATCH", "DELETE"])
    await expectError(
      await admin.sendJson(method, `/api/admin/members/${userId}?tenantId=${second.id}`, { role: "VIEWER" }),
      403,
      "CROSS_TENANT_ACCESS_DENIED",
    );
  const { members } = await client.get("/api/admin/members", memberListReply);
  expect(members).toContainEqual(expect.objectContaining({ userId, role: "ADMIN" }));
});

async function setStatus(tenant: TestTenant, status: "INACTIVE"): Promise<void> {
  const root = await (await assay.tenant({ pack: null })).as("SUPER_ADMIN");
  expect((await root.sendJson("PATCH", `/api/admin/tenants/${tenant.id}`, { status })).status).toBe(200);
}
