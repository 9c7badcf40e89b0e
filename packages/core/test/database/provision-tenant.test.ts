import { listAuditEntries } from "@assay/core/audit";
import { adoptPack, importPack, listBoundPacks } from "@assay/core/packs";
import type { Accounts } from "@assay/core/ports";
import {
  findRole,
  hasMembers,
  inTenant,
  listMembers,
  operatorOf,
  provisionAdmin,
  provisionTenant,
  resetPerson,
} from "@assay/core/tenancy";
import { newId, tenants } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** People in memory, with an invitation for anyone who has never signed in. */
function memoryAccounts() {
  const known = new Map<string, { userId: string; tenantId: string }>();
  let invitations = 0;
  const accounts: Accounts = {
    create: () => Promise.reject(new Error("Nobody makes an account here")),
    findEmail: () => Promise.reject(new Error("Nobody asks for an address here")),
    async findOrInvite(email, tenantId) {
      const account = known.get(email) ?? { userId: newId(), tenantId };
      known.set(email, account);
      if (account.tenantId !== tenantId) return account;
      invitations += 1;
      return { ...account, invitation: { password: `first-${invitations}` } };
    },
    changePassword: () => Promise.reject(new Error("Nobody changes a password here")),
    resetFactors: () => Promise.reject(new Error("Nobody removes factors here")),
    describe: () => Promise.reject(new Error("Nobody exports an account here")),
    erase: () => Promise.reject(new Error("Nobody erases an account here")),
    resetsByMail: false,
    findByAddress: async () => undefined,
    choosePassword: () => Promise.reject(new Error("Nobody chooses a password here")),
    resetPassword: () => Promise.reject(new Error("Nobody resets a password here")),
    listSessions: () => Promise.reject(new Error("Nobody lists sessions here")),
    endSession: () => Promise.reject(new Error("Nobody ends a session here")),
    endOtherSessions: () => Promise.reject(new Error("Nobody ends a session here")),
    endSessionsIn: async () => {},
  };
  return { accounts, known, invitations: () => invitations };
}

const actionsIn = async (tenantId: string) => {
  const { items } = await listAuditEntries(operatorOf(database.db, tenantId), { limit: 100 });
  return items.toReversed().map(({ action, actor }) => [action, actor]);
};
const nextName = () => `Tenant ${newId()}`;

test("before the first tenant nobody can sign in, and with its administrator somebody can", async () => {
  const { accounts } = memoryAccounts();
  expect(await hasMembers(database.db)).toBe(false);
  const { tenant } = await provisionTenant(database.db, { name: nextName() });
  expect(await hasMembers(database.db)).toBe(false);
  await provisionAdmin(database.db, accounts, { tenantId: tenant.id, email: "ada@example.com", role: "ADMIN" });
  expect(await hasMembers(database.db)).toBe(true);
});

test("acts at once make one tenant with one administrator and one first password, all of it in its audit log", async () => {
  const { accounts, known, invitations } = memoryAccounts();
  const name = nextName();
  const email = "ada@example.com";
  const made = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { tenant, made } = await provisionTenant(database.db, { name });
      const admin = await provisionAdmin(database.db, accounts, { tenantId: tenant.id, email, role: "ADMIN" });
      return { tenant, made, admin };
    }),
  );
  const [{ tenant }] = made as [(typeof made)[0]];
  expect(new Set(made.map((each) => each.tenant.id)).size).toBe(1);
  expect(made.filter((each) => each.made)).toHaveLength(1);
  expect(made.map(({ admin }) => admin.change).toSorted()).toEqual(["KEPT", "KEPT", "KEPT", "MADE"]);
  expect(invitations()).toBe(1);
  expect(await findRole(database.db, { tenantId: tenant.id, userId: known.get(email)!.userId })).toBe("ADMIN");
  expect(await actionsIn(tenant.id)).toEqual([
    ["tenant.created", "system"],
    ["member.invited", "system"],
  ]);
});

test("what was cut off after the tenant or after the account continues there", async () => {
  const { accounts, known } = memoryAccounts();
  const name = nextName();
  const { tenant } = await provisionTenant(database.db, { name });
  const { userId } = await accounts.findOrInvite("ada@example.com", tenant.id);
  const again = await provisionTenant(database.db, { name });
  expect(again).toEqual({ tenant, made: false });
  const admin = await provisionAdmin(database.db, accounts, {
    tenantId: tenant.id,
    email: "ada@example.com",
    role: "ADMIN",
  });
  expect(admin).toEqual({
    role: "ADMIN",
    change: "MADE",
    signsInTo: tenant.id,
    invitation: { password: expect.any(String) },
  });
  expect(known.get("ada@example.com")!.userId).toBe(userId);
});

