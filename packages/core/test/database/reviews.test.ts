import { type Review, type ReviewBody, review as reviewShown, webhookEvent } from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import { addReview, getReviewQueue, listReviewers, listReviews, redactReview } from "@assay/core/reviews";
import { getRun, listAssessments } from "@assay/core/runs";
import { signRun } from "@assay/core/sign-offs";
import { changeTask, listTasks } from "@assay/core/tasks";
import { type Context, changeMember, inTenant, removeMember } from "@assay/core/tenancy";
import { createWebhook } from "@assay/core/webhooks";
import { newId, retrievals, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findComparedVerdict } from "../../src/reviews/reviewed-facts.ts";
import { allSound } from "../support/all-sound.ts";
import { copyRun } from "../support/copy-run.ts";
import { makePack } from "../support/make-pack.ts";
import { makePerson } from "../support/make-people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const CANARY = "The canary is named in this reason";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let member: Awaited<ReturnType<typeof makePerson>>;
let admin: Awaited<ReturnType<typeof makePerson>>;
let template: string;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(
    makePack(["Backups are made daily", "Visitors wear a purple badge", "Backups are restored as a test"]),
  );
  await engine.upload(ctx, "policy.txt", "Backups are made daily, and backups are restored as a test.");
  await engine.drain();
  member = await makePerson(ctx, { role: "MEMBER" });
  admin = await makePerson(ctx, { role: "ADMIN" });
  template = await completeRun();
});
afterAll(() => database.close());

async function completeRun(): Promise<string> {
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED" });
  return id;
}

const agreed = (requirementId: string, more: Partial<ReviewBody> = {}): ReviewBody => ({
  requirementId,
  decision: "AGREED",
  openedChunkIds: [],
  ...more,
});
const review = async (by: Context, runId: string, body: ReviewBody): Promise<Review> =>
  reviewShown.parse((await addReview(by, runId, body)).review);

const citedBy = async (runId: string, requirementId: string) =>
  (await listAssessments(ctx, runId, {})).items
    .find((each) => each.requirementId === requirementId)!
    .citations.map(({ chunkId }) => chunkId);

/** As if the assessor had been given a passage for the requirement. */
const retrieve = (runId: string, requirementId: string, chunkId: string, excluded: string | null = null) =>
  withOwner(database, ({ db }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`alter table retrievals disable trigger retrievals_new_of_open_run`);
      await tx.execute(sql`insert into retrievals (tenant_id, run_requirement_id, rank, chunk_id, document_id, similarity, excluded_reason)
        select asked.tenant_id, asked.id, ${excluded ? 998 : 999}, chunks.id, chunks.document_id, 0.5, ${excluded}
        from run_requirements asked join requirements on requirements.id = asked.requirement_record_id
        join chunks on chunks.tenant_id = asked.tenant_id and chunks.id = ${chunkId}
        where asked.tenant_id = ${ctx.tenantId} and asked.run_id = ${runId} and requirements.requirement_id = ${requirementId}`);
      await tx.execute(sql`alter table retrievals enable always trigger retrievals_new_of_open_run`);
    }),
  );

const auditOf = (runId: string, action: string) =>
  inTenant(ctx, (tx) =>
    rowsOf<{ action: string; actor: string; on: string; of: string; details: Record<string, unknown> }>(
      tx,
      sql`select action, actor, object_type as on, object_id as of, details from audit_entries where run_id = ${runId} and action like ${action} order by sequence`,
    ),
  );

/** As a signer does it: the row is locked, then the signature put in. */
function sign(runId: string, signerId: string, meanwhile = async () => {}): Promise<void> {
  return inTenant(ctx, async (tx) => {
    await tx.execute(sql`select 1 from runs where tenant_id = ${ctx.tenantId} and id = ${runId} for update`);
    await meanwhile();
    await tx.execute(sql`insert into sign_offs
      (id, tenant_id, run_id, sequence, act, role, statement, signer_id, signer_name, signer_role, payload, signature, key_id, created_at)
      values (${newId()}, ${ctx.tenantId}, ${runId}, 1, 'SIGNED', 'PREPARED', 's', ${signerId}, 'n', 'MEMBER', '{}', 's', 'k', now())`);
  });
}

