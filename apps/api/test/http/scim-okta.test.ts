import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Directories, type Directory, GROUP, openDirectories, patch, USER } from "../support/directory-of.ts";
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

/** As Okta writes a new user. */
const newUser = (name: string) => ({
  schemas: [USER],
  userName: company.emailOf(name),
  name: { givenName: "Test", familyName: "User" },
  emails: [{ primary: true, value: company.emailOf(name), type: "work" }],
  displayName: "Test User",
  locale: "en-US",
  externalId: `00u-${name}`,
  groups: [],
  password: "1mz050nq",
  active: true,
});
const create = async (name: string) => (await company.scim("POST", "/Users", newUser(name))).body;

test("a user is looked for, made and read, and the password is kept nowhere", async () => {
  const asked = `/Users?filter=${encodeURIComponent(`userName eq "${company.emailOf("ada")}"`)}&startIndex=1&count=100`;
  expect((await company.scim("GET", asked)).body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0 });
  const user = await create("ada");
  expect(user).toMatchObject({ userName: company.emailOf("ada"), externalId: "00u-ada", active: true });
  expect(JSON.stringify(user)).not.toContain("1mz050nq");
  expect((await company.scim("GET", `/Users/${user.id}`)).body).toEqual(user);
  expect((await company.scim("GET", asked)).body).toMatchObject({ totalResults: 1, Resources: [user] });
});

test("all users are imported, a page after another", async () => {
  for (const name of ["ada", "bob", "cyd"]) await create(name);
  const page = async (startIndex: number) =>
    (await company.scim("GET", `/Users?startIndex=${startIndex}&count=2`)).body as {
      totalResults: number;
      itemsPerPage: number;
      Resources: { userName: string }[];
    };
  const [first, second] = [await page(1), await page(3)];
  expect([first.totalResults, first.itemsPerPage, second.itemsPerPage]).toEqual([3, 2, 1]);
  expect([...first.Resources, ...second.Resources].map(({ userName }) => userName)).toEqual(
    ["ada", "bob", "cyd"].map(company.emailOf),
  );
});

test("a profile is pushed with PUT, and a user is disabled and enabled with it", async () => {
  const user = await create("ada");
  const { token } = await company.enter(company.emailOf("ada"), "ada");
  const pushed = { ...user, name: { givenName: "Another", familyName: "User" } };
  expect((await company.scim("PUT", `/Users/${user.id}`, pushed)).body).toMatchObject({
    name: { givenName: "Another" },
  });
  expect((await assay.client(token).call("GET", "/api/session")).status).toBe(200);
  const { status, body } = await company.scim("PUT", `/Users/${user.id}`, { ...pushed, active: false });
  expect([status, body.active]).toEqual([200, false]);
  expect((await assay.client(token).call("GET", "/api/session")).status).toBe(401);
  expect((await company.scim("PUT", `/Users/${user.id}`, pushed)).body.active).toBe(true);
});

test("a user is disabled and enabled with PATCH and no path", async () => {
  const { id } = await create("ada");
  const set = async (active: boolean) =>
    (await company.scim("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active } }))).body.active;
  expect([await set(false), await set(true)]).toEqual([false, true]);
});

test("a group is pushed, renamed with its id, filled and emptied", async () => {
  const [ada, bob] = [await create("ada"), await create("bob")];
  const member = (user: { id: string; userName: string }) => ({ value: user.id, display: user.userName });
  const made = await company.scim("POST", "/Groups", {
    schemas: [GROUP],
    displayName: "Test SCIMv2",
    members: [member(ada)],
  });
  expect(made.status).toBe(201);
  const { id } = made.body;
  const rename = { op: "replace", value: { id, displayName: "Renamed" } };
  expect((await company.scim("PATCH", `/Groups/${id}`, patch(rename))).status).toBe(204);
  const swap = patch(
    { op: "remove", path: `members[value eq "${ada.id}"]` },
    { op: "add", path: "members", value: [member(bob)] },
  );
  expect((await company.scim("PATCH", `/Groups/${id}`, swap)).status).toBe(204);
  const read = await company.scim("GET", `/Groups/${id}`);
  expect(read.body).toMatchObject({ displayName: "Renamed", members: [{ value: bob.id, display: bob.userName }] });
  expect((await company.scim("GET", `/Users/${bob.id}`)).body.groups).toMatchObject([
    { value: id, display: "Renamed" },
  ]);
  const all = { op: "replace", path: "members", value: [member(ada), member(bob)] };
  expect((await company.scim("PATCH", `/Groups/${id}`, patch(all))).status).toBe(204);
  expect((await company.scim("GET", "/Groups?startIndex=1&count=100")).body.Resources[0].members).toHaveLength(2);
  const put = { schemas: [GROUP], displayName: "Renamed", members: [] };
  expect((await company.scim("PUT", `/Groups/${id}`, put)).body.members).toEqual([]);
  expect((await company.scim("DELETE", `/Groups/${id}`)).status).toBe(204);
});
