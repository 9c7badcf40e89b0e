import { erasedName, personExport } from "@assay/contract";
import { listAuditEntries, listCheckpointKeys, recordAudit, verifyAudit } from "@assay/core/audit";
import { addComment } from "@assay/core/comments";
import {
  erasePerson,
  erasePersonAsOperator,
  exportAnyPerson,
  exportOwnPerson,
  exportPerson,
  findPersons,
} from "@assay/core/persons";
import type { Accounts } from "@assay/core/ports";
import { addReview, listReviews } from "@assay/core/reviews";
import { listSignOffs, signRun } from "@assay/core/sign-offs";
import { type Context, createApiKey, inTenant, listMembers, removeMember } from "@assay/core/tenancy";
import {
  accessRecords,
  auditEntries,
  type Database,
  invitations,
  mails,
  memberships,
  newId,
  reviews,
  rowsOf,
  ssoSubjects,
  tenants,
} from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allSound } from "../support/all-sound.ts";
import { withoutTriggers } from "../support/change-table.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { copyRun } from "../support/copy-run.ts";
import { makePack } from "../support/make-pack.ts";
import { addPerson as putPerson } from "../support/people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const REASON = "Request 17";
const none: Accounts["describe"] = async () => undefined;

let database: TestDatabase;
let engine: TestEngine;
let tenant: Context;
let other: Context;
let [anna, ben, admin, root]: Context[] = [];
let template: string;
let runId: string;
/** Whose accounts were erased. */
let gone: string[];
let accounts: Accounts;
let name: string;

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  tenant = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
  other = await engine.makeBoundTenant(makePack(["Visitors wear a purple badge"]));
  await engine.upload(tenant, "policy.txt", "Backups are taken every day by the operations team.");
  await engine.drain();
  admin = await addPerson(tenant, "carla", "ADMIN");
  root = await addPerson(other, "root", "SUPER_ADMIN");
  await addPerson(other, "dora", "ADMIN");
  template = (await engine.startRun(tenant)).id;
  await engine.drain();
});
afterAll(() => database.close());
beforeEach(async () => {
  runId = await copyRun(tenant, template);
  name = `anna-${newId()}`;
  anna = await addPerson(tenant, name);
  ben = await addPerson(tenant, `ben-${newId()}`);
  gone = [];
  const nobody = () => Promise.reject(new Error("Nobody does this here"));
  accounts = {
    ...{ create: nobody, findOrInvite: nobody, changePassword: nobody, resetsByMail: false, choosePassword: nobody },
    ...{ resetPassword: nobody, listSessions: nobody, endSession: nobody, endOtherSessions: nobody },
    ...{ endSessionsIn: nobody, resetFactors: nobody, describe: none, findByAddress: async () => undefined },
    findEmail: async (userId) => (gone.includes(userId) || userId !== anna!.actor.id ? undefined : emailOf()),
    erase: async (userId) => void gone.push(userId),
  };
});

/** As the product adds one: the audit log knows them. */
async function addPerson(of: Context, called: string, role: "MEMBER" | "ADMIN" | "SUPER_ADMIN" = "MEMBER") {
  const person = await putPerson(of, called, role);
  await join(of, person.actor.id);
  return person;
}
const join = (of: Context, objectId: string) =>
  inTenant(of, (tx) => recordAudit(tx, of, { action: "member.joined", objectType: "member", objectId }));

const emailOf = () => `${name}@example.test`;
const ofAnna = () => anna!.actor.id;
const erase = (ctx: Context = root!, userId = ofAnna()) => erasePerson(ctx, accounts, { userId, reason: REASON });
const actionsOn = async (ctx: Context, objectId: string) =>
  (await listAuditEntries(ctx, { objectId, limit: 50 })).items.map(({ action }) => action);

