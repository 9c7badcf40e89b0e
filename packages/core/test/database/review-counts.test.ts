import { reviewerStatistics, review as reviewShown } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { importPack } from "@assay/core/packs";
import {
  addReview,
  confirmReviews,
  getReviewChanges,
  getReviewQueue,
  listReviewers,
  listReviews,
  redactReview,
} from "@assay/core/reviews";
import { type Context, inCatalog, inTenant } from "@assay/core/tenancy";
import { corpusActivations, newId, resultChecks, retrievalVersions, reviews, runs } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addRuns } from "../support/add-runs.ts";
import { addFinishedRun } from "../support/add-verdicts.ts";
import { withChangedRows } from "../support/change-table.ts";
import { makePack } from "../support/make-pack.ts";
import { makePerson } from "../support/make-people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const TITLES = ["Backups are made daily", "Visitors wear a purple badge"];
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let member: Awaited<ReturnType<typeof makePerson>>;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await engine.makeBoundTenant(makePack(TITLES));
  member = await makePerson(ctx, { role: "MEMBER" });
});

const add = async (runId: string, requirementId: string, more = {}) =>
  reviewShown.parse(
    (await addReview(member, runId, { requirementId, decision: "AGREED", openedChunkIds: [], ...more })).review,
  );
const getRun = (of: Context, runId: string) =>
  inTenant(of, async (tx) => {
    const [run] = await tx
      .select()
      .from(runs)
      .where(and(eq(runs.tenantId, of.tenantId), eq(runs.id, runId)));
    return run!;
  });
/** What a run of another pack with the same requirements is pinned to. */
async function pinsOfOther() {
  const other = await engine.makeBoundTenant(makePack(TITLES));
  const [id] = await addRuns(other, [{ status: "FAILED", failedAt: new Date(), failureReason: "INTERNAL_ERROR" }]);
  const { packId, criteriaVersionId, corpusActivationId } = await getRun(other, id!);
  return { packId, criteriaVersionId, corpusActivationId };
}
/** Puts in reviews of the first requirement as they may be at some time. */
const insertReviews = async (runId: string, rows: readonly Partial<typeof reviews.$inferInsert>[]) => {
  const { packId } = await getRun(ctx, runId);
  const of = { tenantId: ctx.tenantId, runId, packId, requirementId: "1.1", reviewerRole: "MEMBER" as const };
  const counts = { openedChunkIds: [], citedCount: 2, openedCount: 1 };
  await inTenant(ctx, (tx) =>
    tx.insert(reviews).values(
      rows.map((row, at) => ({
        ...{ id: newId(), ...of, ...counts, sequence: at + 1, decision: "AGREED" as const },
        ...{ reviewerId: member.userId, reviewerName: "now@example.test", ...row },
      })),
    ),
  );
};

