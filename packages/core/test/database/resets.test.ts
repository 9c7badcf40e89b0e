import type { Role } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import type { Accounts } from "@assay/core/ports";
import {
  askReset,
  completeReset,
  confirmReset,
  exchangeReset,
  listResets,
  startReset,
  withdrawReset,
} from "@assay/core/resets";
import {
  type Context,
  changeMember,
  inTenant,
  putMember,
  recordPasswordChange,
  removeMember,
  resetPerson,
} from "@assay/core/tenancy";
import { memberships, newId, resets } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeExpired } from "../../src/jobs/remove-expired.ts";
import { createMailDouble, type MailDouble, secretIn } from "../support/mail-double.ts";
import { makePerson } from "../support/make-people.ts";
import { outcome } from "../support/outcome.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";
import { withoutGuards } from "../support/without-guards.ts";

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

/** People in memory: their passwords, how many second factors each has, and who signs in at a company's provider alone. */
function memoryAccounts() {
  const emails = new Map<string, string>();
  const passwords: [userId: string, password: string][] = [];
  const factors = new Map<string, number>();
  const signedOn = new Set<string>();
  const nobody = () => Promise.reject(new Error("Nobody does this here"));
  const userOf = (email: string) => [...emails].find(([, each]) => each === email)?.[0];
  const accounts: Accounts = {
    describe: () => Promise.reject(new Error("Nobody exports an account here")),
    erase: () => Promise.reject(new Error("Nobody erases an account here")),
    resetsByMail: false,
    findEmail: async (userId) => emails.get(userId),
    async findByAddress(email) {
      const userId = userOf(email);
      return userId && !signedOn.has(userId) ? userId : undefined;
    },
    async choosePassword({ userId, password }, record) {
      await record();
      passwords.push([userId, password]);
    },
    async resetFactors(email, record) {
      const userId = userOf(email);
      if (!userId) return undefined;
      if (!factors.has(userId)) return 0;
      await record(userId);
      const removed = factors.get(userId);
      factors.delete(userId);
      return removed;
    },
    create: nobody,
    findOrInvite: nobody,
    changePassword: nobody,
    resetPassword: nobody,
    listSessions: nobody,
    endSession: nobody,
    endOtherSessions: nobody,
    endSessionsIn: nobody,
  };
  return { accounts, emails, passwords, factors, signedOn };
}

type Person = Context & { readonly userId: string };

async function open() {
  const tenant = await engine.makeTenant(`Tenant ${newId()}`);
  const known = memoryAccounts();
  const join = async (role: Role, of: Context = tenant): Promise<Person> => {
    const person = await makePerson(of, { role });
    known.emails.set(person.userId, `${person.userId}@example.test`);
    return person;
  };
  const [first, second, ada] = [await join("ADMIN"), await join("ADMIN"), await join("MEMBER")];
  const email = known.emails.get(ada.userId)!;
  const of = (kind: "PASSWORD" | "FACTORS", userId = ada.userId) => ({ userId, kind, isMailed: true }) as const;
  const start = (by: Context, kind: "PASSWORD" | "FACTORS" = "PASSWORD") => startReset(by, known.accounts, of(kind));
  const confirm = (by: Context, id: string) => confirmReset(by, known.accounts, id);
  const complete = (secret: string) => completeReset(database.db, known.accounts, { secret, password: PASSWORD });
  const ask = async (address = email) => {
    const send = await askReset(database.db, known.accounts, { email: address, isMailed: true });
    return send();
  };
  return { ...known, tenant, join, first, second, ada, email, of, start, confirm, complete, ask };
}

const prove = (person: Person) =>
  withOwner(database, ({ db }) =>
    db
      .update(memberships)
      .set({ addressProof: "MAIL" })
      .where(and(eq(memberships.tenantId, person.tenantId), eq(memberships.userId, person.userId))),
  );
const expire = (id: string) =>
  withOwner(database, ({ db }) =>
    db
      .update(resets)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(resets.id, id)),
  );
