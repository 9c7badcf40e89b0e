import type { Member, Role } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import {
  acceptInvitation,
  exchangeInvitation,
  inviteMember,
  listInvitations,
  renewInvitation,
  withdrawInvitation,
} from "@assay/core/invitations";
import type { Accounts, NewAccount } from "@assay/core/ports";
import { type Context, changeMember, changeTenant, listMembers, removeMember } from "@assay/core/tenancy";
import { invitations, jobs, mails, memberships, newId, type Transaction } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withChangedRows } from "../support/change-table.ts";
import { createMailDouble, type MailDouble, secretIn } from "../support/mail-double.ts";
import { makePerson } from "../support/make-people.ts";
import { outcome } from "../support/outcome.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const HANDED_OVER = { delivery: "HANDED_OVER" } as const;
const BY_MAIL = { delivery: "MAIL" } as const;
const ALL = { limit: 200 };
const PASSWORD = "a password of my own";

let database: TestDatabase;
let engine: TestEngine;
let mail: MailDouble;
beforeAll(async () => {
  database = await openTestDatabase();
  mail = createMailDouble();
  engine = await createTestEngine(database.db, { mail });
});
afterAll(() => database.close());

/** People in memory, by their addresses. */
function memoryAccounts() {
  const made: NewAccount[] = [];
  const known = new Map<string, string>();
  const accounts: Accounts = {
    async create(account) {
      made.push(account);
      if (known.has(account.email)) return undefined;
      known.set(account.email, newId());
      return { userId: known.get(account.email)! };
    },
    findEmail: async (userId) => [...known].find(([, id]) => id === userId)?.[0],
    findOrInvite: () => Promise.reject(new Error("Nobody is invited by account here")),
    changePassword: () => Promise.reject(new Error("Nobody changes a password here")),
    describe: () => Promise.reject(new Error("Nobody exports an account here")),
    erase: () => Promise.reject(new Error("Nobody erases an account here")),
    resetsByMail: false,
    findByAddress: async () => undefined,
    choosePassword: () => Promise.reject(new Error("Nobody chooses a password here")),
    resetPassword: () => Promise.reject(new Error("Nobody resets a password here")),
    listSessions: () => Promise.reject(new Error("Nobody lists sessions here")),
    endSession: () => Promise.reject(new Error("Nobody ends a session here")),
    endOtherSessions: () => Promise.reject(new Error("Nobody ends sessions here")),
    endSessionsIn: async () => {},
    resetFactors: () => Promise.reject(new Error("Nobody removes factors here")),
  };
  return { accounts, made, known };
}

async function open(role: Role = "ADMIN") {
  const tenant = await engine.makeTenant(`Tenant ${newId()}`);
  return { admin: await makePerson(tenant, { role }), ...memoryAccounts() };
}
const address = () => `${newId()}@example.test`;
const membershipOf = async (ctx: Context, userId: string) =>
  (
    await withOwner(database, ({ db }) =>
      db
        .select()
        .from(memberships)
        .where(and(eq(memberships.tenantId, ctx.tenantId), eq(memberships.userId, userId))),
    )
  )[0];
async function membersOf(ctx: Context): Promise<Member[]> {
  return (await listMembers(ctx, ALL)).items.filter((each): each is Member => "userId" in each);
}
const expire = (id: string) =>
  withOwner(database, ({ db }) =>
    db
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(invitations.id, id)),
  );

test("a membership exists from acceptance on, and its link opens nothing any more", async () => {
  const { admin, accounts, made } = await open();
  const email = address();
  const { invitation, secret, jobs: sends } = await inviteMember(admin, HANDED_OVER, { email, role: "MEMBER" });
  expect([invitation.state, sends]).toEqual(["PENDING", []]);
  expect((await membersOf(admin)).map((member) => member.email)).not.toContain(email);
  expect(await exchangeInvitation(database.db, secret!)).toMatchObject({
    email,
    role: "MEMBER",
    invitedByName: `${admin.userId}@example.test`,
  });
  const joined = await acceptInvitation(database.db, accounts, secret!, { password: PASSWORD });
  expect(joined).toMatchObject({ email, role: "MEMBER", tenant: { id: admin.tenantId } });
  expect(made).toEqual([{ email, password: PASSWORD, tenantId: admin.tenantId, isProved: false }]);
  const member = (await membersOf(admin)).find((each) => each.email === email)!;
  expect(await membershipOf(admin, member.userId)).toMatchObject({ invitedBy: admin.userId, addressProof: "NONE" });
  for (const act of [
    () => exchangeInvitation(database.db, secret!),
    () => acceptInvitation(database.db, accounts, secret!, { password: PASSWORD }),
  ])
    expect(await outcome(act())).toBe("UNAUTHORIZED");
  const { items } = await listAuditEntries({ ...admin, actor: { ...admin.actor, role: "ADMIN" } }, { limit: 10 });
  expect(items.toReversed().map(({ action, actor }) => [action, actor])).toEqual([
    ["invitation.created", admin.userId],
    ["invitation.accepted", member.userId],
    ["member.joined", member.userId],
  ]);
  expect(JSON.stringify(items)).not.toContain(secret);
});

