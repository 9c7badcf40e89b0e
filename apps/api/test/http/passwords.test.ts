import {
  auditListReply,
  type ErrorCode,
  firstPasswordReply,
  type Role,
  sessionListReply,
  sessionReply,
} from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APP_ROUTES, BODIES, fillPath } from "../support/app-routes.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const OWN = "a password of my own";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

const signIn = async (email: string, password: string) => {
  const answer = await assay.client().sendJson("POST", "/auth/v1/token?grant_type=password", { email, password });
  return answer.ok ? ((await answer.json()) as { access_token: string }).access_token : undefined;
};
/** A member with a first password, as an operator's command makes them, and their client. */
async function invite(tenant: TestTenant, role: Role = "MEMBER") {
  const email = `${newId()}@example.test`;
  const admin = await tenant.as("ADMIN");
  const { db, identity } = assay.service;
  const { userId, invitation } = await identity.accounts.findOrInvite(email, tenant.id);
  await putMember(db, { tenantId: tenant.id, userId, email, role });
  const { password } = invitation!;
  const client = assay.client(await signIn(email, password));
  return { admin, email, password, userId, client };
}
const change = (client: TestClient, current: string, next: string) =>
  client.sendJson("POST", "/api/session/password", { current, new: next });
const reset = (client: TestClient, userId: string) =>
  client.sendJson("POST", `/api/admin/members/${userId}/first-password`, {});
const lastActions = async (admin: TestClient, count: number) => {
  const { entries } = await admin.get(`/api/admin/audit-logs?limit=${count}`, auditListReply);
  return entries.map(({ action, object_id, actor }) => [action, object_id, actor]);
};

test("with a first password every route but the session and its password is refused, until it is changed", async () => {
  const tenant = await assay.tenant({ pack: null });
  const { admin, password, userId, client } = await invite(tenant, "ADMIN");
  expect((await client.get("/api/session", sessionReply)).session.mustChangePassword).toBe(true);
  for (const { name, method, path, role } of APP_ROUTES) {
    if (role === "SUPER_ADMIN" || path.startsWith("/api/session")) continue;
    const body = BODIES[name] ?? {};
    const answer = await (method === "GET" || method === "DELETE"
      ? client.call(method, fillPath(path))
      : client.sendJson(method, fillPath(path), body));
    const { details } = await expectError(answer, 403, "FORBIDDEN");
    expect(details, name).toEqual({ reason: "PASSWORD_CHANGE_REQUIRED" });
  }
  expect((await change(client, password, OWN)).status).toBe(204);
  expect((await client.get("/api/session", sessionReply)).session.mustChangePassword).toBe(false);
  expect((await client.call("GET", "/api/admin/members")).status).toBe(200);
  expect(await lastActions(admin, 1)).toEqual([["member.password_changed", userId, userId]]);
  expect(assay.log.join("")).not.toContain(OWN);
});

test("a change that the issuer takes itself is recorded too", async () => {
  const tenant = await assay.tenant({ pack: null });
  const { admin, password, userId, client } = await invite(tenant);
  expect((await client.sendJson("PUT", "/auth/v1/user", { password: OWN })).status).toBe(400);
  const change = { password: OWN, current_password: password };
  expect((await client.sendJson("PUT", "/auth/v1/user", change)).status).toBe(200);
  expect((await client.call("GET", "/api/runs")).status).toBe(200);
  expect(await lastActions(admin, 1)).toEqual([["member.password_changed", userId, userId]]);
});

test("what is wrong with a change is told at its field, and neither an API key nor a stranger has a password", async () => {
  const tenant = await assay.tenant({ pack: null });
  const { admin, password, client } = await invite(tenant);
  const issueOf = async (current: string, next: string) => {
    const { details } = await expectError(await change(client, current, next), 400, "VALIDATION_ERROR");
    return (details!.issues as { field: string; issue: string }[])[0]!;
  };
  expect(await issueOf("wrong", OWN)).toEqual({ field: "current", issue: "is not the current password" });
  expect(await issueOf(password, password)).toEqual({ field: "new", issue: "must differ from the current one" });
  expect(await issueOf(password, "short")).toEqual({ field: "new", issue: "must have 8 to 1024 characters" });
  expect((await issueOf(password, `${OWN}\0`)).field).toBe("new");
  await expectError(await change(admin, password, OWN), 409, "INVALID_STATE");
  const { key } = await makeKey(admin, "ADMIN");
  await expectError(await change(assay.client(key), password, OWN), 403, "FORBIDDEN");
});

