import type { Review } from "@assay/contract";
import { deleteDocument, editDocument } from "@assay/core/documents";
import { addReview, confirmReviews, getReviewChanges, getReviewQueue } from "@assay/core/reviews";
import { getExport, getSnapshot, listAssessments, listExports, replayRun } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { newId, rowsOf, runExceptions } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addFinishedRun } from "../support/add-verdicts.ts";
import { withChangedRows } from "../support/change-table.ts";
import { makePack } from "../support/make-pack.ts";
import { makePerson } from "../support/make-people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const POLICY = "Backups are made daily by the operations team.";
const VISITORS = "Visitors wear a purple badge in the laboratory.";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let member: Context;
let policyId: string;
let visitorsId: string;
let first: string;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());

/** A run of which everything was agreed to. */
beforeEach(async () => {
  ctx = await engine.makeBoundTenant(
    makePack(["Backups are made daily", "Visitors wear a purple badge", "Zeppelins land at the dock"]),
  );
  member = await makePerson(ctx, { role: "MEMBER" });
  ({ id: policyId } = await engine.upload(ctx, "policy.txt", POLICY));
  ({ id: visitorsId } = await engine.upload(ctx, "visitors.txt", VISITORS));
  await engine.drain();
  first = await completeRun();
  for (const requirementId of ["1.1", "1.2", "1.3"]) await agree(first, requirementId);
});

async function completeRun(body = {}): Promise<string> {
  const { id } = await engine.startRun(ctx, body);
  await engine.drain();
  return id;
}

const agree = async (runId: string, requirementId: string): Promise<Review> =>
  (await addReview(member, runId, { requirementId, decision: "AGREED", openedChunkIds: [] })).review;

const itemOf = async (runId: string, requirementId: string) =>
  (await getReviewQueue(ctx, runId)).items.find((each) => each.requirementId === requirementId)!;
const changesOf = async (runId: string, requirementId: string) =>
  (await getReviewChanges(ctx, runId, requirementId)).changes;

test("what was agreed to and has not changed is offered again, and one act confirms it", async () => {
  // With other ids: the same file, uploaded again.
  await deleteDocument(ctx, policyId);
  await engine.upload(ctx, "policy.txt", POLICY);
  await engine.drain();
  const second = await completeRun();
  const { items, counts } = await getReviewQueue(ctx, second);
  expect(counts).toMatchObject({ total: 3, reviewed: 0, confirmable: 3 });
  for (const { earlier, risk } of items) {
    expect(earlier).toMatchObject({ runId: first, unchanged: true, review: { decision: "AGREED" } });
    expect(risk).not.toBe("CHANGED");
  }
  expect(await getReviewChanges(ctx, second, "1.1")).toEqual({ earlierRunId: first, changes: [] });
  expect(await confirmReviews(member, second, { requirementIds: ["1.1", "1.2", "1.1"] })).toBe(2);
  const confirmed = await itemOf(second, "1.1");
  expect(confirmed.review).toMatchObject({ decision: "AGREED", confirmsReviewId: confirmed.earlier!.review.id });
  expect((await getReviewQueue(ctx, second)).counts).toMatchObject({ reviewed: 2, agreed: 2, confirmable: 1 });

  const requirementIds = ["1.1", "1.3"];
  await expect(confirmReviews(member, second, { requirementIds })).rejects.toMatchObject({
    code: "INVALID_STATE",
    details: { requirementIds: ["1.1"] },
  });
  await expect(confirmReviews(member, second, { requirementIds: ["9.9"] })).rejects.toMatchObject({
    code: "NOT_FOUND",
    details: { id: "9.9" },
  });
  expect((await getReviewQueue(ctx, second)).counts).toMatchObject({ reviewed: 2 });

  // A confirmation is an agreement like another one.
  const third = await completeRun();
  expect(await itemOf(third, "1.1")).toMatchObject({ earlier: { runId: second, unchanged: true } });
  expect(await itemOf(third, "1.3")).toMatchObject({ earlier: { runId: first, unchanged: true } });
});

test("a changed document says which and how, and what rests on others is still offered", async () => {
  await deleteDocument(ctx, policyId);
  await engine.upload(ctx, "policy.txt", "Backups are made daily by the platform team.");
  await engine.drain();
  const second = await completeRun();
  expect(await itemOf(second, "1.1")).toMatchObject({ risk: "CHANGED", earlier: { unchanged: false } });
  expect(await itemOf(second, "1.2")).toMatchObject({ earlier: { unchanged: true } });
  expect(await changesOf(second, "1.1")).toMatchObject([
    {
      change: "DOCUMENT",
      before: expect.stringMatching(/^policy\.txt \([0-9a-f]{8}\)/),
      after: expect.stringMatching(/^policy\.txt \([0-9a-f]{8}\)/),
    },
    { change: "QUOTE", before: POLICY, after: "Backups are made daily by the platform team." },
  ]);
  await expect(confirmReviews(member, second, { requirementIds: ["1.1", "1.2"] })).rejects.toMatchObject({
    code: "INVALID_STATE",
    details: { requirementIds: ["1.1"] },
  });
});

