import { type CommentBody, type LinkCapability, MENTIONS_MAX, WEBHOOK_EVENTS } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import {
  addComment,
  countComments,
  listComments,
  listMentions,
  listUnreadRuns,
  markCommentsRead,
  redactComment,
} from "@assay/core/comments";
import {
  type Context,
  changeMember,
  createApiKey,
  inTenant,
  listPeople,
  putMember,
  removeMember,
} from "@assay/core/tenancy";
import { createWebhook } from "@assay/core/webhooks";
import { comments, memberships, newId, rowsOf, runLinks } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { countStatements } from "@assay/testing/watch-statements";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256Hex } from "../../src/digest.ts";
import { addRuns } from "../support/add-runs.ts";
import { allSound } from "../support/all-sound.ts";
import { seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
/** The engine's context of the tenant. */
let tenant: Context;
let runId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  const seeded = await seedTenant(engine);
  [tenant, runId] = [seeded.ctx, seeded.run.id];
});
afterAll(() => database.close());

type Role = "VIEWER" | "MEMBER" | "ADMIN" | "SUPER_ADMIN";
let people = 0;

/** A member of the tenant, and how it acts. */
async function person(role: Role = "MEMBER", email = `person-${++people}@example.test`, of = tenant) {
  const userId = newId();
  await putMember(database.db, { tenantId: of.tenantId, userId, email, role });
  return { userId, email, ctx: { ...of, actor: { id: userId, role, tenantId: of.tenantId } } };
}
async function newRun(ctx = tenant, status: "COMPLETED" | "FAILED" = "COMPLETED"): Promise<string> {
  const snapshotStatus = status === "COMPLETED" ? "CAPTURED" : "FAILED";
  return (await addRuns(ctx, [{ status, snapshotStatus, createdAt: new Date() }]))[0]!;
}
const add = (ctx: Context, id: string, body: Partial<CommentBody> & { text: string }) =>
  addComment(ctx, id, { kind: "COMMENT", ...body });
const list = async (ctx: Context, id: string, query = {}) =>
  allSound((await listComments(ctx, id, { limit: 200, ...query })).items);