const also = (person: Person, elsewhere: Context, role: Role = "MEMBER") =>
  putMember(database.db, {
    tenantId: elsewhere.tenantId,
    userId: person.userId,
    email: `${person.userId}@example.test`,
    role,
  });
async function actionsOf(ctx: Context) {
  const { items } = await listAuditEntries({ ...ctx, actor: { ...ctx.actor, role: "ADMIN" } }, { limit: 50 });
  return items.toReversed().map(({ action, actor }) => [action, actor]);
}
/** The mail to an address that was sent last. */
async function mailTo(address: string) {
  await engine.drain();
  return mail.sent.findLast(({ to }) => to === address);
}

test("a person's own link goes to the proved address alone, sets the password once, and is recorded in each tenant", async () => {
  const { ada, email, tenant, ask, complete, passwords, first } = await open();
  const elsewhere = await engine.makeTenant(`Tenant ${newId()}`);
  await also(ada, elsewhere);
  expect(await ask()).toEqual([]);
  expect(await mailTo(email)).toBeUndefined();
  await prove(ada);
  expect(await ask(`${newId()}@example.test`)).toEqual([]);
  expect(await ask()).toHaveLength(1);
  expect(await ask()).toEqual([]);
  const sent = (await mailTo(email))!;
  const secret = secretIn(sent);
  expect(sent.text).toContain(`${mail.portalUrl}/reset#${secret}`);
  const { accounts } = memoryAccounts();
  expect(await exchangeReset(database.db, { ...accounts, findEmail: async () => email }, secret)).toMatchObject({
    email,
    way: "MAIL",
  });
  expect(await Promise.all([outcome(complete(secret)), outcome(complete(secret))])).toEqual(
    expect.arrayContaining(["served", "UNAUTHORIZED"]),
  );
  expect(await outcome(complete(secret))).toBe("UNAUTHORIZED");
  expect(passwords).toEqual([[ada.userId, PASSWORD]]);
  for (const each of [tenant, elsewhere])
    expect(await actionsOf(each)).toContainEqual(["member.password_reset", ada.userId]);
  expect((await listResets(first, ALL)).items).toEqual([]);
});

test("an expired link opens nothing, and a link that nobody sent opens nothing", async () => {
  const { ada, email, ask, complete, passwords } = await open();
  await prove(ada);
  await ask();
  const secret = secretIn((await mailTo(email))!);
  const [row] = await withOwner(database, ({ db }) => db.select().from(resets).where(eq(resets.userId, ada.userId)));
  await expire(row!.id);
  expect(await outcome(complete(secret))).toBe("UNAUTHORIZED");
  expect(await outcome(complete("a".repeat(43)))).toBe("UNAUTHORIZED");
  expect(passwords).toEqual([]);
});

test("who signs in by single sign-on alone gets no link, of nobody's asking", async () => {
  const { ada, email, first, ask, start, signedOn } = await open();
  await prove(ada);
  signedOn.add(ada.userId);
  expect(await ask()).toEqual([]);
  await expect(start(first)).rejects.toThrow("single sign-on");
  expect(await mailTo(email)).toBeUndefined();
  expect((await start(first, "FACTORS")).reset.kind).toBe("FACTORS");
});

test("a reset is removed after 90 days, whatever became of it, and its audit entries stay", async () => {
  const { ada, first, second, start, confirm } = await open();
  const { reset: used } = await start(first);
  await confirm(second, used.id);
  const { reset: young } = await start(first, "FACTORS");
  const listed = async () => (await listResets(first, ALL)).items.map(({ id }) => id);
  const remove = () =>
    removeExpired(database.db, { keepJobsMs: 9e12, keepSpansMs: 9e12, keepDeliveriesMs: 9e12 }, () => false);
  const age = (id: string, days: number) =>
    withoutGuards(
      database,
      "resets",
      sql`update resets set created_at = now() - make_interval(days => ${days}) where id = ${id}`,
      "guarded",
    );
  await age(used.id, 91);
  await age(young.id, 89);
  await remove();
  expect(await listed()).toEqual([young.id]);
  expect(await actionsOf(ada)).toContainEqual(["member.reset_confirmed", second.userId]);
});

