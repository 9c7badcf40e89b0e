import type { ReviewBody } from "@assay/contract";
import { addReview, exportReviewPairs, listGoldenCases } from "@assay/core/reviews";
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
  const { cases, notComparable } = await listGoldenCases(admin);
  expect(cases.map(({ requirementId, right, said }) => ({ requirementId, right, said }))).toEqual([
    { requirementId: "1.1", right: "PARTIAL", said: said("1.1").status },
    { requirementId: "1.2", right: said("1.2").status, said: said("1.2").status },
  ]);
  expect(notComparable).toBe(0);

  const [{ version }] = (await inTenant(ctx, (tx) =>
    rowsOf<{ version: string }>(
      tx,
      sql`select retrieval_version_id as version from runs where tenant_id = ${ctx.tenantId} and id = ${second}`,
    ),
  )) as [{ version: string }];
  expect(await listGoldenCases(admin, { retrievalVersionId: version })).toEqual({ cases, notComparable: 0 });
  expect(await listGoldenCases(admin, { retrievalVersionId: "none" })).toEqual({ cases: [], notComparable: 2 });

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
  await completeRun();
  // The version's newest run judged other documents: what is right of those says nothing of these.
  expect(await listGoldenCases(admin, { retrievalVersionId: version })).toEqual({ cases: [], notComparable: 2 });
});

test("only an ADMIN sees the labelled set, or exports it", async () => {
  const member = await makePerson(ctx, { role: "MEMBER" });
  expect(() => listGoldenCases(member)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
  expect(() => exportReviewPairs(member)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});
