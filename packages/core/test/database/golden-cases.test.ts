import type { ReviewBody } from "@assay/contract";
import { addReview, exportReviewPairs, getGoldenSet, listGoldenCases } from "@assay/core/reviews";
import { listAssessments } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { makePerson } from "../support/make-people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const BACKUPS = "Backups are made daily";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let admin: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(
    makePack([BACKUPS, "Visitors wear a purple badge", "Backups are restored as a test"]),
  );
  await engine.upload(ctx, "policy.txt", "Backups are made daily, and backups are restored as a test.");
  await engine.drain();
  admin = await makePerson(ctx, { role: "ADMIN" });
});
afterAll(() => database.close());

async function completeRun(): Promise<string> {
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  return id;
}

const review = (runId: string, requirementId: string, more: Partial<ReviewBody> = {}) =>
  addReview(admin, runId, { requirementId, decision: "AGREED", openedChunkIds: [], ...more });
const changed = { decision: "CHANGED", reasonCode: "WRONG_EVIDENCE", reason: "About another system" } as const;

test("the newest review of each requirement labels it, in the words of who reviewed; what was sent back labels nothing", async () => {
  const first = await completeRun();
  const { items } = await listAssessments(ctx, first, {});
  const said = (id: string) => items.find(({ requirementId }) => requirementId === id)!;
  await review(first, "1.1", { ...changed, status: "MISSING" });
  const second = await completeRun();
  await review(second, "1.1", { ...changed, status: "PARTIAL", rejectedCitations: [0] });
  await review(second, "1.2");
  await review(second, "1.3", { decision: "SENT_BACK", reason: "Upload the report" });
  const { cases, notComparable, isCut } = await listGoldenCases(admin);
  expect(cases.map(({ requirementId, right, said }) => ({ requirementId, right, said }))).toEqual([
    { requirementId: "1.1", right: "PARTIAL", said: said("1.1").status },
    { requirementId: "1.2", right: said("1.2").status, said: said("1.2").status },
  ]);
  expect({ notComparable, isCut }).toEqual({ notComparable: 0, isCut: false });

  const [{ version }] = (await inTenant(ctx, (tx) =>
    rowsOf<{ version: string }>(
      tx,
      sql`select retrieval_version_id as version from runs where tenant_id = ${ctx.tenantId} and id = ${second}`,
    ),
  )) as [{ version: string }];
  expect(await listGoldenCases(admin, { retrievalVersionId: version })).toEqual({ cases, notComparable: 0, isCut });
  expect(await listGoldenCases(admin, { retrievalVersionId: "none" })).toEqual({ cases: [], notComparable: 2, isCut });

  const [wrong] = cases.filter((each) => each.said !== each.right);
  const complete = { wrong: 1, of: 1, upperBound: 1 };
  const asSaid = {
    ...{ retrievalVersionId: null, reviewed: 2, agreed: 1, notComparable: 0, truncated: false, complete },
    completeByKind: [{ kind: null, ...complete }],
    confusion: [
      { said: "COMPLETE", right: "PARTIAL", count: 1 },
      { said: "MISSING", right: "MISSING", count: 1 },
    ],
    versions: [{ id: version, assessorModel: expect.any(String), lastRunAt: expect.any(String), inForce: true }],
    differences: [{ ...wrong, title: BACKUPS }],
    nextCursor: null,
  };
  expect(await getGoldenSet(admin, { limit: 1 })).toEqual(asSaid);
  const ofVersion = { ...asSaid, retrievalVersionId: version };
  expect(await getGoldenSet(admin, { retrievalVersionId: version, limit: 1 })).toEqual(ofVersion);
  await expect(getGoldenSet(admin, { retrievalVersionId: "none", limit: 1 })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  // The newest review sent something back, so that it labels nothing.
  expect(await getGoldenSet(admin, { limit: 1 }, { reviews: 1, runs: 1 })).toMatchObject({
    reviewed: 0,
    truncated: true,
  });
  expect(await getGoldenSet(admin, { limit: 1 }, { reviews: 4, runs: 1 })).toMatchObject({ truncated: false });
  expect(await getGoldenSet(await engine.makeBoundTenant(makePack([BACKUPS])), { limit: 1 })).toMatchObject({
    ...{ reviewed: 0, complete: { wrong: 0, of: 0, upperBound: null }, versions: [], differences: [] },
  });

  const pairs = await exportReviewPairs(admin);
  expect(pairs).toContainEqual({
    requirement: BACKUPS,
    quote: said("1.1").citations[0]!.text,
    title: "policy.txt",
    proves: false,
  });
  const exported = await inTenant(ctx, (tx) =>
    rowsOf(
      tx,
      sql`select actor, details from audit_entries where tenant_id = ${ctx.tenantId} and action = 'reviews.exported'`,
    ),
  );
  expect(exported).toEqual([{ actor: admin.actor.id, details: { count: pairs.length } }]);

  await engine.upload(ctx, "badges.txt", "Visitors wear a purple badge.");
  await engine.drain();
  const third = await completeRun();
  // The version's newest run judged other documents: what is right of those says nothing of these.
  expect(await listGoldenCases(admin, { retrievalVersionId: version })).toEqual({ cases: [], notComparable: 2, isCut });

  await review(third, "1.1", { ...changed, status: "MISSING" });
  await review(third, "1.2", { ...changed, status: "PARTIAL" });
  await review(third, "1.3", { ...changed, status: "PARTIAL" });
  const pages = [];
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)!.nextCursor)
    pages.push(await getGoldenSet(admin, { retrievalVersionId: version, limit: 2, ...(cursor ? { cursor } : {}) }));
  expect(
    pages.map(({ reviewed, differences }) => ({ reviewed, of: differences.map((each) => each.requirementId) })),
  ).toEqual([
    { reviewed: 3, of: ["1.1", "1.2"] },
    { reviewed: 3, of: ["1.3"] },
  ]);
});

test("only an ADMIN sees the labelled set, or exports it", async () => {
  const member = await makePerson(ctx, { role: "MEMBER" });
  expect(() => listGoldenCases(member)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
  expect(() => getGoldenSet(member, { limit: 1 })).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
  expect(() => exportReviewPairs(member)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});