test("without mail, and where Supabase keeps the accounts, it says what to do instead", async () => {
  const { accounts, email } = await open();
  await expect(askReset(database.db, accounts, { email, isMailed: false })).rejects.toThrow("sends no mail");
  const elsewhere = { ...accounts, resetsByMail: true };
  await expect(askReset(database.db, elsewhere, { email, isMailed: true })).rejects.toThrow("Supabase");
});

test("an ADMIN begins, and the link goes to the proved address of the person alone", async () => {
  const { ada, email, first, second, start, confirm, complete, passwords } = await open();
  await prove(ada);
  const { reset, jobs } = await start(first);
  expect([reset.way, reset.state, jobs.length]).toEqual(["MAIL", "OPEN", 1]);
  expect(await outcome(confirm(second, reset.id))).toBe("INVALID_STATE");
  await complete(secretIn((await mailTo(email))!));
  expect(passwords).toEqual([[ada.userId, PASSWORD]]);
});

test("two ADMINs together make one link, which works once and is recorded under who confirmed", async () => {
  const { ada, tenant, first, second, start, confirm, complete, passwords } = await open();
  const { reset } = await start(first);
  expect([reset.way, reset.state]).toEqual(["TWO_ADMINS", "ASKED"]);
  expect(await outcome(start(second))).toBe("INVALID_STATE");
  const confirmed = await confirm(second, reset.id);
  expect(confirmed.reset).toMatchObject({ state: "OPEN", requestedBy: first.userId, confirmedBy: second.userId });
  expect(await outcome(confirm(second, reset.id))).toBe("INVALID_STATE");
  await complete(confirmed.secret!);
  expect(await outcome(complete(confirmed.secret!))).toBe("UNAUTHORIZED");
  expect(passwords).toEqual([[ada.userId, PASSWORD]]);
  expect(await actionsOf(tenant)).toEqual(
    expect.arrayContaining([
      ["member.reset_asked", first.userId],
      ["member.reset_confirmed", second.userId],
      ["member.password_reset", second.userId],
    ]),
  );
  expect((await listResets(first, ALL)).items).toMatchObject([{ state: "USED" }]);
});

test("a password that is changed another way ends the links that would set it", async () => {
  const { accounts, first, second, ada, start, confirm, complete } = await open();
  const { reset } = await start(first);
  const { secret } = await confirm(second, reset.id);
  await recordPasswordChange(ada);
  expect(await outcome(complete(secret!))).toBe("UNAUTHORIZED");
  const again = await start(first);
  const confirmed = await confirm(second, again.reset.id);
  const email = (await accounts.findEmail(ada.userId))!;
  const operated = { ...accounts, resetPassword: async () => ({ password: "first" }) };
  await resetPerson(database.db, operated, { email, reason: "The link leaked" });
  expect(await outcome(complete(confirmed.secret!))).toBe("UNAUTHORIZED");
});

test("nobody is both of the two, nor one of them for themselves", async () => {
  const { accounts, first, second, ada, of, start, confirm } = await open();
  const { reset } = await start(first);
  expect(await outcome(confirm(first, reset.id))).toBe("FORBIDDEN");
  expect(await outcome(startReset(first, accounts, of("PASSWORD", first.userId)))).toBe("FORBIDDEN");
  const forSecond = await startReset(first, accounts, of("FACTORS", second.userId));
  expect(await outcome(confirm(second, forSecond.reset.id))).toBe("FORBIDDEN");
  for (const by of [ada, { ...ada, actor: { ...ada.actor, id: `api-key:${newId()}`, role: "ADMIN" as const } }])
    for (const act of [
      () => startReset(by, accounts, of("PASSWORD")),
      () => confirm(by, reset.id),
      () => withdrawReset(by, reset.id),
    ])
      expect(await outcome(act())).toBe("FORBIDDEN");
});

