import { createTenant, findRestoreProblems, inCatalog, inTenant, verifyIsolation } from "@assay/core/tenancy";
import { documents } from "@assay/db";
import { migrate } from "@assay/db/migrate";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmptyDatabase, openEmptyDatabase } from "../support/logins.ts";

const SERVICE = "noinherit nosuperuser nobypassrls";
const ROLES = "assay_tenant, assay_system, assay_catalog";

let database: EmptyDatabase;
let applied: string[][];
let service: string;
let problemsBefore: string[];
beforeAll(async () => {
  database = await openEmptyDatabase();
  const owner = await database.as(database.owner);
  problemsBefore = await findRestoreProblems(owner.db);
  service = `service_of_${database.owner}`;
  await owner.db.execute(sql.raw(`create role ${service} login ${SERVICE} password 'Made-by-SQL-1'`));
  applied = await Promise.all([1, 2, 3].map(() => migrate(owner, { serviceRole: service })));
  await owner.close();
});
afterAll(async () => {
  const owner = await database.as(database.owner);
  await owner.db.execute(sql.raw(`drop role ${service}`));
  await owner.close();
  await database.close();
});

async function verifyAs(login: string): Promise<string[]> {
  const { db, close } = await database.as(login);
  const problems = await verifyIsolation(db);
  await close();
  return problems;
}

test("an owner who is no superuser migrates; of three at once one applies everything, the others nothing", async () => {
  const [most, ...others] = applied.toSorted((one, other) => other.length - one.length);
  expect(most!.length).toBeGreaterThanOrEqual(2);
  expect(others).toEqual([[], []]);
});

test("an empty database is not taken for one that was half restored", () => {
  expect(problemsBefore).toEqual([]);
});

test("a login that this owner made in SQL serves, and passes the check at start", async () => {
  expect(await verifyAs(service)).toEqual([]);
  const { db, close } = await database.as(service);
  const { id: tenantId } = await createTenant(db, { name: "Tenant" });
  expect(await inTenant({ db, tenantId }, (tx) => tx.select().from(documents))).toEqual([]);
  expect(await inCatalog(db, async () => "became")).toBe("became");
  await close();
});

test("the owner of the tables may not serve", async () => {
  const [problem, ...others] = await verifyAs(database.owner);
  expect(problem).toMatch(
    new RegExp(`^Login ${database.owner} owns the tables: .*create role assay_app login noinherit`),
  );
  expect(others).toEqual([]);
});

test.each([
  [
    "a role that bypasses row-level security, as a console makes it",
    "bypassrls",
    [ROLES],
    /^Login \w+ bypasses row-level security: /,
  ],
  ["a superuser", "superuser", [], /^Login \w+ bypasses row-level security: /],
  ["a member of the owner", SERVICE, [ROLES, "owner"], /^Login \w+ can become \w+, which owns the tables: /],
])("%s may not serve", async (_, attributes, grants, said) => {
  const login = await database.makeLogin(
    attributes,
    ...grants.map((granted) => (granted === "owner" ? database.owner : granted)),
  );
  const [problem, ...others] = await verifyAs(login);
  expect(problem).toMatch(said);
  expect(problem).toContain(`grant ${ROLES} to assay_app`);
  expect(others).toEqual([]);
});

test("a member of a role that bypasses row-level security may not serve, whether it inherits or not", async () => {
  const powerful = await database.makeLogin("bypassrls");
  const login = await database.makeLogin(SERVICE, ROLES, powerful);
  expect(await verifyAs(login)).toEqual([
    expect.stringContaining(`Login ${login} can become ${powerful}, which bypasses row-level security`),
  ]);
});

test("a login without the service's roles is told which to grant", async () => {
  const login = await database.makeLogin(SERVICE, "assay_system");
  expect(await verifyAs(login)).toEqual([
    `Login ${login} cannot become assay_tenant: as the owner of the tables, run grant assay_tenant to ${login}`,
    `Login ${login} cannot become assay_catalog: as the owner of the tables, run grant assay_catalog to ${login}`,
  ]);
});