test("a verdict that was sent back or changed before is not confirmed, however little has changed", async () => {
  const sentBack = { requirementId: "1.2", decision: "SENT_BACK", openedChunkIds: [] } as const;
  await addReview(member, first, { ...sentBack, openedChunkIds: [] });
  const second = await completeRun();
  expect(await itemOf(second, "1.2")).toMatchObject({
    earlier: { unchanged: true, review: { decision: "SENT_BACK" } },
  });
  await expect(confirmReviews(member, second, { requirementIds: ["1.2"] })).rejects.toMatchObject({
    details: { requirementIds: ["1.2"] },
  });
});

test("what is said of a cited document, a period and an exception are changes", async () => {
  await editDocument(ctx, visitorsId, { effectiveDate: "2026-01-31" });
  const { id: second } = await engine.startRun(ctx, { period: { from: "2026-01-01", to: "2026-03-31" } });
  const exception = {
    ...{ id: newId(), requirementId: "1.3", kind: "RISK_ACCEPTED" as const, scope: null, reason: "No dock" },
    ...{ compensatingControl: null, ownerId: newId(), proposedBy: newId(), approvedBy: newId(), documentId: null },
    ...{ approvedAt: "2026-01-01T00:00:00.000Z", validFrom: "2026-01-01", validUntil: "2026-12-31" },
  };
  const row = { tenantId: ctx.tenantId, runId: second, exceptionId: exception.id, requirementId: "1.3", exception };
  await inTenant(ctx, (tx) => tx.insert(runExceptions).values(row));
  await engine.drain();
  const period = { change: "PERIOD", before: null, after: "2026-01-01 to 2026-03-31" };
  expect(await changesOf(second, "1.1")).toEqual(expect.arrayContaining([period]));
  const [, document] = await changesOf(second, "1.2");
  expect(document).toMatchObject({ change: "DOCUMENT", after: expect.stringContaining("effective 2026-01-31") });
  expect(await changesOf(second, "1.3")).toEqual([
    period,
    { change: "FLAGS", before: null, after: "COVERED_BY_EXCEPTION" },
    { change: "EXCEPTION", before: null, after: "RISK_ACCEPTED until 2026-12-31" },
  ]);
});

test("of what was fixed with either run nothing is compared that is not what it was at its end", async () => {
  const second = await completeRun();
  const addException = sql`insert into run_exceptions
    select ${ctx.tenantId}, id, ${newId()}, '1.1', '{"requirementId":"1.1","kind":"RISK_ACCEPTED","validUntil":"2026-12-31"}'
    from runs where id in (${first}, ${second})`;
  await withChangedRows(
    database,
    "run_exceptions",
    (tx) => tx.execute(addException),
    async () => {
      expect(await changesOf(second, "1.1")).toEqual([]);
    },
  );
  for (const runId of [first, second]) {
    const where = sql`run_id = ${runId} and document_id = ${policyId}`;
    const dated = sql`update run_documents set effective_date = '2026-01-31' where ${where}`;
    await withChangedRows(
      database,
      "run_documents",
      (tx) => tx.execute(dated),
      async () => {
        await expect(changesOf(second, "1.1")).rejects.toMatchObject({ code: "INTEGRITY_ERROR", details: { runId } });
      },
    );
  }
  expect(await changesOf(second, "1.1")).toEqual([]);
});

test("there is nothing to compare with before the first review, and later runs are no earlier ones", async () => {
  const second = await completeRun();
  await expect(getReviewChanges(ctx, first, "1.1")).rejects.toMatchObject({
    code: "NOT_FOUND",
    details: { id: "1.1" },
  });
  for (const unknown of ["9.9", "\0", "\ud800"])
    await expect(getReviewChanges(ctx, second, unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await agree(second, "1.1");
  expect((await itemOf(first, "1.1")).earlier).toBeNull();
});

test("a verdict that is taken over has the digest of its own run", async () => {
  const second = await completeRun({ reuse: true });
  const reused = (await listAssessments(ctx, second, {})).items.filter(({ reusedFromRunId }) => reusedFromRunId);
  expect(reused.length).toBeGreaterThan(0);
  expect((await getReviewQueue(ctx, second)).counts.confirmable).toBe(3);
  const digests = await inTenant(ctx, (tx) =>
    rowsOf<{ digest: string }>(
      tx,
      sql`select review_digest as digest from assessments where tenant_id = ${ctx.tenantId}`,
    ),
  );
  for (const { digest } of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(digests.map(({ digest }) => digest)).size).toBe(3);
});

test("a verdict of a release that kept no digest is offered as changed, and confirmed by nobody", async () => {
  const earlier = await addFinishedRun(ctx, { withDigest: false });
  await agree(earlier, "1.1");
  const later = await addFinishedRun(ctx, { withDigest: false });
  expect(await itemOf(later, "1.1")).toMatchObject({ risk: "CHANGED", earlier: { runId: earlier, unchanged: false } });
  expect((await changesOf(later, "1.1")).length).toBeGreaterThan(0);
  await expect(confirmReviews(member, later, { requirementIds: ["1.1"] })).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
});

test("no snapshot, replay or export holds a digest of reviews, and a review changes none of them", async () => {
  const results = async () => {
    const exported = [];
    for (const { id } of await listExports(ctx, first)) exported.push((await getExport(ctx, first, id)).bytes);
    return [(await getSnapshot(ctx, first)).bytes, (await replayRun(ctx, first)).bytes, ...exported];
  };
  const before = await results();
  await agree(first, "1.1");
  expect(await results()).toEqual(before);
  const decoder = new TextDecoder();
  for (const bytes of before) expect(decoder.decode(bytes)).not.toMatch(/review.?digest/i);
});