test("two administrators' accounts that one person may hold are not two persons, until an operator proved an address", async () => {
  const { first, second, join, start, confirm } = await open();
  const third = await join("ADMIN");
  const invite = (person: Person, invitedBy: string, addressProof: "NONE" | "OPERATOR") =>
    withOwner(database, ({ db }) =>
      db
        .update(memberships)
        .set({ invitedBy, addressProof })
        .where(and(eq(memberships.tenantId, person.tenantId), eq(memberships.userId, person.userId))),
    );
  const { reset } = await start(first);
  await invite(second, first.userId, "NONE");
  await invite(third, second.userId, "NONE");
  for (const by of [second, third]) expect(await outcome(confirm(by, reset.id))).toBe("FORBIDDEN");
  await withdrawReset(first, reset.id);
  await invite(third, first.userId, "NONE");
  const again = await start(second);
  expect(await outcome(confirm(third, again.reset.id))).toBe("FORBIDDEN");
  await invite(third, first.userId, "OPERATOR");
  expect(await outcome(confirm(third, again.reset.id))).toBe("served");
});

test("the database itself refuses one person as both, a link without a second one, and somebody who is no ADMIN", async () => {
  const { first, second, ada, start } = await open();
  const { reset } = await start(first);
  const set = (values: Partial<typeof resets.$inferInsert>) =>
    inTenant(first, (tx) =>
      tx
        .update(resets)
        .set(values)
        .where(and(eq(resets.tenantId, first.tenantId), eq(resets.id, reset.id))),
    );
  const usedAt = new Date();
  for (const values of [
    { confirmedBy: first.userId },
    { confirmedBy: ada.userId },
    { confirmedBy: newId() },
    { secretHashes: ["a"] },
    { usedAt },
  ])
    expect(await outcome(set(values))).not.toBe("served");
  const asked = {
    tenantId: first.tenantId,
    userId: ada.userId,
    kind: "FACTORS" as const,
    secretHashes: [] as string[],
    expiresAt: usedAt,
  };
  const insert = (values: Pick<typeof resets.$inferInsert, "way" | "requestedBy" | "confirmedBy">) =>
    inTenant(first, (tx) => tx.insert(resets).values({ ...asked, ...values }));
  for (const values of [
    { way: "MAIL", requestedBy: first.userId },
    { way: "TWO_ADMINS", requestedBy: ada.userId },
    { way: "TWO_ADMINS", requestedBy: newId() },
    { way: "TWO_ADMINS", requestedBy: first.userId, confirmedBy: second.userId },
  ] as const)
    expect(await outcome(insert(values))).not.toBe("served");
  expect(await outcome(set({ confirmedBy: second.userId }))).toBe("served");
  expect(await outcome(set({ confirmedBy: null }))).not.toBe("served");
});

test("a demoted or removed ADMIN confirms nothing, and their part does not count, nor does their link", async () => {
  const { first, second, join, start, confirm, complete, passwords } = await open();
  const third = await join("ADMIN");
  const { reset } = await start(first);
  await changeMember(second, first.userId, { role: "MEMBER" });
  expect(await outcome(confirm(second, reset.id))).toBe("INVALID_STATE");
  await changeMember(second, first.userId, { role: "ADMIN" });
  const { secret } = await confirm(third, reset.id);
  await removeMember(second, third.userId);
  expect(await outcome(complete(secret!))).toBe("UNAUTHORIZED");
  // A session of before says ADMIN still: the database knows better.
  const again = await start(first).catch(() => undefined);
  expect(again).toBeUndefined();
  await withdrawReset(first, reset.id);
  const next = await start(first);
  expect(await outcome(confirm(third, next.reset.id))).toBe("INVALID_STATE");
  expect(passwords).toEqual([]);
});

