import { auditListReply, type Role, sessionListReply, sessionReply } from "@assay/contract";
import { putMember, resetPerson } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_ROUTES, BODIES, fillPath } from "../support/app-routes.ts";
import { accept, inviteTo } from "../support/join-tenant.ts";
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

test("the operator lets a member in who forgot theirs, whose sessions end; no ADMIN does, by whatever route", async () => {
  const tenant = await assay.tenant({ pack: null });
  const { admin, email, password, userId, client } = await invite(tenant);
  await change(client, password, OWN);
  for (const route of [`/api/admin/members/${userId}/first-password`, `/api/admin/members/${userId}/password`])
    await expectError(await admin.sendJson("POST", route, {}), 404, "NOT_FOUND");
  for (const body of [{ password: "chosen by an ADMIN" }, { role: "MEMBER", password: "chosen by an ADMIN" }])
    await expectError(await admin.sendJson("PATCH", `/api/admin/members/${userId}`, body), 400, "VALIDATION_ERROR");
  await expectError(
    await admin.sendJson("POST", "/api/admin/members", { email, role: "MEMBER" }),
    409,
    "INVALID_STATE",
  );
  expect((await admin.call("DELETE", `/api/admin/members/${userId}`)).status).toBe(204);
  const secret = await inviteTo(admin, { email, role: "MEMBER" });
  const taken = await accept(assay.client(), { secret, password: "chosen by an ADMIN" });
  await expectError(taken, 409, "INVALID_STATE");
  expect((await accept(assay.client(await signIn(email, OWN)), { secret })).status).toBe(200);

  const { db, identity } = assay.service;
  const first = await resetPerson(db, identity.accounts, { email, reason: "Asked in person" });
  await expectError(await client.call("GET", "/api/runs"), 401, "UNAUTHORIZED");
  expect(await signIn(email, OWN)).toBeUndefined();
  const again = assay.client(await signIn(email, first.password));
  expect((await again.get("/api/session", sessionReply)).session.mustChangePassword).toBe(true);
  expect(await lastActions(admin, 1)).toEqual([["member.password_reset", userId, "system"]]);
  expect(assay.log.join("")).not.toContain(first.password);
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
