import {
  createdScimKey,
  memberListReply,
  scimGroupListReply,
  scimGroupReply,
  scimKeyListReply,
  sessionReply,
} from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Directories,
  type Directory,
  GROUP,
  openDirectories,
  PATCH,
  patch,
  USER,
} from "../support/directory-of.ts";
import type { TestService } from "../support/test-service.ts";

let directories: Directories;
let assay: TestService;
let company: Directory;
beforeAll(async () => {
  directories = await openDirectories();
  ({ assay } = directories);
});
afterAll(() => directories.close());
beforeEach(async () => {
  company = await directories.open();
});

const userOf = (userName: string, more: object = {}) => ({ schemas: [USER], userName, ...more });
const create = async (name: string, more?: object): Promise<string> =>
  (await company.scim("POST", "/Users", userOf(company.emailOf(name), more))).body.id;
const setActive = (id: string, active: boolean) =>
  company.scim("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: active }));
const makeGroup = async (displayName: string, ...members: string[]): Promise<string> => {
  const body = { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) };
  return (await company.scim("POST", "/Groups", body)).body.id;
};
const map = async (id: string, role: string | null) => {
  const response = await (await company.tenant.as("ADMIN")).sendJson("PATCH", `/api/admin/scim-groups/${id}`, { role });
  return scimGroupReply.parse(await response.json()).scimGroup;
};
const memberOf = async (email: string) => {
  const { members } = await (await company.tenant.as("ADMIN")).get("/api/admin/members", memberListReply);
  return members.find((member) => "email" in member && member.email === email);
};
/** A member whom an ADMIN invited, without the directory. */
async function putPerson(name: string, role: "VIEWER" | "MEMBER" | "ADMIN" | "SUPER_ADMIN") {
  const userId = newId();
  await putMember(assay.service.db, { tenantId: company.tenant.id, userId, email: company.emailOf(name), role });
  return userId;
}