/** Leaves a trace of the person in every table that holds a name. */
async function act(): Promise<void> {
  const [requirementId] = await inTenant(tenant, (tx) =>
    rowsOf<{ id: string }>(
      tx,
      sql`select requirement_id as id from assessments where tenant_id = ${tenant.tenantId} and run_id = ${runId}`,
    ),
  );
  const review = { requirementId: requirementId!.id, decision: "AGREED" as const, openedChunkIds: [] };
  await addReview(anna!, runId, review);
  await addComment(anna!, runId, { kind: "COMMENT", text: "Seen" });
  await signRun(anna!, engine, runId, { role: "PREPARED", statement: "Prepared" });
  await inTenant(tenant, async (tx) => {
    const { tenantId } = tenant;
    const offer = { tenantId, email: emailOf(), role: "MEMBER", delivery: "MAIL" } as const;
    const expiresAt = new Date("2099-01-01");
    await tx.insert(invitations).values({ ...offer, secretHashes: [newId()], invitedBy: "system", expiresAt });
    await tx.insert(mails).values({ tenantId, kind: "INVITATION", subjectId: newId(), address: emailOf() });
    await tx.insert(ssoSubjects).values({ tenantId, issuer: "https://id.test", subject: name, userId: ofAnna() });
    await tx
      .insert(accessRecords)
      .values({ tenantId, actor: ofAnna(), kind: "ORIGINAL", objectId: newId(), runId, slot: 1 });
  });
  await asOwner((db) =>
    db.execute(
      sql`update tenants set checkpoint_recipients = array[${emailOf()}, 'archive@example.test'] where id = ${tenant.tenantId}`,
    ),
  );
}

/** As anyone who owns the database: past the rules of rows. */
async function asOwner<T>(read: (db: Database) => Promise<T>): Promise<T> {
  let found: T;
  await withOwner(database, async ({ db }) => {
    found = await read(db);
  });
  return found!;
}

