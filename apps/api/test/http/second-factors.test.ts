import { auditListReply, secondFactorRule, sessionReply } from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { authenticatorCode } from "@assay/testing/authenticator-code";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS } from "../../src/settings/limits.ts";
import { APP_ROUTES, BODIES, fillPath } from "../support/app-routes.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const PASSWORD = "correct horse battery";
/** Where the session is shown, and chooses which of the person's tenants it is in. */
const OPEN = ["/api/session", "/api/session/tenant"];

let assay: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  const { freshActionMs, freshReviewMs } = LIMITS;
  assay = await testService({}, { limits: { freshActionMs, freshReviewMs } });
  tenant = await assay.tenant();
});
afterAll(() => assay.close());

/** An ADMIN of the tenant with an authenticator app. */
async function withApp() {
  const { db, identity } = assay.service;
  const email = `${newId()}@example.test`;
  const { id: userId } = await identity.createUser({ email, password: PASSWORD, tenantId: tenant.id });
  await putMember(db, { tenantId: tenant.id, userId, email, role: "ADMIN" });
  /** By the password alone. */
  const signIn = async () =>
    tokenOf(await assay.client().sendJson("POST", "/auth/v1/token?grant_type=password", { email, password: PASSWORD }));
  const first = await signIn();
  const enrolled = await first.sendJson("POST", "/auth/v1/factors", { factor_type: "totp" });
  const { id: factorId, totp } = (await enrolled.json()) as { id: string; totp: { secret: string } };
  /** The next step's code serves after this one's, however the time goes by. */
  const prove = async (client: TestClient, step: 0 | 1) => {
    const challenge = await client.sendJson("POST", `/auth/v1/factors/${factorId}/challenge`, {});
    const { id } = (await challenge.json()) as { id: string };
    const body = { challenge_id: id, code: authenticatorCode(totp.secret, step) };
    return tokenOf(await client.sendJson("POST", `/auth/v1/factors/${factorId}/verify`, body));
  };
  return { userId, factorId, client: await prove(first, 0), signIn, proveAgain: (to: TestClient) => prove(to, 1) };
}

async function tokenOf(answer: Response): Promise<TestClient> {
  expect(answer.status).toBe(200);
  return assay.client(((await answer.json()) as { access_token: string }).access_token);
}

test("the password of somebody with a second factor opens nothing but the session, which asks for it", async () => {
  const { signIn, proveAgain } = await withApp();
  const client = await signIn();
  expect((await client.get("/api/session", sessionReply)).session.secondFactor).toBe("ASKED");
  for (const { name, method, path, role } of APP_ROUTES) {
    if (role === "SUPER_ADMIN" || OPEN.includes(path)) continue;
    const answer = await (method === "GET" || method === "DELETE"
      ? client.call(method, fillPath(path))
      : client.sendJson(method, fillPath(path), BODIES[name] ?? {}));
    const { details } = await expectError(answer, 403, "FORBIDDEN");
    expect(details, name).toEqual({ reason: "SECOND_FACTOR_REQUIRED" });
  }
  const proved = await proveAgain(client);
  expect((await proved.get("/api/session", sessionReply)).session.secondFactor).toBe("PROVED");
  // The session was raised, not the token alone.
  expect((await client.get("/api/session", sessionReply)).session.secondFactor).toBe("PROVED");
});

test("what asks for a recent proof takes the second factor, given in the same session", async () => {
  const { signIn, proveAgain } = await withApp();
  const client = await proveAgain(await signIn());
  const body = { email: `${newId()}@example.test`, role: "VIEWER" };
  expect((await client.sendJson("POST", "/api/admin/members", body)).status).toBe(201);
});

test("what people do with their factors is in the audit log", async () => {
  const { client, factorId, userId } = await withApp();
  const made = await client.sendJson("POST", "/auth/v1/factors/recovery-codes", {});
  const { codes } = (await made.json()) as { codes: string[] };
  await tokenOf(await client.sendJson("POST", "/auth/v1/factors/recovery-codes/verify", { code: codes[0] }));
  expect((await client.call("DELETE", `/auth/v1/factors/${factorId}`)).status).toBe(200);
  const { entries } = await client.get("/api/admin/audit-logs?limit=50", auditListReply);
  const own = entries.filter(({ object_id }) => object_id === userId).slice(0, 4);
  expect(own.map(({ action, actor, details }) => [action, actor, details])).toEqual([
    ["member.factor_removed", userId, { kind: "TOTP" }],
    ["member.recovery_code_used", userId, {}],
    ["member.recovery_codes_made", userId, {}],
    ["member.factor_enrolled", userId, { kind: "TOTP" }],
  ]);
});