test("an ADMIN of another tenant neither begins, confirms nor withdraws", async () => {
  const { accounts, of, first, start, confirm, join } = await open();
  const stranger = await join("ADMIN", await engine.makeTenant(`Tenant ${newId()}`));
  const { reset } = await start(first);
  for (const act of [
    () => startReset(stranger, accounts, of("PASSWORD")),
    () => confirm(stranger, reset.id),
    () => withdrawReset(stranger, reset.id),
  ])
    expect(await outcome(act())).toBe("CROSS_TENANT_ACCESS_DENIED");
  expect((await listResets(stranger, ALL)).items).toEqual([]);
  expect(await outcome(confirm({ ...stranger, tenantId: first.tenantId }, reset.id))).toBe("FORBIDDEN");
});

test("two ADMINs of one tenant open no account that is another tenant's too, whenever it joined that one", async () => {
  const { ada, first, second, join, start, confirm, complete, passwords } = await open();
  const elsewhere = await engine.makeTenant(`Tenant ${newId()}`);
  const { reset } = await start(first);
  const { secret } = await confirm(second, reset.id);
  await also(ada, elsewhere);
  expect(await outcome(complete(secret!))).toBe("UNAUTHORIZED");
  await withdrawReset(first, reset.id);
  for (const kind of ["PASSWORD", "FACTORS"] as const) expect(await outcome(start(first, kind))).toBe("INVALID_STATE");
  const eve = await join("MEMBER");
  const { accounts } = memoryAccounts();
  const early = await startReset(first, accounts, { userId: eve.userId, kind: "PASSWORD", isMailed: false });
  await also(eve, elsewhere);
  expect(await outcome(confirm(second, early.reset.id))).toBe("INVALID_STATE");
  expect(passwords).toEqual([]);
});

test("what a tenant's ADMINs begin or withdraw does not stop the person's own mail", async () => {
  const { ada, email, first, second, start, confirm, ask, complete, passwords } = await open();
  const { reset } = await start(first);
  const handedOver = await confirm(second, reset.id);
  await prove(ada);
  expect(await ask()).toHaveLength(1);
  await withdrawReset(first, reset.id);
  const secret = secretIn((await mailTo(email))!);
  await complete(secret);
  expect(passwords).toHaveLength(1);
  expect(await outcome(complete(handedOver.secret!))).toBe("UNAUTHORIZED");
});

test("a question that nobody confirmed in time makes place for another one", async () => {
  const { first, second, start, confirm } = await open();
  const { reset } = await start(first);
  await expire(reset.id);
  expect(await outcome(confirm(second, reset.id))).toBe("INVALID_STATE");
  const { reset: next } = await start(second);
  expect(await outcome(confirm(first, next.id))).toBe("served");
  expect((await listResets(first, ALL)).items.map(({ state }) => state)).toEqual(["OPEN", "EXPIRED"]);
});

test("of two who confirm at once one makes the link", async () => {
  const { first, second, join, start, confirm } = await open();
  const third = await join("ADMIN");
  const { reset } = await start(first);
  const outcomes = await Promise.all([outcome(confirm(second, reset.id)), outcome(confirm(third, reset.id))]);
  expect(outcomes.toSorted()).toEqual(["INVALID_STATE", "served"]);
});

test("two ADMINs remove lost factors at once, and an account without any changes nothing", async () => {
  const { ada, tenant, factors, first, second, start, confirm } = await open();
  const { reset } = await start(first, "FACTORS");
  expect(reset.way).toBe("TWO_ADMINS");
  expect(await outcome(confirm(second, reset.id))).toBe("INVALID_STATE");
  factors.set(ada.userId, 2);
  const confirmed = await confirm(second, reset.id);
  expect([confirmed.secret, confirmed.reset.state, factors.get(ada.userId)]).toEqual([undefined, "USED", undefined]);
  expect(await actionsOf(tenant)).toContainEqual(["member.factors_reset", second.userId]);
});