describe("another first password", () => {
  test("lets a member in who forgot theirs, ends their sessions and must be changed", async () => {
    const tenant = await assay.tenant({ pack: null });
    const { admin, email, password, userId, client } = await invite(tenant);
    await change(client, password, OWN);
    const answer = await reset(admin, userId);
    expect(answer.status).toBe(201);
    const { invitation } = firstPasswordReply.parse(await answer.json());
    await expectError(await client.call("GET", "/api/runs"), 401, "UNAUTHORIZED");
    expect(await signIn(email, OWN)).toBeUndefined();
    const again = assay.client(await signIn(email, invitation.password));
    expect((await again.get("/api/session", sessionReply)).session.mustChangePassword).toBe(true);
    const { session } = await admin.get("/api/session", sessionReply);
    expect(await lastActions(admin, 1)).toEqual([["member.password_reset", userId, session.actorId]]);
    expect(assay.log.join("")).not.toContain(invitation.password);
  });

  test("is no way into an account that is more than the administrator's to give", async () => {
    const [ours, theirs] = [await assay.tenant({ pack: null }), await assay.tenant({ pack: null })];
    const { admin, userId: selfless } = await invite(ours);
    const refused = async (userId: string, status: number, code: ErrorCode, by = admin) =>
      expectError(await reset(by, userId), status, code);

    const { session } = await admin.get("/api/session", sessionReply);
    await refused(session.actorId, 409, "INVALID_STATE");
    const root = await (await ours.as("SUPER_ADMIN")).get("/api/session", sessionReply);
    await refused(root.session.actorId, 403, "FORBIDDEN");
    await refused(newId(), 404, "NOT_FOUND");
    const stranger = await invite(theirs, "ADMIN");
    await refused(stranger.userId, 403, "CROSS_TENANT_ACCESS_DENIED");

    // Theirs by account and by membership, and a member here as well.
    await putMember(assay.service.db, { tenantId: ours.id, ...stranger, role: "VIEWER" });
    await refused(stranger.userId, 409, "INVALID_STATE");
    // The membership there has ended; the account's tokens continue selecting that tenant.
    expect((await stranger.admin.call("DELETE", `/api/admin/members/${stranger.userId}`)).status).toBe(204);
    await refused(stranger.userId, 409, "INVALID_STATE");
    expect(await signIn(stranger.email, stranger.password)).toBeDefined();

    await refused(selfless, 403, "FORBIDDEN", await ours.as("MEMBER"));
    const { key } = await makeKey(admin, "ADMIN");
    await refused(selfless, 403, "FORBIDDEN", assay.client(key));
  });
});

test("a person lists and ends their own sessions, in the audit log, and an API key has none", async () => {
  const tenant = await assay.tenant({ pack: null });
  const { admin, email, password, userId, client } = await invite(tenant);
  await change(client, password, OWN);
  const other = assay.client(await signIn(email, OWN));
  const { sessions } = await client.get("/api/session/sessions", sessionListReply);
  const { id } = sessions.find(({ isCurrent }) => !isCurrent)!;
  const stranger = await tenant.as("ADMIN");
  await expectError(await stranger.call("DELETE", `/api/session/sessions/${id}`), 404, "NOT_FOUND");
  expect((await client.call("DELETE", `/api/session/sessions/${id}`)).status).toBe(204);
  await expectError(await other.call("GET", "/api/runs"), 401, "UNAUTHORIZED");
  expect(await lastActions(admin, 1)).toEqual([["member.sessions_ended", userId, userId]]);
  const third = assay.client(await signIn(email, OWN));
  expect((await client.call("DELETE", "/api/session/sessions")).status).toBe(204);
  await expectError(await third.call("GET", "/api/runs"), 401, "UNAUTHORIZED");
  expect((await client.get("/api/session/sessions", sessionListReply)).sessions).toHaveLength(1);
  const { key } = await makeKey(admin, "VIEWER");
  await expectError(await assay.client(key).call("GET", "/api/session/sessions"), 403, "FORBIDDEN");
});
