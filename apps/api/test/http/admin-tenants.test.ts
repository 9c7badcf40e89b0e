import {
  apiKeyListReply,
  auditListReply,
  createApiKeyReply,
  invitationListReply,
  memberListReply,
  memberReply,
  type Role,
  tenantListReply,
  tenantReply,
} from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { apiKeys, newId } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accept, inviteTo, joinTenant, OWN_PASSWORD, signInTo } from "../support/join-tenant.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

const bare = () => assay.tenant({ pack: null });
const actionsOf = async (tenant: TestTenant) => {
  const { entries } = await (await tenant.as("ADMIN")).get("/api/admin/audit-logs?limit=200", auditListReply);
  return entries.toReversed().map(({ action, object_id }) => [action, object_id]);
};
const send = async (client: TestClient, method: string, path: string, body: unknown, status: number) => {
  const response = await client.sendJson(method, path, body);
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return JSON.parse(text) as unknown;
};

describe("tenants", () => {
  test("are made, found, renamed and deactivated by a SUPER_ADMIN, audited in its tenant and the one concerned", async () => {
    const home = await bare();
    const root = await home.as("SUPER_ADMIN");
    const { tenant } = tenantReply.parse(await send(root, "POST", "/api/admin/tenants", { name: " Acme " }, 201));
    expect(tenant).toMatchObject({ name: "Acme", status: "ACTIVE" });
    const path = `/api/admin/tenants/${tenant.id}`;
    expect((await root.get(path, tenantReply)).tenant).toEqual(tenant);
    const first = await root.get("/api/admin/tenants?limit=1", tenantListReply);
    expect(first.tenants).toEqual([tenant]);
    expect(first.nextCursor).not.toBeNull();

    await send(root, "PATCH", path, { name: "Acme Ltd", status: "INACTIVE" }, 200);
    await send(root, "PATCH", path, { name: "Acme Ltd" }, 200);
    await send(root, "PATCH", path, {}, 200);
    const { tenants } = await root.get("/api/admin/tenants?status=INACTIVE", tenantListReply);
    expect(tenants).toEqual([{ ...tenant, name: "Acme Ltd", status: "INACTIVE" }]);
    await send(root, "PATCH", path, { status: "ACTIVE" }, 200);

    const changes = ["tenant.renamed", "tenant.deactivated", "tenant.activated"].map((action) => [action, tenant.id]);
    expect(await actionsOf(home)).toEqual([["tenant.created", tenant.id], ...changes]);
    const userId = newId();
    await putMember(assay.service.db, { tenantId: tenant.id, userId, email: "a@acme.test", role: "ADMIN" });
    const token = await assay.service.identity.issueToken({ userId, tenantId: tenant.id, ttlSeconds: 60 });
    const { entries } = await assay.client(token).get("/api/admin/audit-logs", auditListReply);
    expect(entries.toReversed().map(({ action, object_id }) => [action, object_id])).toEqual(changes);
  });

  test("that are deactivated let nobody in from the next request on, by token or key, until they are active again", async () => {
    const [home, other] = [await bare(), await bare()];
    const root = await home.as("SUPER_ADMIN");
    const viewer = await other.as("VIEWER");
    const machine = assay.client((await makeKey(await other.as("ADMIN"), "VIEWER")).key);
    const path = `/api/admin/tenants/${other.id}`;
    for (const client of [viewer, machine]) expect((await client.call("GET", "/api/runs")).status).toBe(200);
    await send(root, "PATCH", path, { status: "INACTIVE" }, 200);
    for (const client of [viewer, machine]) {
      const { details } = await expectError(await client.call("GET", "/api/runs"), 403, "FORBIDDEN");
      expect(details).toEqual({ reason: "TENANT_SUSPENDED" });
    }
    const stranger = await (await bare()).as("VIEWER");
    const unknown = await assay.service.identity.issueToken({ userId: newId(), tenantId: other.id, ttlSeconds: 60 });
    expect((await stranger.call("GET", "/api/runs")).status).toBe(200);
    const refused = await expectError(await assay.client(unknown).call("GET", "/api/runs"), 403, "FORBIDDEN");
    expect(refused.details, "who is no member is not told").toBeUndefined();
    await send(root, "PATCH", path, { status: "ACTIVE" }, 200);
    for (const client of [viewer, machine]) expect((await client.call("GET", "/api/runs")).status).toBe(200);
  });

  test("refuse bad input, and their own deactivation", async () => {
    const home = await bare();
    const root = await home.as("SUPER_ADMIN");
    for (const body of [{}, { name: "" }, { name: " " }, { name: 7 }, { name: "a".repeat(201) }])
      await expectError(await root.sendJson("POST", "/api/admin/tenants", body), 400, "VALIDATION_ERROR");
    const path = `/api/admin/tenants/${home.id}`;
    await expectError(await root.sendJson("PATCH", path, { status: "GONE" }), 400, "VALIDATION_ERROR");
    await expectError(await root.sendJson("PATCH", path, { status: "INACTIVE" }), 409, "INVALID_STATE");
    for (const id of [newId(), "nonsense"]) {
      const refused = await root.sendJson("PATCH", `/api/admin/tenants/${id}`, { name: "x" });
      expect((await expectError(refused, 404, "NOT_FOUND")).details).toEqual({ id });
    }
  });
});