describe("the key", () => {
  test("is good for SCIM alone, and nothing else is good for SCIM", async () => {
    const admin = await company.tenant.as("ADMIN");
    const withKey = assay.client(company.key);
    for (const path of ["/api/session", "/api/documents", "/api/admin/members", "/auth/v1/user"])
      expect([path, (await withKey.call("GET", path)).status]).toEqual([path, path.startsWith("/auth") ? 403 : 401]);
    expect((await withKey.sendJson("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(401);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const made = await admin.sendJson("POST", "/api/admin/api-keys", { name: "Pipeline", role: "ADMIN", expiresAt });
    const { key: apiKey } = (await made.json()) as { key: string };
    for (const other of [apiKey, admin.token!, "assayscim_x", `${company.key}x`, "x"]) {
      const { status, type, body } = await company.scim("GET", "/Users", undefined, other);
      expect([status, type, body.status]).toEqual([401, "application/scim+json", "401"]);
    }
    expect((await fetch(`${assay.url}/scim/v2/Users`)).status).toBe(401);
  });

  test("is made by a person, shown once, noted when it is used, and ended at once", async () => {
    const admin = await company.tenant.as("ADMIN");
    expect((await company.scim("GET", "/Users")).status).toBe(200);
    const list = async () => (await admin.get("/api/admin/scim-keys", scimKeyListReply)).scimKeys;
    const [listed] = await list();
    expect(listed).toMatchObject({ id: company.keyId, revokedAt: null, lastUsedAt: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain(company.key);
    const member = await company.tenant.as("MEMBER");
    expect((await member.sendJson("POST", "/api/admin/scim-keys", { name: "x" })).status).toBe(403);
    expect((await admin.call("DELETE", `/api/admin/scim-keys/${company.keyId}`)).status).toBe(204);
    expect((await company.scim("GET", "/Users")).status).toBe(401);
    expect((await list())[0]?.revokedAt).not.toBeNull();
    expect((await admin.call("DELETE", `/api/admin/scim-keys/${newId()}`)).status).toBe(404);
  });

  test("is one of at most 10", async () => {
    const admin = await company.tenant.as("ADMIN");
    const make = () => admin.sendJson("POST", "/api/admin/scim-keys", { name: "Directory" });
    for (let made = 1; made < 10; made++) createdScimKey.parse(await (await make()).json());
    expect(await (await make()).json()).toMatchObject({ error: "TENANT_LIMIT_EXCEEDED", details: { limit: 10 } });
  });

  test("acts under its name in the audit log", async () => {
    await create("ada");
    const response = await (await company.tenant.as("ADMIN")).call(
      "GET",
      "/api/admin/audit-logs?action=scim_user.created",
    );
    const body = (await response.json()) as { auditLogs: { actor: string }[]; names: Record<string, string> };
    expect(body.names[`scim-key:${company.keyId}`]).toBe("Directory");
  });
});

describe("a person of the directory", () => {
  test("is no member until the first sign-in, and then one with the provider's role", async () => {
    await create("ada");
    expect(await memberOf(company.emailOf("ada"))).toBeUndefined();
    expect(await company.enter(company.emailOf("ada"), "ada")).toMatchObject({ role: "VIEWER" });
    expect(await memberOf(company.emailOf("ada"))).toMatchObject({ role: "VIEWER", mayReview: false });
  });

  test("who is not there makes nobody a member while the directory has a key", async () => {
    expect(await company.signIn(company.emailOf("eve"), "eve")).toEqual({ error: "NOT_IN_DIRECTORY" });
    const id = await create("ada");
    await setActive(id, false);
    expect(await company.signIn(company.emailOf("ada"), "ada")).toEqual({ error: "NOT_IN_DIRECTORY" });
    await (await company.tenant.as("ADMIN")).call("DELETE", `/api/admin/scim-keys/${company.keyId}`);
    expect(await company.signIn(company.emailOf("ada"), "ada")).toEqual({ error: "NOT_IN_DIRECTORY" });
    expect(await company.enter(company.emailOf("eve"), "eve")).toMatchObject({ role: "VIEWER" });
  });

  test("has an address of a proved domain, or is refused with how to fix it", async () => {
    for (const body of [
      userOf("ada@elsewhere.example.com"),
      userOf(company.emailOf("ada"), { emails: [{ value: "ada@elsewhere.example.com", primary: true }] }),
      userOf(`ada@sub.${company.domain}`),
    ]) {
      const { status, body: reply } = await company.scim("POST", "/Users", body);
      expect([status, reply.scimType]).toEqual([400, "invalidValue"]);
      expect(reply.detail).toContain("prove the domain");
    }
    const id = await create("ada");
    const move = patch({ op: "replace", path: 'emails[type eq "work"].value', value: "ada@elsewhere.example.com" });
    expect((await company.scim("PATCH", `/Users/${id}`, move)).status).toBe(400);
  });

  test("whom an ADMIN removed is shown as not active and comes back by the directory alone", async () => {
    const id = await create("ada");
    const { userId } = await company.enter(company.emailOf("ada"), "ada");
    const admin = await company.tenant.as("ADMIN");
    await admin.sendJson("PATCH", `/api/admin/members/${userId}`, { role: "MEMBER", mayReview: true });
    expect((await admin.call("DELETE", `/api/admin/members/${userId}`)).status).toBe(204);
    expect((await company.scim("GET", `/Users/${id}`)).body.active).toBe(false);
    expect(await company.signIn(company.emailOf("ada"), "ada")).toEqual({ error: "MEMBERSHIP_ENDED" });
    expect((await setActive(id, true)).body.active).toBe(true);
    expect(await company.enter(company.emailOf("ada"), "ada")).toMatchObject({ userId, role: "VIEWER" });
    expect(await memberOf(company.emailOf("ada"))).toMatchObject({ mayReview: false });
  });

  test("who was deleted and made again is the same member at the next sign-in", async () => {
    const id = await create("ada");
    const { userId } = await company.enter(company.emailOf("ada"), "ada");
    await company.scim("DELETE", `/Users/${id}`);
    await create("ada");
    expect(await memberOf(company.emailOf("ada"))).toBeUndefined();
    expect(await company.enter(company.emailOf("ada"), "ada")).toMatchObject({ userId, role: "VIEWER" });
  });

  test("who gets a former member's address is another person", async () => {
    const id = await create("ada");
    const { userId } = await company.enter(company.emailOf("ada"), "ada");
    await company.scim("DELETE", `/Users/${id}`);
    await create("ada");
    expect((await company.enter(company.emailOf("ada"), "another")).userId).not.toBe(userId);
  });

  test("who is a member already is that member", async () => {
    const userId = await putPerson("bob", "MEMBER");
    const id = await create("bob");
    expect(await memberOf(company.emailOf("bob"))).toMatchObject({ userId, role: "MEMBER" });
    await setActive(id, false);
    expect(await memberOf(company.emailOf("bob"))).toBeUndefined();
  });

  test("who is the last ADMIN stays, and the reply says so; one of two goes", async () => {
    const last = await directories.open();
    const userId = newId();
    await putMember(assay.service.db, { tenantId: last.tenant.id, userId, email: last.emailOf("root"), role: "ADMIN" });
    const { members } = await (await last.tenant.as("ADMIN")).get("/api/admin/members", memberListReply);
    const id = (await last.scim("POST", "/Users", userOf(last.emailOf("root")))).body.id;
    const other = members.find((member) => "userId" in member && member.userId !== userId);
    const token = await assay.service.identity.issueToken({ userId, tenantId: last.tenant.id, ttlSeconds: 600 });
    const path = `/api/admin/members/${(other as { userId: string }).userId}`;
    expect((await assay.client(token).call("DELETE", path)).status).toBe(204);
    for (const [method, body] of [
      ["PATCH", patch({ op: "replace", value: { active: false } })],
      ["DELETE", undefined],
    ] as const) {
      const { status, body: reply } = await last.scim(method, `/Users/${id}`, body);
      expect([status, reply.detail]).toEqual([409, expect.stringContaining("last administrator")]);
    }
    await putMember(assay.service.db, { tenantId: last.tenant.id, userId: newId(), email: "b@x.test", role: "ADMIN" });
    expect((await last.scim("DELETE", `/Users/${id}`)).status).toBe(204);
  });

  test("who runs the deployment is never removed", async () => {
    await putPerson("root", "SUPER_ADMIN");
    const id = await create("root");
    expect((await setActive(id, false)).status).toBe(403);
    expect(await memberOf(company.emailOf("root"))).toMatchObject({ role: "SUPER_ADMIN" });
  });
});

describe("a group", () => {
  test("gives nothing until an ADMIN maps it, and then VIEWER or MEMBER, at once", async () => {
    const [ada, bob] = [await create("ada"), await create("bob")];
    await company.enter(company.emailOf("ada"), "ada");
    const id = await makeGroup("Auditors", ada, bob);
    const roleOf = async (name: string) => (await memberOf(company.emailOf(name)))?.role;
    expect(await roleOf("ada")).toBe("VIEWER");
    expect(await map(id, "MEMBER")).toMatchObject({ displayName: "Auditors", role: "MEMBER", members: 2 });
    expect(await roleOf("ada")).toBe("MEMBER");
    expect(await company.enter(company.emailOf("bob"), "bob")).toMatchObject({ role: "MEMBER" });
    await company.scim("PATCH", `/Groups/${id}`, patch({ op: "remove", path: `members[value eq "${bob}"]` }));
    expect(await roleOf("bob")).toBe("VIEWER");
    await company.scim("PATCH", `/Groups/${id}`, patch({ op: "add", path: "members", value: { value: bob } }));
    expect(await roleOf("bob")).toBe("MEMBER");
    await company.scim("DELETE", `/Groups/${id}`);
    expect([await roleOf("ada"), await roleOf("bob")]).toEqual(["VIEWER", "VIEWER"]);
    expect(await memberOf(company.emailOf("ada"))).toMatchObject({ mayReview: false });
  });

  test("never makes an ADMIN, and takes nothing from one", async () => {
    const ada = await create("ada");
    const { userId } = await company.enter(company.emailOf("ada"), "ada");
    const admin = await company.tenant.as("ADMIN");
    const id = await makeGroup("Admins", ada);
    for (const role of ["ADMIN", "SUPER_ADMIN"])
      expect((await admin.sendJson("PATCH", `/api/admin/scim-groups/${id}`, { role })).status).toBe(400);
    await admin.sendJson("PATCH", `/api/admin/members/${userId}`, { role: "ADMIN" });
    await map(id, "VIEWER");
    expect(await memberOf(company.emailOf("ada"))).toMatchObject({ role: "ADMIN" });
    const { scimGroups } = await admin.get("/api/admin/scim-groups", scimGroupListReply);
    expect(scimGroups).toMatchObject([{ id, role: "VIEWER", members: 1 }]);
    const given = patch({ op: "add", path: "roles", value: [{ value: "ADMIN" }] });
    await company.scim("PATCH", `/Users/${await create("bob")}`, given);
    expect(await company.enter(company.emailOf("bob"), "bob")).toMatchObject({ role: "VIEWER" });
  });

  test("has users of this directory alone", async () => {
    const id = await makeGroup("Auditors");
    for (const value of [newId(), id, "x"]) {
      const { status, body } = await company.scim(
        "PATCH",
        `/Groups/${id}`,
        patch({ op: "add", path: "members", value: [{ value }] }),
      );
      expect([status, body.scimType]).toEqual([400, "invalidValue"]);
    }
    const again = await company.scim("POST", "/Groups", { schemas: [GROUP], displayName: "Auditors" });
    expect([again.status, again.body.scimType]).toEqual([409, "uniqueness"]);
  });
});

test("one tenant's directory neither sees nor changes another's", async () => {
  const theirs = await directories.open();
  const made = await theirs.scim("POST", "/Users", userOf(theirs.emailOf("ada")));
  const group = await theirs.scim("POST", "/Groups", { schemas: [GROUP], displayName: "Auditors" });
  const unknown = await company.scim("GET", `/Users/${newId()}`);
  for (const [method, body] of [
    ["GET", undefined],
    ["DELETE", undefined],
    ["PUT", userOf(company.emailOf("ada"))],
    ["PATCH", patch({ op: "replace", path: "active", value: false })],
  ] as const) {
    const reply = await company.scim(method, `/Users/${made.body.id}`, body);
    expect([reply.status, reply.body.detail.length]).toEqual([404, unknown.body.detail.length]);
  }
  expect((await company.scim("GET", `/Groups/${group.body.id}`)).status).toBe(404);
  expect((await company.scim("DELETE", `/Groups/${group.body.id}`)).status).toBe(404);
  expect((await company.scim("GET", "/Users")).body.totalResults).toBe(0);
  const own = await makeGroup("Ours");
  const steal = patch({ op: "add", path: "members", value: [{ value: made.body.id }] });
  expect((await company.scim("PATCH", `/Groups/${own}`, steal)).status).toBe(400);
  const admin = await company.tenant.as("ADMIN");
  expect((await admin.sendJson("PATCH", `/api/admin/scim-groups/${group.body.id}`, { role: "MEMBER" })).status).toBe(
    403,
  );
  expect((await admin.call("DELETE", `/api/admin/scim-keys/${theirs.keyId}`)).status).toBe(403);
  expect((await company.scim("POST", "/Users", userOf(theirs.emailOf("ada")))).status).toBe(400);
  expect((await theirs.scim("GET", `/Users/${made.body.id}`)).body).toEqual(made.body);
});

test("changes at once lose nothing", async () => {
  const people = await Promise.all(["a", "b", "c", "d", "e", "f"].map((name) => create(name)));
  const id = await makeGroup("Auditors");
  const added = await Promise.all(
    people.map((value) =>
      company.scim("PATCH", `/Groups/${id}`, patch({ op: "add", path: "members", value: [{ value }] })),
    ),
  );
  expect(added.map(({ status }) => status)).toEqual(people.map(() => 204));
  expect((await company.scim("GET", `/Groups/${id}`)).body.members).toHaveLength(people.length);
  const parts = { displayName: "Ada L", "name.givenName": "Ada", "name.familyName": "Lovelace", externalId: "7" };
  await Promise.all(
    Object.entries(parts).map(([path, value]) =>
      company.scim("PATCH", `/Users/${people[0]}`, patch({ op: "replace", path, value })),
    ),
  );
  expect((await company.scim("GET", `/Users/${people[0]}`)).body).toMatchObject({
    displayName: "Ada L",
    name: { givenName: "Ada", familyName: "Lovelace" },
    externalId: "7",
  });
  const twins = await Promise.all([1, 2, 3].map(() => company.scim("POST", "/Users", userOf(company.emailOf("twin")))));
  expect(twins.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

describe("what is not as the protocol says is refused in its words", () => {
  test.each([
    'userName co "a"',
    'userName eq "a" or userName eq "b"',
    "userName eq a",
    'userName eq "a',
    'password eq "x"',
    'userName eq "\\u0000"',
    'userName eq "\\x"',
    'userName eq "a" and ',
    'userName eq "a" and userName eq "b"',
    " ",
    `userName eq "${"x".repeat(2000)}"`,
  ])("filter %s", async (text) => {
    const { status, body } = await company.scim("GET", `/Users?filter=${encodeURIComponent(text)}`);
    expect([status, body.scimType]).toEqual([400, "invalidFilter"]);
  });

  test.each<[string, unknown, string]>([
    ["no JSON", "{", "invalidSyntax"],
    ["a list", [], "invalidSyntax"],
    ["no schema", { userName: "a" }, "invalidSyntax"],
    ["no name", { schemas: [USER] }, "invalidValue"],
    ["a name that is no address", userOf("ada"), "invalidValue"],
    ["a name of another type", userOf(7 as unknown as string), "invalidValue"],
    ["a name with NUL", userOf("a\u0000@x.test"), "invalidValue"],
    ["a long name", userOf(`${"a".repeat(400)}@x.test`), "invalidValue"],
    ["active as a word", userOf("a@x.test", { active: "maybe" }), "invalidValue"],
    ["a name as a text", userOf("a@x.test", { name: "Ada" }), "invalidValue"],
  ])("a new user with %s", async (_, body, scimType) => {
    const reply = await company.scim("POST", "/Users", body);
    expect([reply.status, reply.body.scimType]).toEqual([400, scimType]);
  });

  test.each<[string, unknown, string]>([
    ["no operations", { schemas: [PATCH] }, "invalidSyntax"],
    ["no schema", { Operations: [{ op: "add", path: "active", value: true }] }, "invalidSyntax"],
    ["an unknown operation", patch({ op: "move", path: "active" }), "invalidSyntax"],
    ["an unknown attribute", patch({ op: "add", path: "shoeSize", value: 7 }), "invalidPath"],
    ["a path that is none", patch({ op: "add", path: "a b[", value: 7 }), "invalidPath"],
    ["the id", patch({ op: "replace", path: "id", value: "x" }), "mutability"],
    ["the groups", patch({ op: "add", path: "groups", value: [] }), "mutability"],
    ["nothing to remove", patch({ op: "remove" }), "noTarget"],
    ["the name removed", patch({ op: "remove", path: "userName" }), "invalidValue"],
    ["a value without a path", patch({ op: "add", value: 7 }), "invalidValue"],
  ])("a patch with %s", async (_, body, scimType) => {
    const reply = await company.scim("PATCH", `/Users/${await create("ada")}`, body);
    expect([reply.status, reply.body.scimType]).toEqual([400, scimType]);
  });

  test("pages, sizes, types, methods and paths", async () => {
    await create("ada");
    const status = async (...given: Parameters<Directory["scim"]>) => (await company.scim(...given)).status;
    expect((await company.scim("GET", "/Users?startIndex=-3&count=9999")).body).toMatchObject({ startIndex: 1 });
    expect((await company.scim("GET", "/Users?count=0")).body).toMatchObject({ totalResults: 1, Resources: [] });
    expect(await status("GET", "/Users?count=many")).toBe(400);
    expect(await status("POST", "/Users", userOf("a@x.test", { title: "x".repeat(1_100_000) }))).toBe(413);
    expect(await status("DELETE", "/Users")).toBe(405);
    expect(await status("POST", "/Bulk", {})).toBe(404);
    expect(await status("GET", "/Users/1/2")).toBe(404);
    expect(await status("GET", "/Users/%zz")).toBe(404);
    const headers = { Authorization: `Bearer ${company.key}`, "Content-Type": "text/plain" };
    const plain = await fetch(`${assay.url}/scim/v2/Users`, { method: "POST", headers, body: "{}" });
    expect(plain.status).toBe(415);
  });
});

test("the service describes itself", async () => {
  const config = await company.scim("GET", "/ServiceProviderConfig");
  expect(config.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { maxResults: 200 },
  });
  for (const [path, id] of [
    ["/ResourceTypes", "User"],
    ["/Schemas", GROUP],
  ] as const) {
    const { body } = await company.scim("GET", path);
    expect(body.totalResults).toBe(2);
    const one = await company.scim("GET", `${path}/${id}`);
    expect(body.Resources).toContainEqual(one.body);
    expect((await company.scim("GET", `${path}/x`)).status).toBe(404);
  }
});

test("a session of another tenant of the same person goes on", async () => {
  const other = await assay.tenant();
  const id = await create("ada");
  const { userId } = await company.enter(company.emailOf("ada"), "ada");
  await putMember(assay.service.db, { tenantId: other.id, userId, email: company.emailOf("ada"), role: "VIEWER" });
  const token = await assay.service.identity.issueToken({ userId, tenantId: other.id, ttlSeconds: 600 });
  await setActive(id, false);
  expect((await assay.client(token).get("/api/session", sessionReply)).session.tenant.id).toBe(other.id);
});