test("a member is raised where more is asked for and never lowered; the account stays as it is", async () => {
  const { accounts, invitations } = memoryAccounts();
  const { tenant } = await provisionTenant(database.db, { name: nextName() });
  const as = (role: "ADMIN" | "SUPER_ADMIN") =>
    provisionAdmin(database.db, accounts, { tenantId: tenant.id, email: "ada@example.com", role });
  await as("ADMIN");
  expect(await as("SUPER_ADMIN")).toEqual({ role: "SUPER_ADMIN", change: "RAISED" });
  expect(await as("ADMIN")).toEqual({ role: "SUPER_ADMIN", change: "KEPT" });
  expect(invitations()).toBe(1);
  const { items } = await listMembers(operatorOf(database.db, tenant.id), { limit: 10 });
  expect(items).toMatchObject([{ email: "ada@example.com", role: "SUPER_ADMIN" }]);
  expect((await actionsIn(tenant.id)).map(([action]) => action)).toEqual([
    "tenant.created",
    "member.invited",
    "member.role_changed",
  ]);
});

test("the operator's reset is recorded in each tenant of the person, and a refused one nowhere", async () => {
  const { accounts, known } = memoryAccounts();
  const email = `bo-${newId()}@example.com`;
  const made = await Promise.all([1, 2].map(() => provisionTenant(database.db, { name: nextName() })));
  for (const { tenant } of made)
    await provisionAdmin(database.db, accounts, { tenantId: tenant.id, email, role: "ADMIN" });
  const serving: Accounts = {
    ...accounts,
    findEmail: async (userId) => [...known].find(([, account]) => account.userId === userId)?.[0],
    resetPassword: async () => ({ password: "another" }),
  };
  const given = { email, reason: "Asked in person" };
  const refusing = { ...serving, resetPassword: accounts.resetPassword };
  await expect(resetPerson(database.db, refusing, given)).rejects.toThrow("Nobody resets a password here");
  const stranger = resetPerson(database.db, serving, { ...given, email: `${newId()}@example.com` });
  await expect(stranger).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(await resetPerson(database.db, serving, given)).toEqual({ password: "another" });
  for (const { tenant } of made)
    expect((await actionsIn(tenant.id)).slice(-2)).toEqual([
      ["member.invited", "system"],
      ["member.password_reset", "system"],
    ]);
});

test("who has an account in another tenant becomes a member, and it is said where that account signs in to", async () => {
  const { accounts } = memoryAccounts();
  const [first, second] = await Promise.all([1, 2].map(() => provisionTenant(database.db, { name: nextName() })));
  const email = "bo@example.com";
  await provisionAdmin(database.db, accounts, { tenantId: first!.tenant.id, email, role: "ADMIN" });
  const admin = await provisionAdmin(database.db, accounts, { tenantId: second!.tenant.id, email, role: "ADMIN" });
  expect(admin).toEqual({ role: "ADMIN", change: "MADE", signsInTo: first!.tenant.id });
});

test("a name that an inactive tenant has, or several have, is refused with what fixes it", async () => {
  const { tenant } = await provisionTenant(database.db, { name: nextName() });
  const owner = await database.asOwner();
  await owner.db.update(tenants).set({ status: "INACTIVE" }).where(eq(tenants.id, tenant.id));
  await expect(provisionTenant(database.db, { name: tenant.name })).rejects.toThrow(
    "because it is INACTIVE: activate it",
  );
  await owner.db.insert(tenants).values({ name: tenant.name });
  await expect(provisionTenant(database.db, { name: tenant.name })).rejects.toThrow("several tenants have this name");
  await owner.close();
});

test("a pack is bound once, from a file or by its id, and a tenant that uses it keeps its version", async () => {
  const [{ tenant }, other] = [
    await provisionTenant(database.db, { name: nextName() }),
    await provisionTenant(database.db, { name: nextName() }),
  ];
  const ctx = operatorOf(database.db, tenant.id);
  const file = {
    name: `Pack ${newId()}`,
    pack: {
      name: null,
      description: "",
      skipped: [],
      criteria: [
        {
          criterionId: 1,
          sourceKey: null,
          title: "Backup",
          description: "",
          requirements: [
            { requirementId: "1.1", title: "Backups are taken", subcheckLabel: null, retrievalHint: null },
          ],
        },
      ],
    },
  };
  const ofDeployment = { ...file, owner: "DEPLOYMENT" as const };
  const adopted = await Promise.all([adoptPack(ctx, ofDeployment), adoptPack(ctx, ofDeployment)]);
  expect(adopted.filter(({ bound }) => bound)).toHaveLength(1);
  const boundPacks = () => inTenant(ctx, (tx) => listBoundPacks(tx, ctx.tenantId));
  const [pack] = await boundPacks();
  expect(pack).toMatchObject({ name: file.name, version: 1 });
  await importPack(ctx, makePack(["Keys are rotated"]), { packId: pack!.id });
  expect(await adoptPack(ctx, { packId: pack!.id })).toEqual({ name: file.name });
  expect(await boundPacks()).toEqual([pack]);

  const newer = operatorOf(database.db, other.tenant.id);
  expect(await adoptPack(newer, { packId: pack!.id })).toMatchObject({ name: file.name, bound: { version: 2 } });
  await expect(adoptPack(newer, { packId: newId() })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const own = await adoptPack(newer, { ...file, name: "House rules" });
  await expect(adoptPack(ctx, { packId: own.bound!.packId })).rejects.toMatchObject({
    code: "CROSS_TENANT_ACCESS_DENIED",
  });
  expect((await actionsIn(tenant.id)).map(([action]) => action)).toEqual([
    "tenant.created",
    "criteria_version.published",
    "pack.bound",
    "criteria_version.published",
  ]);
});