test("an ended membership that is stored otherwise than recorded is not covered by another acceptance", async () => {
  const { admin, accounts, known } = await open();
  const email = address();
  const invite = async () => (await inviteMember(admin, HANDED_OVER, { email, role: "MEMBER" })).secret!;
  await acceptInvitation(database.db, accounts, await invite(), { password: PASSWORD });
  const userId = known.get(email)!;
  await removeMember(admin, userId);
  const secret = await invite();
  const accept = () => acceptInvitation(database.db, accounts, secret, { userId });
  const change = (tx: Transaction) =>
    tx.execute(sql`update memberships set may_review = not may_review where user_id = ${userId}`);
  await withChangedRows(database, "memberships", change, async () => {
    await expect(accept()).rejects.toMatchObject({
      ...{ code: "INTEGRITY_ERROR", details: { objectType: "member", objectId: userId } },
    });
    expect(await membershipOf(admin, userId)).toMatchObject({ revokedAt: expect.any(Date) });
  });
  expect(await accept()).toMatchObject({ email, role: "MEMBER" });
});

test("only a person invites, renews and withdraws, and none above their own role", async () => {
  const { admin } = await open();
  const { invitation } = await inviteMember(admin, HANDED_OVER, { email: address(), role: "ADMIN" });
  const key: Context = { ...admin, actor: { ...admin.actor, id: `api-key:${newId()}` } };
  const member: Context = { ...admin, actor: { ...admin.actor, role: "MEMBER" } };
  for (const by of [key, member])
    for (const act of [
      () => inviteMember(by, HANDED_OVER, { email: address(), role: "VIEWER" }),
      () => renewInvitation(by, HANDED_OVER, invitation.id),
      () => withdrawInvitation(by, invitation.id),
    ])
      expect(await outcome(act())).toBe("FORBIDDEN");
  expect(await outcome(inviteMember(admin, HANDED_OVER, { email: address(), role: "SUPER_ADMIN" }))).toBe("FORBIDDEN");
});

test("one invitation is open for an address: it is renewed, or withdrawn and made again", async () => {
  const { admin } = await open();
  const body = { email: address(), role: "MEMBER" } as const;
  const first = await inviteMember(admin, HANDED_OVER, body);
  expect(await outcome(inviteMember(admin, HANDED_OVER, body))).toBe("INVALID_STATE");
  await expire(first.invitation.id);
  expect(await outcome(exchangeInvitation(database.db, first.secret!))).toBe("UNAUTHORIZED");
  expect((await listInvitations(admin, { ...ALL, state: "EXPIRED" })).items).toHaveLength(1);
  const second = await renewInvitation(admin, HANDED_OVER, first.invitation.id);
  expect(await outcome(exchangeInvitation(database.db, first.secret!))).toBe("UNAUTHORIZED");
  expect(await outcome(exchangeInvitation(database.db, second.secret!))).toBe("served");
  await withdrawInvitation(admin, first.invitation.id);
  await withdrawInvitation(admin, first.invitation.id);
  expect(await outcome(exchangeInvitation(database.db, second.secret!))).toBe("UNAUTHORIZED");
  expect(await outcome(renewInvitation(admin, HANDED_OVER, first.invitation.id))).toBe("INVALID_STATE");
  expect(await outcome(inviteMember(admin, HANDED_OVER, body))).toBe("served");
});

test("who renews an invitation has its link, so they are who invited", async () => {
  const { admin, accounts } = await open();
  const second = await makePerson(admin, { role: "ADMIN" });
  const { invitation } = await inviteMember(admin, HANDED_OVER, { email: address(), role: "MEMBER" });
  const renewed = await renewInvitation(second, HANDED_OVER, invitation.id);
  expect(renewed.invitation.invitedBy).toBe(second.actor.id);
  await acceptInvitation(database.db, accounts, renewed.secret!, { password: PASSWORD });
  const [row] = await withOwner(database, (owner) =>
    owner.db.select().from(memberships).where(eq(memberships.email, invitation.email)),
  );
  expect(row).toMatchObject({ invitedBy: second.actor.id, addressProof: "NONE" });
});

test("an account accepts for its own address alone, and a password never opens an account that exists", async () => {
  const { admin, accounts, known } = await open();
  const email = address();
  const { secret } = await inviteMember(admin, HANDED_OVER, { email, role: "MEMBER" });
  const [theirs, others] = [newId(), newId()];
  known.set(email, theirs).set(address(), others);
  const acceptAs = (as: { userId: string } | { password: string }) =>
    outcome(acceptInvitation(database.db, accounts, secret!, as));
  expect(await acceptAs({ password: PASSWORD })).toBe("INVALID_STATE");
  expect(await acceptAs({ userId: others })).toBe("FORBIDDEN");
  expect(await acceptAs({ userId: theirs })).toBe("served");
});