describe("a review", () => {
  test("took as long as it says, at most since the reviewer's last one or, before that, since the run was completed", async () => {
    const begun = new Date(Date.now() - 2 * HOUR_MS);
    const runId = await addFinishedRun(ctx, { run: { completedAt: begun } });
    const first = await add(runId, "1.1", { durationMs: 24 * HOUR_MS });
    expect(first.durationMs).toBeGreaterThan(HOUR_MS);
    expect(first.durationMs).toBeLessThanOrEqual(Date.parse(first.createdAt) - begun.getTime() + 1);
    const other = await addFinishedRun(ctx, { run: { completedAt: begun } });
    expect((await add(other, "1.1", { durationMs: 60_000 })).durationMs).toBe(60_000);
    const third = await addFinishedRun(ctx, { run: { completedAt: begun } });
    await insertReviews(third, [{ createdAt: new Date(Date.now() - HOUR_MS) }]);
    expect((await add(third, "1.2", { durationMs: 60_000 })).durationMs).toBe(60_000);
    expect((await add(third, "1.2", { durationMs: 24 * HOUR_MS })).durationMs).toBeLessThan(HOUR_MS);
  });

  test("is listed by its requirement and its decision, newest first", async () => {
    const runId = await addFinishedRun(ctx);
    const one = await add(runId, "1.1");
    const two = await add(runId, "1.2", { decision: "CHANGED", status: "MISSING", reasonCode: "MISREAD" });
    const three = await add(runId, "1.2");
    const list = async (query = {}) => (await listReviews(ctx, runId, { limit: 5, ...query })).items;
    expect(await list()).toEqual([three, two, one]);
    expect(await list({ requirementId: "1.2" })).toEqual([three, two]);
    expect(await list({ decision: "CHANGED" })).toEqual([two]);
    expect(two).toMatchObject({ citedCount: 3, openedCount: 0, reviewerName: `${member.userId}@example.test` });
  });

  test("of a run that there is not, that another tenant has or that did not complete is none", async () => {
    const theirs = await addFinishedRun(await engine.makeBoundTenant(makePack(TITLES)));
    const admin = await makePerson(ctx, { role: "ADMIN" });
    const acts = (runId: string) => [
      () => add(runId, "1.1"),
      () => confirmReviews(member, runId, { requirementIds: ["1.1"] }),
      () => redactReview(admin, runId, newId()),
      () => getReviewQueue(ctx, runId),
      () => getReviewChanges(ctx, runId, "1.1"),
      () => listReviews(ctx, runId, { limit: 5 }),
    ];
    for (const [id, code] of [
      [newId(), "NOT_FOUND"],
      ["nonsense", "NOT_FOUND"],
      [theirs, "CROSS_TENANT_ACCESS_DENIED"],
    ] as const)
      for (const act of acts(id)) await expect(act()).rejects.toMatchObject({ code, details: { id } });
    const [failed] = await addRuns(ctx, [{ status: "FAILED", failedAt: new Date(), failureReason: "INTERNAL_ERROR" }]);
    for (const act of [() => add(failed!, "1.1"), () => getReviewQueue(ctx, failed!)])
      await expect(act()).rejects.toMatchObject({
        code: "INVALID_STATE",
        details: { runId: failed, status: "FAILED" },
      });
  });

  test("is shown to an auditor's link of its run, and nothing of an earlier one", async () => {
    const first = await addFinishedRun(ctx);
    await add(first, "1.1");
    const second = await addFinishedRun(ctx);
    const now = await add(second, "1.1");
    const { db, tenantId } = ctx;
    const link = { id: newId(), runId: second, capabilities: [] };
    const auditor: Context = { db, tenantId, link, actor: { id: `link:${link.id}`, role: "VIEWER", tenantId } };
    expect((await getReviewQueue(ctx, second)).items[0]!.earlier).toMatchObject({ runId: first });
    const { items } = await getReviewQueue(auditor, second);
    expect(items.map(({ earlier, review }) => ({ earlier, review }))).toEqual([
      { earlier: null, review: now },
      { earlier: null, review: null },
    ]);
    expect((await listReviews(auditor, second, { limit: 5 })).items).toEqual([now]);
    for (const act of [
      () => getReviewChanges(auditor, second, "1.1"),
      ...[first, "nonsense"].flatMap((runId) => [
        () => getReviewQueue(auditor, runId),
        () => listReviews(auditor, runId, { limit: 5 }),
      ]),
    ])
      await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the queue", () => {
  test("begins with the highest risk, though the pack does not", async () => {
    const weak = { citationNotes: [{ weak: "NEGATED" } as never] };
    const runId = await addFinishedRun(ctx, {
      verdictOf: (requirementId) => (requirementId === "1.2" ? weak : {}),
    });
    const { items } = await getReviewQueue(ctx, runId);
    expect(items.map(({ requirementId, risk }) => [requirementId, risk])).toEqual([
      ["1.2", "WEAK_COMPLETE"],
      ["1.1", "NONE"],
    ]);
  });

  test("knows nothing of what another pack's run was reviewed for", async () => {
    const foreign = await addFinishedRun(ctx, { run: await pinsOfOther() });
    await add(foreign, "1.1");
    const runId = await addFinishedRun(ctx);
    const { items, counts } = await getReviewQueue(ctx, runId);
    expect(items.map(({ earlier }) => earlier)).toEqual([null, null]);
    expect(counts.confirmable).toBe(0);
    await expect(confirmReviews(member, runId, { requirementIds: ["1.1"] })).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
  });
});

test("a confirmation is an agreement of its own, which opens nothing", async () => {
  const first = await addFinishedRun(ctx);
  const agreed = [await add(first, "1.1"), await add(first, "1.2")];
  const runId = await addFinishedRun(ctx);
  expect(await confirmReviews(member, runId, { requirementIds: ["1.1", "1.2"] })).toBe(2);
  const confirmed = (await listReviews(ctx, runId, { limit: 5 })).items.toReversed();
  expect(confirmed.map((each) => reviewShown.parse(each))).toMatchObject(
    agreed.map(({ id, requirementId }, at) => ({
      ...{ requirementId, confirmsReviewId: id, decision: "AGREED", sequence: at + 1 },
      ...{ citedCount: 3, openedCount: 0, openedChunkIds: [], durationMs: null },
      ...{ reviewerId: member.userId, reviewerName: `${member.userId}@example.test`, reviewerRole: "MEMBER" },
    })),
  );
  const { items: entries } = await listAuditEntries(ctx, { runId, limit: 5 });
  expect(entries.filter(({ action }) => action.startsWith("review."))).toMatchObject([
    { action: "review.confirmed", object_type: "run", object_id: runId, details: { count: 2 } },
    ...confirmed.toReversed().map(({ id }) => ({ action: "review.added", object_type: "review", object_id: id })),
  ]);
});

test("the versions that a run is pinned to, its period, its status and its flags are what has changed", async () => {
  const before = await getRun(ctx, await addFinishedRun(ctx));
  const { packId } = before;
  const { criteriaVersionId, version } = await importPack(ctx, makePack(TITLES), { packId });
  const [guidance] = await inCatalog(database.db, (tx) =>
    tx
      .insert(corpusActivations)
      .values({ id: newId(), packId, activatedAt: new Date(0) })
      .returning(),
  );
  const [engineVersion] = await inCatalog(database.db, (tx) =>
    tx
      .insert(retrievalVersions)
      .values({
        ...{ embedderModel: "another", embedderDimensions: 1024, assessorModel: "another", promptVersion: "1" },
        ...{ similarityThreshold: 0.2, chunksPerRequirement: 8, confidenceComplete: 0.75, confidencePartial: 0.4 },
      })
      .returning(),
  );
  const first = await addFinishedRun(ctx, {
    run: { criteriaVersionId, corpusActivationId: guidance!.id, retrievalVersionId: engineVersion!.id },
    withDigest: false,
  });
  await add(first, "1.1");
  const second = await addFinishedRun(ctx, {
    run: { periodFrom: "2026-01-01", periodTo: "2026-03-31" },
    verdictOf: () => ({ status: "PARTIAL", flags: ["WEAK_SUPPORT"] }),
  });
  const now = await getRun(ctx, second);
  expect({ version, corpusActivationId: now.corpusActivationId }).toEqual({
    ...{ version: 2, corpusActivationId: before.corpusActivationId },
  });
  const { earlierRunId, changes } = await getReviewChanges(ctx, second, "1.1");
  expect(earlierRunId).toBe(first);
  expect(changes).toEqual([
    { change: "PINS", before: `Criteria version ${version}`, after: "Criteria version 1" },
    { change: "PINS", before: `Guidance ${guidance!.id}`, after: `Guidance ${now.corpusActivationId}` },
    {
      change: "PINS",
      before: `Engine version ${engineVersion!.id}`,
      after: `Engine version ${now.retrievalVersionId}`,
    },
    { change: "PERIOD", before: null, after: "2026-01-01 to 2026-03-31" },
    { change: "STATUS", before: "COMPLETE", after: "PARTIAL" },
    { change: "FLAGS", before: null, after: "WEAK_SUPPORT" },
  ]);
});

describe("the statistics of reviewers", () => {
  test("count what each decided in the time, apart from what was only confirmed", async () => {
    const admin = await makePerson(ctx, { role: "ADMIN" });
    const runId = await addFinishedRun(ctx);
    const at = (minute: number) => new Date(Date.parse("2026-01-01T00:00:00.000Z") + minute * 60_000);
    const changed = { decision: "CHANGED" as const, status: "MISSING" as const, reasonCode: "MISREAD" as const };
    const other = newId();
    await insertReviews(runId, [
      { reviewerName: "old@example.test", durationMs: 4000, openedCount: 0, createdAt: at(1) },
      { ...changed, durationMs: 5000, createdAt: at(3) },
      { decision: "SENT_BACK", citedCount: 0, openedCount: 0, createdAt: at(2) },
      { confirmsReviewId: newId(), durationMs: 1, openedCount: 0, createdAt: at(0) },
      { reviewerId: other, reviewerName: "other@example.test", openedCount: 2, createdAt: at(1) },
    ]);
    const [from, to] = [at(0).toISOString(), at(4).toISOString()];
    const page = await listReviewers(admin, { from, to });
    expect(page).toEqual({ from, to, reviewers: expect.any(Array), damaged: [] });
    expect(page.reviewers.map((each) => reviewerStatistics.parse(each))).toEqual([
      {
        ...{ reviewerId: member.userId, reviewerName: "now@example.test" },
        ...{ decisions: 3, agreed: 1, changed: 1, sentBack: 1, confirmed: 1 },
        ...{ quick: 1, nothingOpened: 1, medianDurationMs: 4500, lastAt: at(3).toISOString() },
      },
      {
        ...{ reviewerId: other, reviewerName: "other@example.test" },
        ...{ decisions: 1, agreed: 1, changed: 0, sentBack: 0, confirmed: 0 },
        ...{ quick: 0, nothingOpened: 0, medianDurationMs: null, lastAt: at(1).toISOString() },
      },
    ]);
    const ids = async (query: object) => (await listReviewers(admin, query)).reviewers.map((each) => each.reviewerId);
    expect(await ids({ from: at(2).toISOString(), to })).toEqual([member.userId]);
    expect(await ids({ from, to: at(1).toISOString() })).toEqual([member.userId]);
    expect(await ids({ from: at(4).toISOString() })).toEqual([]);
  });

  test("count no review that is stored otherwise than it was recorded, or that the daily check names, and name it", async () => {
    const admin = await makePerson(ctx, { role: "ADMIN" });
    const runId = await addFinishedRun(ctx);
    const one = await add(runId, "1.1");
    await add(runId, "1.2");
    const counted = async () => {
      const { reviewers, damaged } = await listReviewers(admin, {});
      return { decisions: reviewers.map((each) => each.decisions), damaged };
    };
    expect(await counted()).toEqual({ decisions: [2], damaged: [] });
    const toZero = sql`update reviews set duration_ms = 0 where id = ${one.id}`;
    await withChangedRows(
      database,
      "reviews",
      (tx) => tx.execute(toZero),
      async () => expect(await counted()).toEqual({ decisions: [1], damaged: [{ id: one.id, damaged: true }] }),
    );
    const gone = newId();
    const check = { tenantId: ctx.tenantId, runId, checkedAt: new Date(), damaged: [`review/${gone}`, "run/1"] };
    await inTenant(ctx, (tx) =>
      tx.insert(resultChecks).values(check).onConflictDoUpdate({ target: resultChecks.runId, set: check }),
    );
    expect(await counted()).toEqual({ decisions: [2], damaged: [{ id: gone, damaged: true }] });
  });

  test("are of the 200 with the most decisions", async () => {
    const admin = await makePerson(ctx, { role: "ADMIN" });
    const runId = await addFinishedRun(ctx);
    const many = Array.from({ length: 201 }, () => ({ reviewerId: newId() }));
    await insertReviews(runId, [...many, many.at(-1)!]);
    const { reviewers } = await listReviewers(admin, {});
    expect(reviewers).toHaveLength(200);
    expect(reviewers[0]).toMatchObject({ reviewerId: many.at(-1)!.reviewerId, decisions: 2 });
  });
});