test("the log has a line for each try, with the way, the person who came in, or the refusal, and no e-mail", async () => {
  const from = assay.log.length;
  const { userId, factorId, signIn } = await withApp();
  const client = await signIn();
  const guess = { email: "canary@example.test", password: "wrong horse" };
  await assay.client().sendJson("POST", "/auth/v1/token?grant_type=password", guess);
  await client.sendJson("POST", `/auth/v1/factors/${factorId}/verify`, { challenge_id: newId(), code: "000000" });
  await client.sendJson("POST", "/auth/v1/token?grant_type=canary", {});
  await client.call("POST", "/auth/v1/logout");
  await assay.client().call("POST", "/auth/v1/logout");
  const lines = assay.log.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
  const tries = lines.filter(({ event }) => event === "sign_in.answered");
  expect(tries.map(({ way, status, userId, code }) => [way, status, userId, code])).toEqual([
    ["password", 200, userId, null],
    ["totp", 200, userId, null],
    ["password", 200, userId, null],
    ["password", 400, null, "invalid_credentials"],
    ["totp", 422, null, expect.any(String)],
    ["token", 400, null, "validation_failed"],
    ["logout", 204, userId, null],
    ["logout", 401, null, "no_authorization"],
  ]);
  expect(tries.every(({ requestId }) => typeof requestId === "string")).toBe(true);
  expect(assay.log.slice(from).join()).not.toMatch(/canary|@example/);
});

test("a tenant demands a second factor of everybody, or of acts, from the next request on", async () => {
  const other = await assay.tenant();
  const { db, identity } = assay.service;
  const email = `${newId()}@example.test`;
  const { id: userId } = await identity.createUser({ email, password: PASSWORD, tenantId: other.id });
  await putMember(db, { tenantId: other.id, userId, email, role: "ADMIN" });
  const signIn = async () =>
    tokenOf(await assay.client().sendJson("POST", "/auth/v1/token?grant_type=password", { email, password: PASSWORD }));
  const admin = await signIn();
  const rule = "/api/admin/second-factor";
  expect(await admin.get(rule, secondFactorRule)).toEqual({ required: "NOBODY" });
  const set = (client: TestClient, required: string) => client.sendJson("PUT", rule, { required });
  const invite = (client: TestClient) =>
    client.sendJson("POST", "/api/admin/members", { email: `${newId()}@example.test`, role: "VIEWER" });
  const expectMissing = async (answer: Response) =>
    expect((await expectError(answer, 403, "FORBIDDEN")).details).toEqual({ reason: "SECOND_FACTOR_MISSING" });

  expect((await set(admin, "ACTS")).status).toBe(200);
  await expectMissing(await invite(admin));
  expect((await admin.get("/api/session", sessionReply)).session.secondFactor).toBe("NONE");
  expect((await admin.call("GET", "/api/runs")).status).toBe(200);
  await expectMissing(await set(admin, "EVERYBODY"));
  expect(
    (await admin.sendJson("POST", "/api/session/password", { current: "wrong", new: "another horse" })).status,
  ).toBe(400);

  const enrolled = await admin.sendJson("POST", "/auth/v1/factors", { factor_type: "totp" });
  const { id: factorId, totp } = (await enrolled.json()) as { id: string; totp: { secret: string } };
  const challenge = await admin.sendJson("POST", `/auth/v1/factors/${factorId}/challenge`, {});
  const body = {
    challenge_id: ((await challenge.json()) as { id: string }).id,
    code: authenticatorCode(totp.secret, 0),
  };
  await tokenOf(await admin.sendJson("POST", `/auth/v1/factors/${factorId}/verify`, body));
  expect((await set(admin, "EVERYBODY")).status).toBe(200);
  expect((await set(admin, "EVERYBODY")).status).toBe(200);
  expect((await invite(admin)).status).toBe(201);
  const viewer = await other.as("VIEWER");
  await expectMissing(await viewer.call("GET", "/api/runs"));
  expect((await viewer.get("/api/session", sessionReply)).session.secondFactor).toBe("MISSING");
  const { key } = await makeKey(admin, "VIEWER");
  expect((await assay.client(key).call("GET", "/api/runs")).status).toBe(200);
  const { entries } = await admin.get("/api/admin/audit-logs?limit=50", auditListReply);
  const changes = entries.filter(({ action }) => action === "tenant.second_factor_changed");
  expect(changes.map(({ actor, details }) => [actor, details])).toEqual([
    [userId, { required: "EVERYBODY" }],
    [userId, { required: "ACTS" }],
  ]);
});

test("an ADMIN can neither enrol nor remove a factor for somebody else", async () => {
  const [one, other] = [await withApp(), await withApp()];
  expect((await one.client.call("DELETE", `/auth/v1/factors/${other.factorId}`)).status).toBe(404);
  expect((await other.client.get("/api/session", sessionReply)).session.secondFactor).toBe("PROVED");
});