test("a link ends when who made it may no longer invite, and while the tenant is not active", async () => {
  const { admin, accounts } = await open();
  const second = await makePerson(admin, { role: "ADMIN" });
  const root = await makePerson(await engine.makeTenant(), { role: "SUPER_ADMIN" });
  const { secret } = await inviteMember(second, HANDED_OVER, { email: address(), role: "ADMIN" });
  const state = () => outcome(exchangeInvitation(database.db, secret!));
  expect(await state()).toBe("served");
  await changeTenant(root, admin.tenantId, { status: "INACTIVE" });
  expect(await state()).toBe("UNAUTHORIZED");
  await changeTenant(root, admin.tenantId, { status: "ACTIVE" });
  await changeMember(admin, second.userId, { role: "MEMBER" });
  expect(await state()).toBe("UNAUTHORIZED");
  await removeMember(admin, second.userId);
  expect(await outcome(acceptInvitation(database.db, accounts, secret!, { password: PASSWORD }))).toBe("UNAUTHORIZED");
});

test("by mail the secret is in the mail alone, which proves the address", async () => {
  const { admin, accounts, made } = await open();
  const email = address();
  const { invitation, secret } = await inviteMember(admin, BY_MAIL, { email, role: "MEMBER" });
  expect([secret, invitation.mail]).toEqual([undefined, "PENDING"]);
  await engine.drain();
  const [sent] = mail.sent.splice(0);
  expect(sent).toMatchObject({ to: email, subject: expect.stringContaining("Invitation to Tenant") });
  expect(sent!.text).toContain("https://assay.example.test/cm/invitation#");
  expect((await listInvitations(admin, ALL)).items[0]).toMatchObject({ mail: "SENT" });
  const stored = await withOwner(database, async ({ db }) => [
    await db.select().from(mails).where(eq(mails.tenantId, admin.tenantId)),
    await db.select().from(invitations).where(eq(invitations.tenantId, admin.tenantId)),
    await db.select().from(jobs).where(eq(jobs.tenantId, admin.tenantId)),
  ]);
  expect(JSON.stringify(stored)).not.toContain(secretIn(sent!));
  await acceptInvitation(database.db, accounts, secretIn(sent!), { password: PASSWORD });
  expect(made[0]).toMatchObject({ isProved: true });
  const member = (await membersOf(admin)).find((each) => each.email === email)!;
  expect(await membershipOf(admin, member.userId)).toMatchObject({ addressProof: "MAIL" });
});

test("a mail is tried again under its own id until it is sent, and each link that may have arrived opens", async () => {
  const { admin } = await open();
  let attempts = 0;
  mail.answer = async () => (++attempts === 1 ? "UNREACHABLE" : "SENT");
  await inviteMember(admin, BY_MAIL, { email: address(), role: "MEMBER" });
  await engine.drain();
  await withOwner(database, ({ db }) =>
    db
      .update(jobs)
      .set({ availableAt: new Date(Date.now() - 1000), delayed: false })
      .where(and(eq(jobs.tenantId, admin.tenantId), eq(jobs.state, "PENDING"))),
  );
  await engine.drain();
  const sent = mail.sent.splice(0);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(sent).toHaveLength(2);
  for (const each of sent) expect(await outcome(exchangeInvitation(database.db, secretIn(each)))).toBe("served");
});

test("a mail that the server refuses is shown as failed, and one that is not needed any more is never sent", async () => {
  const { admin } = await open();
  mail.answer = async () => "REFUSED";
  await inviteMember(admin, BY_MAIL, { email: address(), role: "MEMBER" });
  await engine.drain();
  mail.answer = async () => "SENT";
  mail.sent.splice(0);
  const { invitation } = await inviteMember(admin, BY_MAIL, { email: address(), role: "MEMBER" });
  await withdrawInvitation(admin, invitation.id);
  await engine.drain();
  expect(mail.sent).toEqual([]);
  const states = (await listInvitations(admin, ALL)).items.map((each) => [each.state, each.mail]);
  expect(states).toEqual([
    ["WITHDRAWN", "DROPPED"],
    ["PENDING", "FAILED"],
  ]);
});

test("what people wrote is text in a mail, also in its HTML", async () => {
  const tenant = await engine.makeTenant('<img src="https://evil.test/x"> & Co\r\nBcc: eve@evil.test');
  const admin = await makePerson(tenant, { role: "ADMIN" });
  await inviteMember(admin, BY_MAIL, { email: address(), role: "MEMBER" });
  await engine.drain();
  const [sent] = mail.sent.splice(0);
  expect(sent!.html).not.toContain("<img");
  expect(sent!.subject).not.toMatch(/[\r\n]/);
});
