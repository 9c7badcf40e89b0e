import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Directories, type Directory, GROUP, openDirectories, patch, USER } from "../support/directory-of.ts";
import type { TestService } from "../support/test-service.ts";

const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

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

/** As the provisioning service of Entra writes a new user. */
const newUser = (name: string, externalId = `${name}-object-id`) => ({
  schemas: [USER, ENTERPRISE],
  externalId,
  userName: company.emailOf(name),
  active: true,
  emails: [{ primary: true, type: "work", value: company.emailOf(name) }],
  meta: { resourceType: "User" },
  name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
  roles: [],
  [ENTERPRISE]: { department: "Audit" },
});
const create = async (name: string) => (await company.scim("POST", "/Users", newUser(name))).body.id as string;
const filter = (path: string, text: string, more = "") => `${path}?filter=${encodeURIComponent(text)}${more}`;

test("the connection is tested with a user who does not exist", async () => {
  const { status, type, body } = await company.scim("GET", filter("/Users", `userName eq "${crypto.randomUUID()}"`));
  expect([status, type]).toEqual([200, "application/scim+json"]);
  expect(body).toEqual({ schemas: [LIST], totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
});

test("a user is looked for, made, read and found again, whatever the case", async () => {
  const { status, body } = await company.scim("POST", "/Users", newUser("ada"));
  expect(status).toBe(201);
  expect(body).toMatchObject({
    schemas: [USER],
    externalId: "ada-object-id",
    userName: company.emailOf("ada"),
    name: { givenName: "givenName", familyName: "familyName" },
    emails: [{ value: company.emailOf("ada"), type: "work", primary: true }],
    active: true,
    groups: [],
    meta: { resourceType: "User", location: `${assay.url}/scim/v2/Users/${body.id}` },
  });
  expect((await company.scim("GET", `/Users/${body.id}`)).body).toEqual(body);
  for (const text of [
    `userName eq "${company.emailOf("ada").toUpperCase()}"`,
    'externalId eq "ada-object-id"',
    `emails[type eq "work"].value eq "${company.emailOf("ada")}"`,
    `externalId eq "ada-object-id" and userName eq "${company.emailOf("ada")}"`,
  ])
    expect((await company.scim("GET", filter("/Users", text))).body.Resources).toEqual([body]);
});

test("attributes are patched one by one, with capital operations", async () => {
  const id = await create("ada");
  const changed = await company.scim(
    "PATCH",
    `/Users/${id}`,
    patch(
      { op: "Replace", path: 'emails[type eq "work"].value', value: company.emailOf("ada.lovelace") },
      { op: "Replace", path: "name.familyName", value: "Lovelace" },
      { op: "Add", path: "displayName", value: "Ada Lovelace" },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Engines" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "+44" },
      { op: "Add", path: "title", value: "Countess" },
    ),
  );
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    userName: company.emailOf("ada"),
    displayName: "Ada Lovelace",
    name: { givenName: "givenName", familyName: "Lovelace" },
    emails: [{ value: company.emailOf("ada.lovelace") }],
  });
  const atOnce = { displayName: "Countess", "name.givenName": "Augusta", [USER]: { externalId: "other" } };
  const { body } = await company.scim("PATCH", `/Users/${id}`, patch({ op: "replace", value: atOnce }));
  expect(body).toMatchObject({ displayName: "Countess", externalId: "other", name: { givenName: "Augusta" } });
});

test("a user is disabled with the text False, enabled again, and deleted", async () => {
  const id = await create("ada");
  const { token, userId } = await company.enter(company.emailOf("ada"), "ada");
  const off = await company.scim("PATCH", `/Users/${id}`, patch({ op: "Replace", path: "active", value: "False" }));
  expect([off.status, off.body.active]).toEqual([200, false]);
  expect((await assay.client(token).call("GET", "/api/session")).status).toBe(401);
  expect(await company.signIn(company.emailOf("ada"), "ada")).toEqual({ error: "MEMBERSHIP_ENDED" });
  const on = await company.scim("PATCH", `/Users/${id}`, patch({ op: "Replace", path: "active", value: "True" }));
  expect(on.body.active).toBe(true);
  expect((await assay.client(token).call("GET", "/api/session")).status).toBe(401);
  const again = await company.enter(company.emailOf("ada"), "ada");
  expect([again.userId, again.role]).toEqual([userId, "VIEWER"]);
  expect((await company.scim("DELETE", `/Users/${id}`)).status).toBe(204);
  expect((await assay.client(again.token).call("GET", "/api/session")).status).toBe(401);
  expect(await company.signIn(company.emailOf("ada"), "ada")).toEqual({ error: "MEMBERSHIP_ENDED" });
  for (const method of ["GET", "DELETE"])
    expect((await company.scim(method, `/Users/${id}`)).body).toMatchObject({ status: "404" });
});

test("a second user with the same name is a conflict", async () => {
  await create("ada");
  const { status, body } = await company.scim("POST", "/Users", newUser("ada", "another"));
  expect([status, body.scimType, body.status]).toEqual([409, "uniqueness", "409"]);
  expect(body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
});

test("a group is made, found, renamed, filled, emptied and deleted", async () => {
  const made = await company.scim("POST", "/Groups", {
    schemas: [GROUP, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
    externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
    displayName: "Auditors",
    meta: { resourceType: "Group" },
  });
  expect(made.status).toBe(201);
  const { id } = made.body;
  const without = await company.scim(
    "GET",
    filter("/Groups", 'displayName eq "Auditors"', "&excludedAttributes=members"),
  );
  expect(without.body.Resources).toEqual([{ ...made.body, members: undefined }]);
  expect((await company.scim("GET", `/Groups/${id}?excludedAttributes=members`)).body.members).toBeUndefined();
  const [ada, bob] = [await create("ada"), await create("bob")];
  const send = (...operations: object[]) => company.scim("PATCH", `/Groups/${id}`, patch(...operations));
  const members = async () =>
    ((await company.scim("GET", `/Groups/${id}`)).body.members as { value: string }[]).map(({ value }) => value);
  expect((await send({ op: "Replace", path: "displayName", value: "Reviewers" })).status).toBe(204);
  const both = [
    { $ref: null, value: ada },
    { $ref: null, value: bob },
  ];
  expect((await send({ op: "Add", path: "members", value: both })).status).toBe(204);
  expect((await send({ op: "Add", path: "members", value: both })).status).toBe(204);
  expect(await members()).toEqual([ada, bob]);
  const isIn = filter("/Groups", `id eq "${id}" and members eq "${bob}"`, "&attributes=id");
  expect((await company.scim("GET", isIn)).body.totalResults).toBe(1);
  expect((await send({ op: "Remove", path: "members", value: [{ $ref: null, value: bob }] })).status).toBe(204);
  expect((await send({ op: "Remove", path: `members[value eq "${bob}"]` })).status).toBe(204);
  expect(await members()).toEqual([ada]);
  expect((await company.scim("DELETE", `/Groups/${id}`)).status).toBe(204);
  expect((await company.scim("GET", `/Groups/${id}`)).status).toBe(404);
});