/** All text of all tables of the deployment that has the name in it. */
async function findName(): Promise<string[]> {
  return asOwner(async (db) => {
    const tables = await rowsOf<{ table: string }>(
      db,
      sql`select table_name as "table" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { table } of tables) {
      const rows = await rowsOf<{ value: number }>(
        db,
        sql`select count(*)::int as value from ${sql.identifier(table)} each where to_jsonb(each)::text ilike ${`%${name}%`}`,
      );
      if (rows[0]!.value > 0) found.push(table);
    }
    return found.sort();
  });
}

describe("who is erased", () => {
  test("has a token in every row in place of the name, and it is the same in each tenant", async () => {
    await act();
    await inTenant(other, (tx) =>
      tx
        .insert(memberships)
        .values({ tenantId: other.tenantId, userId: ofAnna(), email: emailOf().toUpperCase(), role: "MEMBER" }),
    );
    expect((await findName()).length).toBeGreaterThan(6);
    const token = erasedName(ofAnna());
    expect(await erase()).toEqual({ userId: ofAnna(), name: token, tenants: 2 });
    expect(await findName()).toEqual([]);
    expect(gone).toEqual([ofAnna()]);
    const { items } = await listReviews(tenant, runId, { limit: 5 });
    expect(items).toMatchObject([{ reviewerName: token, reviewerId: ofAnna() }]);
    const [recipients] = await inTenant(tenant, (tx) =>
      tx.select({ value: tenants.checkpointRecipients }).from(tenants).where(eq(tenants.id, tenant.tenantId)),
    );
    expect(recipients!.value).toEqual(["archive@example.test"]);
  });

  test("keeps what they signed: it is valid, the chain is whole, and the daily check names nothing", async () => {
    await act();
    const [before] = allSound((await listSignOffs(tenant, engine, runId)).signOffs);
    await erase();
    const [after] = allSound((await listSignOffs(tenant, engine, runId)).signOffs);
    expect(after).toEqual({ ...before!, signerName: erasedName(ofAnna()), nameSalt: null });
    expect(after).toMatchObject({ valid: true, standing: true });
    expect(await verifyAudit(tenant, { keys: await listCheckpointKeys(database.db, engine.signer) })).toMatchObject({
      valid: true,
    });
    await checkResultsNow(database.db, engine);
    expect((await listAuditEntries(tenant, { action: "integrity.failed", limit: 5 })).items).toEqual([]);
  });

  test("is recorded by id and the digest of the reason, and in the log of the deployment", async () => {
    await act();
    await erase();
    expect((await actionsOn(tenant, ofAnna())).slice(0, 1)).toEqual(["member.erased"]);
    const entries = await inTenant(tenant, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.tenantId, tenant.tenantId), eq(auditEntries.objectId, ofAnna()))),
    );
    expect(JSON.stringify(entries)).not.toContain(name);
    expect(JSON.stringify(entries)).not.toContain(REASON);
    const logged = await asOwner((db) =>
      rowsOf<{ action: string }>(db, sql`select action from deployment_entries where object_id = ${ofAnna()}`),
    );
    expect(logged).toEqual([{ action: "person.erased" }]);
  });

  test("has no access left: keys are revoked, offers and mails are ended, and nobody makes them a member again", async () => {
    const { apiKey } = await createApiKey(
      { ...anna!, actor: { ...anna!.actor, role: "ADMIN" } },
      { name: "mine", role: "VIEWER", expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    );
    await act();
    await erase();
    expect(await actionsOn(tenant, apiKey.id)).toContain("api_key.revoked");
    const [offer] = await asOwner((db) =>
      db
        .select()
        .from(invitations)
        .where(eq(invitations.email, erasedName(ofAnna()))),
    );
    expect(offer).toMatchObject({ secretHashes: [], withdrawnBy: root!.actor.id });
    const [mail] = await asOwner((db) =>
      db
        .select()
        .from(mails)
        .where(eq(mails.address, erasedName(ofAnna()))),
    );
    expect(mail).toMatchObject({ state: "DROPPED" });
    const { items } = await listMembers(admin!, { limit: 50 });
    expect(JSON.stringify(items)).not.toContain(ofAnna());
  });

  test("once is enough, also where two ask at once, and what was left of the account is done by the next", async () => {
    await act();
    const done = await Promise.all([erase(), erase()]);
    expect(done.map(({ tenants: count }) => count).sort()).toEqual([0, 1]);
    expect(await erase()).toMatchObject({ tenants: 0 });
    expect((await actionsOn(tenant, ofAnna())).filter((action) => action === "member.erased")).toHaveLength(1);
  });

  test("in none of the tenants where one refuses, as its last administrator", async () => {
    const third = await engine.makeBoundTenant(makePack(["Doors are locked"]));
    await inTenant(third, (tx) =>
      tx.insert(memberships).values({ tenantId: third.tenantId, userId: ofAnna(), email: emailOf(), role: "ADMIN" }),
    );
    await act();
    const before = await findName();
    await expect(erase()).rejects.toMatchObject({ code: "INVALID_STATE" });
    expect(await findName()).toEqual(before);
    expect(gone).toEqual([]);
    await addPerson(third, "erik", "ADMIN");
    expect(await erase()).toMatchObject({ tenants: 2 });
  });

  test("of two administrators who are erased at once, one stays", async () => {
    const third = await engine.makeBoundTenant(makePack(["Doors are locked"]));
    const pair = [await addPerson(third, newId(), "ADMIN"), await addPerson(third, newId(), "ADMIN")];
    const asked = await Promise.allSettled(pair.map(({ actor }) => erase(root, actor.id)));
    expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("may have left before, and is found by address or id by the operator", async () => {
    await removeMember(admin!, ofAnna());
    expect(await findPersons(database.db, accounts, emailOf())).toEqual([ofAnna()]);
    expect(await findPersons(database.db, accounts, ofAnna())).toEqual([ofAnna()]);
    await erasePersonAsOperator(database.db, accounts, { userId: ofAnna(), reason: REASON });
    expect(await findName()).toEqual([]);
    await expect(findPersons(database.db, accounts, emailOf())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("is refused to anyone below SUPER_ADMIN, and for nobody", async () => {
    await expect(erase(admin)).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const userId of [newId(), "nobody"])
      await expect(erase(root, userId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("not where a row is stored otherwise than it was recorded: its entry would vouch for it", async () => {
    await act();
    await withoutTriggers(database, "reviews", (tx) =>
      tx.execute(sql`update reviews set decision = 'SENT_BACK' where run_id = ${runId}`),
    );
    await expect(erase()).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
    expect(gone).toEqual([]);
  });
});

describe("an act of version 2 with another name or salt next to it", () => {
  test.each<[string, string, () => SQL]>([
    ["another name", "sign_offs", () => sql`update sign_offs set signer_name = 'eve@x.test' where run_id = ${runId}`],
    ["another salt", "memberships", () => sql`update memberships set name_salt = 'x' where user_id = ${ofAnna()}`],
  ])("%s is damage: it is not served, and the daily check names it", async (_, table, change) => {
    await act();
    await withoutTriggers(database, table, (tx) => tx.execute(change()));
    const { signOffs: served } = await listSignOffs(tenant, engine, runId);
    expect(served).toMatchObject([{ damaged: true }]);
    await checkResultsNow(database.db, engine);
    const { items } = await listAuditEntries(tenant, { action: "integrity.failed", limit: 50 });
    expect(items.map(({ object_id }) => object_id)).toContain(served[0]!.id);
  });
});

describe("the database itself, as the service's role in the tenant", () => {
  const write = (statement: SQL) => inTenant(tenant, (tx) => tx.execute(statement));
  const refused = (statement: SQL) => expect(write(statement)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  const isAnna = () => sql`tenant_id = ${tenant.tenantId} and user_id = ${ofAnna()}`;
  const token = () => erasedName(ofAnna());

  test("erases no name before the person is, and no other name than theirs after", async () => {
    await act();
    const names = [
      sql`update reviews set reviewer_name = ${token()} where tenant_id = ${tenant.tenantId} and run_id = ${runId}`,
      sql`update comments set author_name = ${token()} where tenant_id = ${tenant.tenantId} and run_id = ${runId}`,
      sql`update sign_offs set signer_name = ${token()} where tenant_id = ${tenant.tenantId} and run_id = ${runId}`,
      sql`update invitations set email = ${token()} where tenant_id = ${tenant.tenantId}`,
      sql`update mails set address = ${token()} where tenant_id = ${tenant.tenantId}`,
      sql`delete from sso_subjects where tenant_id = ${tenant.tenantId}`,
    ];
    for (const statement of names) await refused(statement);
    await erase();
    const of = (id: string) => and(eq(reviews.tenantId, tenant.tenantId), eq(reviews.reviewerId, id));
    const back = (change: Partial<typeof reviews.$inferInsert>) =>
      inTenant(tenant, (tx) => tx.update(reviews).set(change).where(of(ofAnna())));
    for (const change of [{ reviewerName: emailOf() }, { reviewerName: "erased-0" }])
      await expect(back(change)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    await refused(
      sql`update sign_offs set signer_name = ${emailOf()} where tenant_id = ${tenant.tenantId} and run_id = ${runId}`,
    );
    await refused(
      sql`update comments set author_name = ${emailOf()} where tenant_id = ${tenant.tenantId} and run_id = ${runId}`,
    );
  });

  test("gives no address of somebody else to who is erased, nor to who leaves, and no token to who stays", async () => {
    await act();
    const { tenantId } = tenant;
    const ofBen = `${newId()}@example.test`;
    const ended = { withdrawnAt: new Date(), withdrawnBy: "system" };
    const offers = [ended, { acceptedAt: new Date(), acceptedBy: ben!.actor.id }].map((end) => ({
      ...({ tenantId, email: ofBen, role: "MEMBER", delivery: "MAIL", invitedBy: "system" } as const),
      secretHashes: [] as string[],
      ...{ expiresAt: new Date("2099-01-01"), ...end },
    }));
    const sent = { tenantId, kind: "INVITATION", subjectId: newId(), state: "SENT" } as const;
    await inTenant(tenant, async (tx) => {
      await tx.insert(invitations).values(offers);
      await tx.insert(mails).values([
        { ...sent, address: ofBen },
        { ...sent, address: emailOf() },
      ]);
    });
    const others = [
      sql`update invitations set email = ${token()} where tenant_id = ${tenantId} and email = ${ofBen} and accepted_by is null`,
      sql`update invitations set email = ${token()} where tenant_id = ${tenantId} and email = ${ofBen} and accepted_by is not null`,
      sql`update mails set address = ${token()} where tenant_id = ${tenantId} and address = ${ofBen}`,
    ];
    for (const statement of others) await refused(statement);
    const own = sql`tenant_id = ${tenantId} and address = ${emailOf()} and state = 'SENT'`;
    await refused(sql`update mails set address = ${token()} where ${own}`);
    await erase();
    for (const statement of others) await refused(statement);
    expect(await findName()).toEqual([]);
  });

  test("destroys no salt but with the name, and gives none back", async () => {
    await refused(sql`update memberships set name_salt = 'x' where ${isAnna()}`);
    await refused(sql`update memberships set name_salt = null where ${isAnna()}`);
    const erased = sql`email = ${token()}, name_salt = null, erased_at = now()`;
    await expect(write(sql`update memberships set ${erased} where ${isAnna()}`)).rejects.toThrow();
    await refused(sql`update memberships set ${erased}, revoked_at = now(), role = 'ADMIN' where ${isAnna()}`);
    const named = sql`name_salt = null, erased_at = now(), revoked_at = now()`;
    await expect(write(sql`update memberships set ${named} where ${isAnna()}`)).rejects.toThrow();
    await erase();
    for (const change of [sql`email = ${emailOf()}`, sql`revoked_at = null`, sql`erased_at = null, name_salt = 'x'`])
      await refused(sql`update memberships set ${change} where ${isAnna()}`);
  });

  test("lets the last administrator of a tenant not go", async () => {
    const third = await engine.makeBoundTenant(makePack(["Doors are locked"]));
    const last = await addPerson(third, newId(), "ADMIN");
    const isLast = sql`tenant_id = ${third.tenantId} and user_id = ${last.actor.id}`;
    const gone = sql`email = ${erasedName(last.actor.id)}, name_salt = null, erased_at = now(), revoked_at = now()`;
    const attempt = inTenant(third, (tx) => tx.execute(sql`update memberships set ${gone} where ${isLast}`));
    await expect(attempt).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  });
});

describe("what is kept of a person", () => {
  test("is theirs alone, of every tenant: what they did and said, and no evidence or other name", async () => {
    await act();
    await addComment(ben!, runId, { kind: "COMMENT", text: "Of somebody else" });
    const exported = personExport.parse(await exportPerson(database.db, accounts, ofAnna()));
    const [own] = exported.tenants;
    expect(exported).toMatchObject({
      format: "assay-person/1",
      userId: ofAnna(),
      tenants: [{ tenantId: tenant.tenantId }],
    });
    expect(own).toMatchObject({
      membership: { email: emailOf(), role: "MEMBER", erasedAt: null },
      reviews: [{ runId, decision: "AGREED" }],
      comments: [{ runId, text: "Seen" }],
      signOffs: [{ runId, role: "PREPARED", statement: "Prepared" }],
      signOns: [{ subject: name }],
      reads: [{ kind: "ORIGINAL", runId }],
    });
    expect(own!.auditEntries.map(({ action }) => action)).toEqual([
      "member.joined",
      "review.added",
      "comment.added",
      "run.signed",
    ]);
    const text = JSON.stringify(exported);
    for (const foreign of ["Of somebody else", ben!.actor.id, "operations team"]) expect(text).not.toContain(foreign);
  });

  test("is recorded in each tenant where the person takes it, and of one tenant where the session is that one's", async () => {
    const values = { tenantId: other.tenantId, userId: ofAnna(), email: emailOf(), role: "MEMBER" } as const;
    await inTenant(other, (tx) => tx.insert(memberships).values(values));
    await join(other, ofAnna());
    const { tenants: one } = await exportOwnPerson(anna!, accounts, true);
    expect(one.map(({ tenantId }) => tenantId)).toEqual([tenant.tenantId]);
    expect(await actionsOn(other, ofAnna())).toEqual(["member.joined"]);
    const { tenants: both } = await exportOwnPerson(anna!, accounts, false);
    expect(both.map(({ tenantId }) => tenantId)).toEqual([tenant.tenantId, other.tenantId].toSorted());
    expect(await actionsOn(other, ofAnna())).toEqual(["member.data_exported", "member.joined"]);
    expect((await actionsOn(tenant, ofAnna())).filter((action) => action === "member.data_exported")).toHaveLength(2);
  });

  test("is recorded where another than the person takes it, whom it takes a SUPER_ADMIN to be", async () => {
    await exportAnyPerson(root!, accounts, ofAnna());
    expect(await actionsOn(tenant, ofAnna())).toEqual(["member.data_exported", "member.joined"]);
    await expect(exportAnyPerson(admin!, accounts, ofAnna())).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(exportAnyPerson(root!, accounts, newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("has no name any more once they are erased", async () => {
    await act();
    await erase();
    const exported = await exportPerson(database.db, accounts, ofAnna());
    expect(JSON.stringify(exported)).not.toContain(name);
    expect(exported.tenants[0]!.membership).toMatchObject({ email: erasedName(ofAnna()) });
  });
});