describe("members", () => {
  const invite = (client: TestClient, email: string, role: Role) =>
    client.sendJson("POST", "/api/admin/members", { email, role });
  const outcome = async (reply: Promise<Response>) => (await reply).status;

  test("are invited, join with a password of their own, and lose access when they are removed", async () => {
    const tenant = await bare();
    const admin = await tenant.as("ADMIN");
    const email = `new-${newId()}@example.test`;
    const secret = await inviteTo(admin, { email: email.toUpperCase(), role: "MEMBER" });
    expect((await admin.get("/api/admin/members?q=new-", memberListReply)).members).toEqual([]);
    const { invitations } = await admin.get("/api/admin/invitations?state=PENDING", invitationListReply);
    expect(invitations).toMatchObject([{ email, role: "MEMBER", delivery: "HANDED_OVER", mail: null }]);
    expect(await outcome(accept(assay.client(), { secret, password: OWN_PASSWORD }))).toBe(200);
    const signedIn = (await signInTo(assay.client(), email))!;
    const client = assay.client(signedIn.access_token);
    expect((await client.call("GET", "/api/runs")).status).toBe(200);
    const { members } = await admin.get("/api/admin/members?q=new-", memberListReply);
    expect(members).toMatchObject([{ userId: signedIn.user.id, email, role: "MEMBER" }]);
    const path = `/api/admin/members/${signedIn.user.id}`;
    expect((await admin.call("DELETE", path)).status).toBe(204);
    await expectError(await client.call("GET", "/api/runs"), 403, "FORBIDDEN");
    await expectError(await admin.call("DELETE", path), 404, "NOT_FOUND");

    const again = await inviteTo(admin, { email, role: "VIEWER" });
    expect(await outcome(accept(client, { secret: again }))).toBe(200);
    expect((await client.call("GET", "/api/runs")).status).toBe(200);
    const ids = invitations.map(({ id }) => id);
    const userId = signedIn.user.id;
    expect(
      (await actionsOf(tenant)).map(([action, id]) => [action, id === userId ? "user" : ids.indexOf(id!)]),
    ).toEqual([
      ["invitation.created", 0],
      ["invitation.accepted", 0],
      ["member.joined", "user"],
      ["member.removed", "user"],
      ["invitation.created", -1],
      ["invitation.accepted", -1],
      ["member.joined", "user"],
    ]);
    for (const told of [secret, again, OWN_PASSWORD]) expect(assay.log.join("")).not.toContain(told);
  });

  test("change roles with effect on the next request of a token that is out already", async () => {
    const tenant = await bare();
    const [admin, viewer] = [await tenant.as("ADMIN"), await tenant.as("VIEWER")];
    const { members } = await admin.get("/api/admin/members", memberListReply);
    const { userId } = members.find(({ role }) => role === "VIEWER")!;
    await expectError(await viewer.call("GET", "/api/admin/members"), 403, "FORBIDDEN");
    const path = `/api/admin/members/${userId}`;
    const changed = memberReply.parse(await send(admin, "PATCH", path, { role: "ADMIN" }, 200));
    expect(changed.member).toMatchObject({ userId, role: "ADMIN", email: `${userId}@example.test` });
    expect((await viewer.call("GET", "/api/admin/members")).status).toBe(200);
    await send(admin, "PATCH", path, { role: "ADMIN" }, 200);
    expect(await actionsOf(tenant)).toEqual([["member.role_changed", userId]]);
  });

  test("of another tenant are out of reach, also for an e-mail that is theirs", async () => {
    const [ours, theirs] = [await bare(), await bare()];
    const them = await joinTenant(assay, await theirs.as("ADMIN"), { role: "ADMIN" });
    const path = `/api/admin/members/${them.userId}`;
    const admin = await ours.as("ADMIN");
    await expectError(await admin.call("DELETE", path), 403, "CROSS_TENANT_ACCESS_DENIED");
    const secret = await inviteTo(admin, { email: them.email, role: "VIEWER" });
    expect(await outcome(accept(them.client, { secret }))).toBe(200);
    expect((await them.client.call("GET", "/api/admin/members")).status).toBe(200);
    expect((await admin.call("DELETE", path)).status).toBe(204);
    expect((await them.client.call("GET", "/api/admin/members")).status).toBe(200);
  });

  test("are never given, and never touched by, a role above the actor's own", async () => {
    const tenant = await bare();
    await tenant.as("SUPER_ADMIN");
    const admin = await tenant.as("ADMIN");
    const { members } = await admin.get("/api/admin/members", memberListReply);
    const superAdmin = members.find(({ role }) => role === "SUPER_ADMIN")!;
    const self = members.find(({ role }) => role === "ADMIN")!;
    const path = (userId: string) => `/api/admin/members/${userId}`;
    await expectError(await invite(admin, "a@b.test", "SUPER_ADMIN"), 403, "FORBIDDEN");
    await expectError(await admin.sendJson("PATCH", path(self.userId), { role: "SUPER_ADMIN" }), 403, "FORBIDDEN");
    await expectError(await admin.sendJson("PATCH", path(superAdmin.userId), { role: "VIEWER" }), 403, "FORBIDDEN");
    await expectError(await admin.call("DELETE", path(superAdmin.userId)), 403, "FORBIDDEN");
    await expectError(await invite(admin, superAdmin.email, "VIEWER"), 409, "INVALID_STATE");
    expect(await actionsOf(tenant)).toEqual([]);
  });

  test("always include an ADMIN: the last one is neither demoted nor removed, by anybody, nor two by each other", async () => {
    const tenant = await bare();
    const [admin, root] = [await tenant.as("ADMIN"), await tenant.as("SUPER_ADMIN")];
    const { members } = await admin.get("/api/admin/members", memberListReply);
    const { userId } = members.find(({ role }) => role === "ADMIN")!;
    for (const client of [admin, root]) {
      await expectError(await client.call("DELETE", `/api/admin/members/${userId}`), 409, "INVALID_STATE");
      const demotion = await client.sendJson("PATCH", `/api/admin/members/${userId}`, { role: "MEMBER" });
      await expectError(demotion, 409, "INVALID_STATE");
    }
    const second = assay.client(await tenant.token("ADMIN"));
    const all = (await admin.get("/api/admin/members", memberListReply)).members;
    const other = all.find((each) => each.role === "ADMIN" && each.userId !== userId)!;
    const answers = await Promise.all([
      admin.call("DELETE", `/api/admin/members/${other.userId}`),
      second.call("DELETE", `/api/admin/members/${userId}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const left = (await root.get("/api/admin/members", memberListReply)).members;
    expect(left.filter(({ role }) => role === "ADMIN")).toHaveLength(1);
  });

  test("need an e-mail address and a role", async () => {
    const admin = await (await bare()).as("ADMIN");
    for (const body of [
      {},
      { email: "a@b.test" },
      { email: "nobody", role: "VIEWER" },
      { email: "a@b", role: "OWNER" },
    ])
      await expectError(await admin.sendJson("POST", "/api/admin/members", body), 400, "VALIDATION_ERROR");
  });
});

describe("API keys", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  test("are shown once, kept as a hash, named in the audit log, and end with their revocation", async () => {
    const tenant = await bare();
    const admin = await tenant.as("ADMIN");
    const { apiKey, key } = await makeKey(admin, "MEMBER");
    expect(key.startsWith(apiKey.prefix)).toBe(true);
    const client = assay.client(key);
    const { id } = await client.upload("by-machine.txt", "Uploaded by a machine.");
    const { entries } = await admin.get("/api/admin/audit-logs?limit=200", auditListReply);
    const uploaded = entries.find(({ action }) => action === "document.uploaded");
    expect(uploaded).toMatchObject({ actor: `api-key:${apiKey.id}`, object_id: id });
    await expectError(await client.call("GET", "/api/admin/api-keys"), 403, "FORBIDDEN");

    const list = await admin.get("/api/admin/api-keys", apiKeyListReply);
    expect(list.apiKeys).toEqual([{ ...apiKey, lastUsedAt: expect.any(String) }]);
    const owner = await assay.database.asOwner();
    const [row] = await owner.db.select().from(apiKeys).where(eq(apiKeys.id, apiKey.id));
    await owner.close();
    expect(row!.keyHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify([row, list]) + assay.log.join("")).not.toContain(key.slice(apiKey.prefix.length));

    const path = `/api/admin/api-keys/${apiKey.id}`;
    for (let times = 0; times < 2; times++) expect((await admin.call("DELETE", path)).status).toBe(204);
    await expectError(await client.call("GET", "/api/runs"), 401, "UNAUTHORIZED");
    const actions = (await actionsOf(tenant)).filter(([action]) => action!.startsWith("api_key."));
    expect(actions).toEqual([
      ["api_key.created", apiKey.id],
      ["api_key.revoked", apiKey.id],
    ]);
  });

  test("end with their expiry, at once", async () => {
    const { apiKey, key } = await makeKey(await (await bare()).as("ADMIN"), "VIEWER");
    const client = assay.client(key);
    expect((await client.call("GET", "/api/runs")).status).toBe(200);
    const owner = await assay.database.asOwner();
    await owner.db.update(apiKeys).set({ expiresAt: sql`now()` }).where(eq(apiKeys.id, apiKey.id));
    await owner.close();
    await expectError(await client.call("GET", "/api/runs"), 401, "UNAUTHORIZED");
  });

  test("note their use once a minute", async () => {
    const { apiKey, key } = await makeKey(await (await bare()).as("ADMIN"), "VIEWER");
    const lastUsed = async () => {
      const owner = await assay.database.asOwner();
      const [row] = await owner.db.select({ at: apiKeys.lastUsedAt }).from(apiKeys).where(eq(apiKeys.id, apiKey.id));
      await owner.close();
      return row!.at?.getTime();
    };
    const use = async () => expect((await assay.client(key).call("GET", "/api/runs")).status).toBe(200);
    expect(await lastUsed()).toBeUndefined();
    await use();
    const first = await lastUsed();
    await use();
    expect(await lastUsed()).toBe(first);
    const owner = await assay.database.asOwner();
    await owner.db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now() - interval '61 seconds'` })
      .where(eq(apiKeys.id, apiKey.id));
    await owner.close();
    await use();
    expect(await lastUsed()).toBeGreaterThanOrEqual(first!);
  });

  test("need a name, a role that is not SUPER_ADMIN and an expiry within a year", async () => {
    const tenant = await bare();
    const admin = await tenant.as("ADMIN");
    const good = { name: "CI", role: "VIEWER", expiresAt: inDays(364) };
    const create = (client: TestClient, changes: object) =>
      client.sendJson("POST", "/api/admin/api-keys", { ...good, ...changes });
    createApiKeyReply.parse(await (await create(admin, {})).json());
    for (const changes of [
      { expiresAt: undefined },
      { expiresAt: inDays(368) },
      { expiresAt: inDays(-1) },
      { expiresAt: "tomorrow" },
      { expiresAt: "2027-99-99T00:00:00.000Z" },
      { name: "" },
      { role: "SUPER_ADMIN" },
      { role: undefined },
    ])
      for (const client of [admin, await tenant.as("SUPER_ADMIN")])
        await expectError(await create(client, changes), 400, "VALIDATION_ERROR");
    expect((await admin.get("/api/admin/api-keys", apiKeyListReply)).apiKeys).toHaveLength(1);
  });
});