describe("who may comment", () => {
  test("a member and a viewer with the right to review; no other viewer, no API key, nobody from another tenant", async () => {
    const [member, viewer, admin] = [await person(), await person("VIEWER"), await person("ADMIN")];
    expect(await add(member.ctx, runId, { text: "Seen" })).toMatchObject({
      authorId: member.userId,
      authorName: member.email,
      requirementId: null,
      kind: "COMMENT",
    });
    await expect(add(viewer.ctx, runId, { text: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(listPeople(viewer.ctx, { limit: 5 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await inTenant(tenant, (tx) =>
      tx
        .update(memberships)
        .set({ mayReview: true })
        .where(and(eq(memberships.tenantId, tenant.tenantId), eq(memberships.userId, viewer.userId))),
    );
    expect((await add(viewer.ctx, runId, { text: "x" })).authorName).toBe(viewer.email);
    expect((await listPeople(viewer.ctx, { limit: 5 })).items.length).toBeGreaterThan(1);

    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { apiKey } = await createApiKey(admin.ctx, { name: "ci", role: "ADMIN", expiresAt });
    const asKey = { ...admin.ctx, actor: { ...admin.ctx.actor, id: `api-key:${apiKey.id}` } };
    const outsider = { ...admin.ctx, actor: { ...admin.ctx.actor, role: "SUPER_ADMIN", tenantId: newId() } } as Context;
    const { id } = await add(member.ctx, runId, { text: "x" });
    for (const ctx of [asKey, outsider]) {
      await expect(add(ctx, runId, { text: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(redactComment(ctx, runId, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
      const read = markCommentsRead(ctx, runId, { requirementId: null, sequence: 1 });
      await expect(read).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect((await countComments(ctx, runId)).unread).toBe(0);
      expect(await listMentions(ctx, { limit: 5 })).toEqual({ items: [], nextCursor: null, unreadCount: 0 });
    }
    await removeMember(admin.ctx, member.userId);
    await expect(add(member.ctx, runId, { text: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("a failed run and a signed one can be commented on; unknown requirements and another tenant's runs cannot", async () => {
    const { ctx } = await person();
    expect((await add(ctx, await newRun(tenant, "FAILED"), { text: "Why?" })).sequence).toBe(1);
    const requirementId = "9.9";
    const details = { id: requirementId };
    await expect(add(ctx, runId, { text: "x", requirementId })).rejects.toMatchObject({ code: "NOT_FOUND", details });
    await expect(add(ctx, "nonsense", { text: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const other = await seedTenant(engine);
    const stranger = await person("ADMIN", "s@example.test", other.ctx);
    const { id } = await add(stranger.ctx, other.run.id, { text: "Theirs", kind: "REQUEST" });
    const denied = { code: "CROSS_TENANT_ACCESS_DENIED" };
    await expect(add(ctx, other.run.id, { text: "x" })).rejects.toMatchObject(denied);
    await expect(list(ctx, other.run.id)).rejects.toMatchObject(denied);
    await expect(countComments(ctx, other.run.id)).rejects.toMatchObject(denied);
    await expect(add(ctx, runId, { text: "x", answersId: id })).rejects.toMatchObject(denied);
  });
});

describe("an auditor's link", () => {
  /** How a link to a run acts. */
  async function link(of: string, capabilities: LinkCapability[]) {
    const [id, { tenantId }] = [newId(), tenant];
    const expiresAt = new Date(Date.now() + 3_600_000);
    const row = { id, tenantId, runId: of, label: "Auditor of Acme", capabilities, createdBy: "x", expiresAt };
    await inTenant(tenant, (tx) => tx.insert(runLinks).values({ ...row, secretHash: id }));
    const actor = { id: `link:${id}`, role: "VIEWER" as const, tenantId };
    return { id, ctx: { ...tenant, actor, link: { id, runId: of, capabilities } } };
  }
  const forbidden = { code: "FORBIDDEN" };

  test("comments and asks where it may, on its own run, under its label; it redacts and marks nothing", async () => {
    const [author, admin] = [await person(), await person("ADMIN")];
    const [run, other] = [await newRun(), await newRun()];
    const known = await add(author.ctx, run, { text: "Hello" });
    const talking = await link(run, ["READ", "COMMENT"]);
    const comment = await add(talking.ctx, run, { text: `@${author.email} and @${admin.email}` });
    // It may not learn who else is a member.
    expect(comment).toMatchObject({
      authorId: `link:${talking.id}`,
      authorName: "Auditor of Acme",
      mentions: [{ userId: author.userId }],
    });
    await expect(add(talking.ctx, run, { text: "x", kind: "REQUEST" })).rejects.toMatchObject(forbidden);
    const asking = await link(run, ["READ", "REQUEST"]);
    const request = await add(asking.ctx, run, { text: "The log?", kind: "REQUEST" });
    await expect(add(asking.ctx, run, { text: "x" })).rejects.toMatchObject(forbidden);
    expect((await add(author.ctx, run, { text: "Here", answersId: request.id })).answersId).toBe(request.id);
    expect(await list(asking.ctx, run)).toHaveLength(4);
    expect(await countComments(asking.ctx, run)).toMatchObject({ total: 4, unread: 0 });
    for (const id of [other, newId()]) {
      await expect(add(talking.ctx, id, { text: "x" })).rejects.toMatchObject(forbidden);
      await expect(list(talking.ctx, id)).rejects.toMatchObject(forbidden);
    }
    const reading = await link(run, ["READ"]);
    await expect(list(reading.ctx, run)).rejects.toMatchObject(forbidden);
    await expect(countComments(reading.ctx, run)).rejects.toMatchObject(forbidden);
    await expect(redactComment(talking.ctx, run, known.id)).rejects.toMatchObject(forbidden);
    const read = markCommentsRead(talking.ctx, run, { requirementId: null, sequence: 1 });
    await expect(read).rejects.toMatchObject(forbidden);
    await expect(listPeople(talking.ctx, { limit: 5 })).rejects.toMatchObject(forbidden);
  });

  test("that was revoked meanwhile writes nothing", async () => {
    const run = await newRun();
    const { id, ctx } = await link(run, ["READ", "COMMENT"]);
    const isLink = and(eq(runLinks.tenantId, tenant.tenantId), eq(runLinks.id, id));
    const revoked = { revokedAt: new Date(), revokedBy: "x" };
    await inTenant(tenant, (tx) => tx.update(runLinks).set(revoked).where(isLink));
    await expect(add(ctx, run, { text: "x" })).rejects.toMatchObject(forbidden);
    expect(await list(tenant, run)).toEqual([]);
  });
});

describe("an evidence request", () => {
  test("is open until one comment on the same requirement of the same run answers it, and one alone", async () => {
    const { ctx } = await person();
    const run = await newRun();
    const request = await add(ctx, run, { text: "The log, please", kind: "REQUEST", requirementId: "1.1" });
    const plain = await add(ctx, run, { text: "Hm", requirementId: "1.1" });
    expect(await list(ctx, run, { open: "true" })).toMatchObject([{ id: request.id, answeredById: null }]);
    expect((await countComments(ctx, run)).openRequests).toBe(1);
    const answersId = request.id;
    const refused = { code: "INVALID_STATE", details: { id: answersId } };
    await expect(add(ctx, run, { text: "x", answersId })).rejects.toMatchObject(refused);
    await expect(add(ctx, run, { text: "x", answersId, requirementId: "1.2" })).rejects.toMatchObject(refused);
    await expect(add(ctx, run, { text: "x", requirementId: "1.1", answersId: plain.id })).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
    await expect(add(ctx, await newRun(), { text: "x", answersId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const answers = await Promise.allSettled(
      ["Here", "There"].map((text) => add(ctx, run, { text, answersId, requirementId: "1.1" })),
    );
    const answered = answers.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(answered).toHaveLength(1);
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({ reason: refused });
    expect((await list(ctx, run)).find(({ id }) => id === request.id)?.answeredById).toBe(answered[0]!.id);
    expect(await list(ctx, run, { open: "true" })).toEqual([]);
    expect((await countComments(ctx, run)).openRequests).toBe(0);
  });
});

test("comments that arrive at once get a sequence each, without a gap", async () => {
  const run = await newRun();
  const authors = await Promise.all(Array.from({ length: 8 }, () => person()));
  await Promise.all(authors.map(({ ctx }, at) => add(ctx, run, { text: `Comment ${at}` })));
  const shown = await list(tenant, run);
  expect(shown.map(({ sequence }) => sequence)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  const first = await listComments(tenant, run, { limit: 5 });
  const rest = await listComments(tenant, run, { limit: 5, cursor: first.nextCursor! });
  expect([...first.items, ...rest.items]).toEqual(shown);
  expect(rest.nextCursor).toBeNull();
});

describe("a mention", () => {
  test("is of active members by their address, in any case; other names stay text", async () => {
    const [author, ada, gone, admin] = [
      await person(),
      await person("VIEWER", "Ada.L+x@Example.test"),
      await person(),
      await person("ADMIN"),
    ];
    await removeMember(admin.ctx, gone.userId);
    const run = await newRun();
    const text = `(@ada.l+x@example.TEST), and again @ada.l+x@example.test. Not @${gone.email}, not me@${admin.email}, @nobody`;
    const comment = await add(author.ctx, run, { text, requirementId: "1.2" });
    expect(comment).toMatchObject({ text, mentions: [{ userId: ada.userId, email: "Ada.L+x@Example.test" }] });
    expect(await listMentions(ada.ctx, { limit: 5 })).toMatchObject({
      items: [{ comment: { id: comment.id }, runName: null, unread: true }],
      unreadCount: 1,
    });
    expect(allSound((await listMentions(gone.ctx, { limit: 5 })).items)).toEqual([]);
    await markCommentsRead(ada.ctx, run, { requirementId: "1.2", sequence: comment.sequence });
    expect(await listMentions(ada.ctx, { limit: 5 })).toMatchObject({ items: [{ unread: false }], unreadCount: 0 });
    await removeMember(admin.ctx, ada.userId);
    expect((await list(author.ctx, run))[0]!.mentions).toEqual(comment.mentions);
  });

  test("is of at most 20 people", async () => {
    const author = await person();
    const many = await Promise.all(Array.from({ length: MENTIONS_MAX + 1 }, () => person("VIEWER")));
    const text = many.map(({ email }) => `@${email}`).join(" ");
    await expect(add(author.ctx, runId, { text })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const allowed = await add(author.ctx, runId, { text: text.replace(/^\S+ /, "") });
    expect(allowed.mentions.map(({ userId }) => userId)).toEqual(many.slice(1).map(({ userId }) => userId));
  });
});

describe("unread marks", () => {
  test("are per requirement and person, never go back, and never pass what is there; one's own comments are read", async () => {
    const [author, reader] = [await person(), await person("VIEWER")];
    const run = await newRun();
    await add(author.ctx, run, { text: "One", requirementId: "1.1" });
    await add(author.ctx, run, { text: "Two" });
    await add(author.ctx, run, { text: "Three", requirementId: "1.1" });
    const of = async (ctx: Context) =>
      (await countComments(ctx, run)).requirements.map(({ requirementId, unread, total }) => [
        requirementId,
        unread,
        total,
      ]);
    expect(await of(author.ctx)).toEqual([
      ["1.1", 0, 2],
      [null, 0, 1],
    ]);
    expect((await countComments(reader.ctx, run)).unread).toBe(3);
    expect((await listUnreadRuns(reader.ctx))[0]).toEqual({ runId: run, unread: 3 });
    expect((await listUnreadRuns(author.ctx)).map(({ runId: id }) => id)).not.toContain(run);
    const read = (requirementId: string | null, sequence: number) =>
      markCommentsRead(reader.ctx, run, { requirementId, sequence });
    await read("1.1", 1);
    await read(null, Number.MAX_SAFE_INTEGER);
    await read("1.2", 7);
    expect(await of(reader.ctx)).toEqual([
      ["1.1", 1, 2],
      [null, 0, 1],
    ]);
    await read("1.1", 3);
    await read("1.1", 1);
    await add(author.ctx, run, { text: "Four" });
    expect(await of(reader.ctx)).toEqual([
      ["1.1", 0, 2],
      [null, 1, 2],
    ]);
    await expect(read("9.9", 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("of 2,000 requirements are counted with as many statements as those of none", async () => {
    const reader = await person("VIEWER");
    const run = await newRun();
    const count = async () => {
      const before = countStatements();
      const counted = await countComments(reader.ctx, run);
      return { counted, statements: countStatements() - before };
    };
    const { statements } = await count();
    expect(statements).toBeGreaterThan(0);
    const rows = Array.from({ length: 2000 }, (_, at) => ({
      tenantId: tenant.tenantId,
      runId: run,
      requirementId: `R.${at}`,
      sequence: at + 1,
      text: "x",
      textHash: "0".repeat(64),
      authorId: "a",
      authorName: "a",
    }));
    await inTenant(tenant, (tx) => tx.insert(comments).values(rows));
    const { counted, ...cost } = await count();
    expect(counted).toMatchObject({ total: 2000, unread: 2000, openRequests: 0 });
    expect(counted.requirements).toHaveLength(2000);
    expect(cost).toEqual({ statements });
  });
});

describe("redaction", () => {
  const secret = "Her salary is 12345 <script>alert(1)</script>";

  test("takes the text away permanently, once; its hash stays, and the text is nowhere else", async () => {
    const [author, admin] = [await person(), await person("ADMIN")];
    await createWebhook(tenant, engine.webhookParts, { url: "https://x.example.test/", events: [...WEBHOOK_EVENTS] });
    const run = await newRun();
    const { id } = await add(author.ctx, run, { text: secret, requirementId: "1.1" });
    await expect(redactComment(author.ctx, run, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    // The session was opened as an ADMIN.
    const demoted = await person("ADMIN");
    await changeMember(tenant, demoted.userId, { role: "MEMBER" });
    await expect(redactComment(demoted.ctx, run, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(redactComment(admin.ctx, runId, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const both = await Promise.allSettled([redactComment(admin.ctx, run, id), redactComment(admin.ctx, run, id)]);
    const textHash = await sha256Hex(secret);
    expect(both.find(({ status }) => status === "fulfilled")).toMatchObject({ value: { textHash } });
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "IMMUTABLE_RESOURCE" } });
    await expect(redactComment(admin.ctx, run, id)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    const [shown] = await list(author.ctx, run);
    expect(shown).toMatchObject({ text: null, redactedBy: admin.userId, redactedAt: expect.any(String) });
    const { items } = await listAuditEntries(tenant, { limit: 10, objectId: id });
    expect(items.map(({ action, details }) => [action, details])).toEqual([
      ["comment.redacted", { textHash, requirementId: "1.1", rowHash: expect.any(String) }],
      ["comment.added", { textHash, requirementId: "1.1", kind: "COMMENT", rowHash: expect.any(String) }],
    ]);
    const tables = await rowsOf<{ name: string }>(
      database.db,
      sql`select c.relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    await withOwner(database, async ({ db }) => {
      for (const { name } of tables) {
        const holding = sql`select count(*)::int as n from ${sql.identifier(name)} t where t::text like ${`%${secret}%`}`;
        expect({ name, ...(await rowsOf<{ n: number }>(db, holding))[0] }).toEqual({ name, n: 0 });
      }
    });
  });

  test("closes an evidence request: nobody answers what is gone", async () => {
    const admin = await person("ADMIN");
    const run = await newRun();
    const { id } = await add(admin.ctx, run, { text: "Secret?", kind: "REQUEST" });
    await redactComment(admin.ctx, run, id);
    expect((await countComments(admin.ctx, run)).openRequests).toBe(0);
    await expect(add(admin.ctx, run, { text: "x", answersId: id })).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("is the one change that the tables let the service make", async () => {
    const author = await person();
    const run = await newRun();
    const { id } = await add(author.ctx, run, { text: "Stays" });
    const ofComment = and(eq(comments.tenantId, tenant.tenantId), eq(comments.id, id));
    const act = (write: Parameters<typeof inTenant>[1]) => inTenant(tenant, write);
    const redaction = { text: null, redactedAt: sql`now()`, redactedBy: author.userId };
    for (const change of [
      { text: "Other" },
      { authorName: "x" },
      { ...redaction, text: "Other" },
      { ...redaction, redactedBy: null },
    ])
      await expect(act((tx) => tx.update(comments).set(change).where(ofComment))).rejects.toMatchObject({
        code: "IMMUTABLE_RESOURCE",
      });
    for (const change of [{ ...redaction, textHash: "0" }, { sequence: 9 }, { mentions: [newId()] }])
      await expect(act((tx) => tx.update(comments).set(change).where(ofComment))).rejects.toMatchObject({
        cause: { code: "42501" },
      });
    await expect(act((tx) => tx.delete(comments).where(ofComment))).rejects.toMatchObject({ cause: { code: "42501" } });
    expect(await list(author.ctx, run)).toMatchObject([{ id, text: "Stays", redactedAt: null }]);
  });
});