describe("a review", () => {
  let runId: string;
  beforeAll(async () => {
    runId = await completeRun();
  });

  test("is numbered, names its reviewer, counts what was opened, and the newest of a requirement counts", async () => {
    const cited = await citedBy(runId, "1.1");
    const first = await review(member, runId, agreed("1.1", { openedChunkIds: [cited[0]!, cited[0]!] }));
    expect(first).toMatchObject({
      sequence: 1,
      decision: "AGREED",
      status: null,
      reviewerId: member.userId,
      reviewerName: `${member.userId}@example.test`,
      reviewerRole: "MEMBER",
      openedChunkIds: [cited[0]],
      citedCount: cited.length,
      openedCount: 1,
      durationMs: null,
      confirmsReviewId: null,
    });
    const changed = { decision: "CHANGED", status: "MISSING", reasonCode: "MISREAD", reason: CANARY } as const;
    const second = await review(admin, runId, agreed("1.1", changed));
    expect(second).toMatchObject({ sequence: 2, ...changed, openedCount: 0 });
    const { items, counts, closed } = await getReviewQueue(ctx, runId);
    expect(items.find(({ requirementId }) => requirementId === "1.1")?.review).toEqual(second);
    expect({ counts, closed }).toMatchObject({
      counts: { total: 3, reviewed: 1, agreed: 0, changed: 1, sentBack: 0 },
      closed: false,
    });
    expect(counts).toMatchObject({ citedPassages: cited.length, openedPassages: 0 });
    expect(allSound((await listReviews(ctx, runId, { limit: 50 })).items)).toEqual([second, first]);
    const page = await listReviews(ctx, runId, { limit: 1, requirementId: "1.1" });
    const { items: rest } = await listReviews(ctx, runId, { limit: 1, cursor: page.nextCursor! });
    expect([...page.items, ...rest]).toEqual([second, first]);
    expect(allSound((await listReviews(ctx, runId, { limit: 5, decision: "SENT_BACK" })).items)).toEqual([]);
  });

  test("is audited with digests, and its reason is nowhere else", async () => {
    const entries = await auditOf(runId, "review.%");
    const reasonHash = await sha256Hex(CANARY);
    const [second, first] = allSound((await listReviews(ctx, runId, { limit: 2 })).items);
    const { citedCount } = first!;
    const changed = { decision: "CHANGED", status: "MISSING", reasonCode: "MISREAD", reasonHash, openedCount: 0 };
    const added = { action: "review.added", on: "review" };
    expect(entries).toEqual([
      {
        ...{ ...added, of: first!.id, actor: member.userId },
        details: { requirementId: "1.1", decision: "AGREED", openedCount: 1, citedCount, rowHash: expect.any(String) },
      },
      {
        ...{ ...added, of: second!.id, actor: admin.userId },
        details: { requirementId: "1.1", ...changed, citedCount, rowHash: expect.any(String) },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain("canary");
  });

  test("takes passages that were retrieved for the requirement, and no others", async () => {
    const [found] = await inTenant(ctx, (tx) =>
      tx.select({ chunkId: retrievals.chunkId }).from(retrievals).where(eq(retrievals.tenantId, ctx.tenantId)).limit(1),
    );
    const opened = { openedChunkIds: [found!.chunkId] };
    expect(await review(member, runId, agreed("1.3", opened))).toMatchObject(opened);
    const before = (await getReviewQueue(ctx, runId)).counts;
    expect(before.openedPassages).toBe(1);
    // The assessor was given it for other requirements of this run, and for this one in another run.
    await retrieve(template, "1.2", found!.chunkId);
    await expect(addReview(member, runId, agreed("1.2", opened))).rejects.toMatchObject({
      code: "NOT_FOUND",
      details: { id: found!.chunkId },
    });
    // What was read next to the verdict and is not cited counts for nothing.
    await retrieve(runId, "1.2", found!.chunkId);
    expect(await review(member, runId, agreed("1.2", opened))).toMatchObject({
      ...opened,
      citedCount: 0,
      openedCount: 0,
    });
    expect((await getReviewQueue(ctx, runId)).counts).toMatchObject({ openedPassages: 1 });
    for (const id of [newId(), "nonsense"])
      await expect(addReview(member, runId, agreed("1.3", { openedChunkIds: [id] }))).rejects.toMatchObject({
        code: "NOT_FOUND",
        details: { id },
      });
    await expect(addReview(member, runId, agreed("9.9"))).rejects.toMatchObject({
      code: "NOT_FOUND",
      details: { id: "9.9" },
    });
  });

  test("rests on each document of which the assessor was given a passage for the requirement, in this run", async () => {
    const other = await completeRun();
    const [run, found] = [await completeRun(), await citedBy(template, "1.1")];
    const documents = async (requirementId: string) => {
      const verdict = await inTenant(ctx, (tx) =>
        findComparedVerdict(tx, { tenantId: ctx.tenantId, runId: run, requirementId }),
      );
      return verdict!.documents.map(({ originalFilename }) => originalFilename);
    };
    expect(await documents("1.1")).toEqual(["policy.txt"]);
    await retrieve(other, "1.2", found[0]!);
    await retrieve(run, "1.2", found[0]!, "BELOW_THRESHOLD");
    expect(await documents("1.2")).toEqual([]);
    await retrieve(run, "1.2", found[0]!);
    expect(await documents("1.2")).toEqual(["policy.txt"]);
  });

  test("never took longer than since the reviewer's decision before it", async () => {
    const dayMs = 86_400_000;
    const before = Date.parse((await review(member, runId, agreed("1.2"))).createdAt);
    const next = await review(member, runId, agreed("1.2", { durationMs: dayMs }));
    expect(next.durationMs).toBeLessThanOrEqual(Date.parse(next.createdAt) - before + 1);
    expect((await review(member, runId, agreed("1.2", { durationMs: 0 }))).durationMs).toBe(0);
  });

  test("is of a completed run alone", async () => {
    const { id } = await engine.startRun(ctx);
    await expect(addReview(member, id, agreed("1.1"))).rejects.toMatchObject({ code: "INVALID_STATE" });
    await expect(getReviewQueue(ctx, id)).rejects.toMatchObject({ code: "INVALID_STATE" });
    await engine.drain();
    await expect(addReview(member, newId(), agreed("1.1"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("sending back", () => {
  test("reopens the task with an assignee and a due date, adds one where there is none, and tells webhooks", async () => {
    const events = ["review.sent_back", "task.assigned"] as const;
    const url = "https://hooks.example.test/";
    await createWebhook(ctx, engine.webhookParts, { url, events: [...events] });
    const runId = await completeRun();
    const open = allSound((await listTasks(ctx, { runId, limit: 50 })).items);
    const task = open.find(({ requirementId }) => requirementId === "1.2")!;
    await changeTask(ctx, task.id, { status: "COMPLETED" });
    const due = { assigneeId: admin.userId, dueDate: "2030-01-31" };
    const { review: sent, jobs } = await addReview(
      member,
      runId,
      agreed("1.2", { decision: "SENT_BACK", reason: CANARY, ...due }),
    );
    expect(sent).toMatchObject({ decision: "SENT_BACK", reason: CANARY });
    expect(jobs).toHaveLength(2);
    const again = allSound((await listTasks(ctx, { runId, limit: 50 })).items).find(({ id }) => id === task.id);
    expect(again).toMatchObject({ status: "PENDING", ...due, reviewId: null });

    expect(open.map(({ requirementId }) => requirementId)).not.toContain("1.1");
    const { review: other } = await addReview(member, runId, agreed("1.1", { decision: "SENT_BACK", reason: CANARY }));
    const tasks = allSound((await listTasks(ctx, { runId, limit: 50 })).items);
    const added = tasks.find(({ requirementId }) => requirementId === "1.1");
    expect(added).toMatchObject({ status: "PENDING", reviewId: other.id, assigneeId: null, dueDate: null });
    expect(JSON.stringify(tasks)).not.toContain("canary");
    await engine.drain();
    const told = engine.receiver.received.map(({ body }) => webhookEvent.parse(JSON.parse(body)));
    const of = { tenantId: ctx.tenantId, runId };
    const { id: reviewId, reviewerId } = sent;
    expect(told).toMatchObject([
      {
        type: "review.sent_back",
        data: { ...of, ...due, taskId: task.id, reviewId, reviewerId, requirementId: "1.2" },
      },
      { type: "task.assigned", data: { ...of, ...due, taskId: task.id, requirementId: "1.2" } },
      { type: "review.sent_back", data: { ...of, taskId: added!.id, assigneeId: null, dueDate: null } },
    ]);
    expect(JSON.stringify(told)).not.toContain("canary");
    expect(added!.title).toBe("Look again at 1.1: Backups are made daily");
    expect(tasks.map(({ requirementId }) => requirementId)).toEqual(["1.1", "1.2"]);
    const none = { assigneeId: null, dueDate: null };
    const on = "task";
    expect(await auditOf(runId, "task.%")).toMatchObject([
      { action: "task.updated", on, of: task.id },
      { action: "task.updated", on, of: task.id, actor: member.userId, details: { status: "PENDING", ...due } },
      { action: "task.added", on, of: added!.id, actor: member.userId, details: { status: "PENDING", ...none } },
    ]);
    expect((await getReviewQueue(ctx, runId)).counts).toMatchObject({ reviewed: 2, sentBack: 2, agreed: 0 });
    expect((await getRun(ctx, runId)).missingCount).toBe(1);
  });

  test("to somebody who is not a member stores nothing", async () => {
    const runId = await copyRun(ctx, template);
    const gone = await makePerson(ctx, { role: "MEMBER" });
    await removeMember(ctx, gone.userId);
    for (const id of [newId(), "nobody", gone.userId]) {
      const body = agreed("1.1", { decision: "SENT_BACK", assigneeId: id });
      await expect(addReview(member, runId, body)).rejects.toMatchObject({ code: "NOT_FOUND", details: { id } });
    }
    expect(allSound((await listReviews(ctx, runId, { limit: 5 })).items)).toEqual([]);
  });
});

describe("an act of a person", () => {
  test("is refused to keys, to those from outside, to who may not review and to who has left", async () => {
    const runId = await copyRun(ctx, template);
    const { db, tenantId } = ctx;
    const other = await engine.makeTenant("Other");
    const outside = await makePerson(other, { role: "SUPER_ADMIN" });
    const left = await makePerson(ctx, { role: "MEMBER" });
    await removeMember(ctx, left.userId);
    const refused: Context[] = [
      { db, tenantId, actor: { id: `api-key:${newId()}`, role: "ADMIN", tenantId } },
      { db, tenantId, actor: { ...outside.actor } },
      { db, tenantId, actor: { id: "system", role: "MEMBER", tenantId } },
      await makePerson(ctx, { role: "VIEWER" }),
      left,
    ];
    for (const by of refused) {
      await expect(addReview(by, runId, agreed("1.1"))).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    const invited = await makePerson(ctx, { role: "VIEWER", mayReview: true });
    expect(await review(invited, runId, agreed("1.1"))).toMatchObject({ reviewerRole: "VIEWER", sequence: 1 });
  });
});

describe("a redaction", () => {
  test("removes the reason once and permanently, and only an ADMIN of the tenant may", async () => {
    const runId = await copyRun(ctx, template);
    const body = agreed("1.1", { decision: "SENT_BACK", reason: CANARY });
    const { id } = await review(member, runId, body);
    await expect(redactReview(member, runId, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const promoted = { ...admin, actor: { ...admin.actor, role: "MEMBER" as const } };
    await expect(redactReview(promoted, runId, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const key = { ...ctx, actor: { ...ctx.actor, id: `api-key:${newId()}` } };
    await expect(redactReview(key, runId, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    // The session was opened as an ADMIN.
    const demoted = await makePerson(ctx, { role: "ADMIN" });
    await changeMember(ctx, demoted.userId, { role: "MEMBER" });
    await expect(redactReview(demoted, runId, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(allSound((await listReviews(ctx, runId, { limit: 5 })).items)).toMatchObject([
      { id, reason: CANARY, redactedAt: null },
    ]);
    const { redactedAt, textHash } = await redactReview(admin, runId, id);
    expect(textHash).toBe(await sha256Hex(CANARY));
    const [left] = allSound((await listReviews(ctx, runId, { limit: 5 })).items);
    expect(left).toMatchObject({ id, decision: "SENT_BACK", reason: null, redactedAt, redactedBy: admin.userId });
    expect((await auditOf(runId, "review.redacted"))[0]).toEqual({
      ...{ action: "review.redacted", actor: admin.userId, on: "review", of: id },
      details: { requirementId: "1.1", reasonHash: textHash, rowHash: expect.any(String) },
    });
    await expect(redactReview(admin, runId, id)).rejects.toMatchObject({
      code: "IMMUTABLE_RESOURCE",
      details: { id },
    });
    const silent = await review(member, runId, agreed("1.2"));
    await expect(redactReview(admin, runId, silent.id)).rejects.toMatchObject({
      code: "INVALID_STATE",
      details: { id: silent.id },
    });
    const other = await copyRun(ctx, template);
    for (const [run, reviewId] of [
      [other, id],
      [runId, newId()],
      [runId, "nonsense"],
    ] as const)
      await expect(redactReview(admin, run, reviewId)).rejects.toMatchObject({
        code: "NOT_FOUND",
        details: { id: reviewId },
      });
    const rows = await inTenant(ctx, (tx) =>
      rowsOf(tx, sql`select reviews::text from reviews where run_id = ${runId}`),
    );
    expect(JSON.stringify([rows, await auditOf(runId, "%")])).not.toContain("canary");
  });
});

describe("the database itself", () => {
  test("lets nobody change, empty or forge a review", async () => {
    const runId = await copyRun(ctx, template);
    const { id } = await review(member, runId, agreed("1.1", { reason: "r" }));
    const attempts = [
      sql`update reviews set reason = 'other' where id = ${id}`,
      sql`update reviews set reason = null, redacted_at = now() where id = ${id}`,
      sql`update reviews set redacted_at = now(), redacted_by = ${member.userId} where id = ${id}`,
    ];
    for (const attempt of attempts)
      await expect(inTenant(ctx, (tx) => tx.execute(attempt))).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    const refused = [
      sql`update reviews set decision = 'CHANGED' where id = ${id}`,
      sql`update reviews set sequence = 9 where id = ${id}`,
      sql`delete from reviews where id = ${id}`,
      sql`truncate reviews cascade`,
    ];
    for (const attempt of refused)
      await expect(inTenant(ctx, (tx) => tx.execute(attempt))).rejects.toMatchObject({ cause: { code: "42501" } });
    await redactReview(admin, runId, id);
    const restored = sql`update reviews set reason = 'r', redacted_at = null, redacted_by = null where id = ${id}`;
    await expect(inTenant(ctx, (tx) => tx.execute(restored))).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    const forged = (of: { runId: string; requirementId: string; sequence: number }) =>
      inTenant(ctx, (tx) =>
        tx.execute(sql`insert into reviews
          (id, tenant_id, run_id, pack_id, requirement_id, sequence, decision, reviewer_id, reviewer_name, reviewer_role, opened_chunk_ids, cited_count, opened_count)
          select ${newId()}, tenant_id, id, pack_id, ${of.requirementId}, ${of.sequence}, 'AGREED', ${member.userId}, 'n', 'MEMBER', '{}', 0, 0
          from runs where id = ${of.runId}`),
      );
    await expect(forged({ runId, requirementId: "9.9", sequence: 2 })).rejects.toMatchObject({
      code: "IMMUTABLE_RESOURCE",
    });
    await expect(forged({ runId, requirementId: "1.2", sequence: 1 })).rejects.toMatchObject({
      cause: { code: "23505" },
    });
    await sign(runId, admin.userId);
    await expect(forged({ runId, requirementId: "1.2", sequence: 2 })).rejects.toMatchObject({
      code: "IMMUTABLE_RESOURCE",
    });
  });
});

describe("at the same time", () => {
  test("two people review one requirement: both are stored, and the later one counts", async () => {
    const runId = await copyRun(ctx, template);
    const rounds = database.driver === "pglite" ? 1 : 5;
    for (let at = 0; at < rounds; at++) {
      const stored = await Promise.all([review(member, runId, agreed("1.1")), review(admin, runId, agreed("1.1"))]);
      const sequences = stored.map(({ sequence }) => sequence).sort((a, b) => a - b);
      expect(sequences).toEqual([at * 2 + 1, at * 2 + 2]);
      const { items } = await getReviewQueue(ctx, runId);
      expect(items.find(({ requirementId }) => requirementId === "1.1")?.review?.sequence).toBe(at * 2 + 2);
    }
  });

  test("a review that arrives while somebody signs is refused, and no signed run gains one", async () => {
    const runId = await copyRun(ctx, template);
    const { promise: locked, resolve: tellLocked } = Promise.withResolvers<void>();
    let attempt: Promise<unknown> | undefined;
    const signing = sign(runId, admin.userId, async () => {
      tellLocked();
      attempt = addReview(member, runId, agreed("1.1")).catch((error: unknown) => error);
    });
    await locked;
    await signing;
    expect(await attempt).toMatchObject({ code: "IMMUTABLE_RESOURCE", details: { runId } });
    expect(await getReviewQueue(ctx, runId)).toMatchObject({ closed: true, counts: { reviewed: 0 } });
    expect(await getReviewQueue(ctx, template)).toMatchObject({ closed: false });
    await expect(redactReview(admin, runId, newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a review and a signature race: it is in what is signed, or it is refused", async () => {
    for (let at = 0; at < (database.driver === "pglite" ? 1 : 4); at++) {
      const runId = await copyRun(ctx, template);
      const [reviewed, signed] = await Promise.allSettled([
        addReview(member, runId, agreed("1.1")),
        signRun(admin, engine, runId, { role: "PREPARED", statement: "As reviewed" }),
      ]);
      if (signed.status === "rejected") throw signed.reason;
      if (reviewed.status === "rejected") expect(reviewed.reason).toMatchObject({ code: "IMMUTABLE_RESOURCE" });
      const stored = reviewed.status === "fulfilled" ? 1 : 0;
      expect(JSON.parse(signed.value.signOff.payload)).toMatchObject({ reviewedCount: stored });
      expect(allSound((await listReviews(ctx, runId, { limit: 5 })).items)).toHaveLength(stored);
      await expect(addReview(member, runId, agreed("1.2"))).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    }
  });

  test("somebody who is removed while they review is refused, and stores nothing", async () => {
    const runId = await copyRun(ctx, template);
    const leaving = await makePerson(ctx, { role: "MEMBER" });
    let attempt: Promise<unknown> | undefined;
    await inTenant(ctx, async (tx) => {
      await tx.execute(
        sql`update memberships set revoked_at = now() where tenant_id = ${ctx.tenantId} and user_id = ${leaving.userId}`,
      );
      attempt = addReview(leaving, runId, agreed("1.1")).catch((error: unknown) => error);
    });
    expect(await attempt).toMatchObject({ code: "FORBIDDEN" });
    expect(allSound((await listReviews(ctx, runId, { limit: 5 })).items)).toEqual([]);
  });

  test("a member's removal and a review race: either it is stored, or it is refused", async () => {
    for (let at = 0; at < (database.driver === "pglite" ? 1 : 4); at++) {
      const runId = await copyRun(ctx, template);
      const leaving = await makePerson(ctx, { role: "MEMBER" });
      const [reviewed, removed] = await Promise.allSettled([
        addReview(leaving, runId, agreed("1.1")),
        removeMember(ctx, leaving.userId),
      ]);
      if (removed.status === "rejected") throw removed.reason;
      if (reviewed.status === "rejected") expect(reviewed.reason).toMatchObject({ code: "FORBIDDEN" });
      const stored = reviewed.status === "fulfilled" ? 1 : 0;
      expect(allSound((await listReviews(ctx, runId, { limit: 5 })).items)).toHaveLength(stored);
    }
  });
});

test("the statistics of reviewers say who decides in seconds, or without opening what is cited", async () => {
  const runId = await copyRun(ctx, template);
  const person = await makePerson(ctx, { role: "MEMBER" });
  const cited = await citedBy(runId, "1.1");
  await review(person, runId, agreed("1.1", { durationMs: 0 }));
  await review(person, runId, agreed("1.1", { openedChunkIds: cited, durationMs: 1 }));
  await review(person, runId, agreed("1.2", { decision: "SENT_BACK" }));
  const { reviewers, from, to } = await listReviewers(ctx, {});
  expect(Date.parse(to) - Date.parse(from)).toBe(90 * 86_400_000);
  expect(reviewers.find(({ reviewerId }) => reviewerId === person.userId)).toMatchObject({
    decisions: 3,
    agreed: 2,
    changed: 0,
    sentBack: 1,
    confirmed: 0,
    quick: 2,
    nothingOpened: 1,
  });
  expect((await listReviewers(ctx, { to: "2020-01-01T00:00:00.000Z" })).reviewers).toEqual([]);
  expect(() => listReviewers(member, {})).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});

test("a review names the quotes that prove nothing, each once and in order, and none that the verdict lacks", async () => {
  const runId = await completeRun();
  const { length } = await citedBy(runId, "1.1");
  const wrong = { decision: "CHANGED", status: "PARTIAL", reasonCode: "WRONG_EVIDENCE", reason: CANARY } as const;
  const last = length - 1;
  const rejected = await review(member, runId, agreed("1.1", { ...wrong, rejectedCitations: [last, 0, last] }));
  expect(rejected.rejectedCitations).toEqual([...new Set([0, last])]);
  const [entry] = await auditOf(runId, "review.added");
  expect(entry!.details).toMatchObject({ rejectedCount: rejected.rejectedCitations.length });
  await expect(
    addReview(member, runId, agreed("1.1", { ...wrong, rejectedCitations: [length] })),
  ).rejects.toMatchObject({ code: "NOT_FOUND", details: { index: length } });
  expect((await review(member, runId, agreed("1.1"))).rejectedCitations).toEqual([]);
});
