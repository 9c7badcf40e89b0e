import { getOverview } from "@assay/core/overview";
import { addReview, listReviewers, redactReview } from "@assay/core/reviews";
import { closeSync, listManifests, listSources } from "@assay/core/sources";
import { inTenant } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pinManifests } from "../../src/sources/pin-manifests.ts";
import { addFinishedRun } from "../support/add-verdicts.ts";
import { beforeStatement } from "../support/around-statement.ts";
import { makePack } from "../support/make-pack.ts";
import { makePerson } from "../support/make-people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());

async function makeSynced() {
  const ctx = await engine.makeTenant();
  const close = async (source = "folder") => (await closeSync(ctx, engine, source, { paths: [] })).manifest!.id;
  return { ctx, close, first: await close() };
}

/** Of the statements that ask the audit log what it says of the rows that have been read. */
const OF_SOURCES = "details ->> 'sourceHash'";
const OF_RUNS = 'left join "snapshots"';
const OF_REVIEWS = "entry.details ->> 'rowHash'";

test("a run pins what was a source's last manifest, though another is closed meanwhile, also of a new source", async () => {
  const { ctx, close, first } = await makeSynced();
  const closed: string[] = [];
  const db = beforeStatement(database.db, OF_SOURCES, async () => {
    closed.push(await close(), await close("new"));
  });
  const pinned = await inTenant({ ...ctx, db }, (tx) => pinManifests(tx, ctx.tenantId));
  expect(pinned).toMatchObject([{ source: "folder", manifestId: first }]);
  expect(closed).toHaveLength(2);
  expect(await inTenant(ctx, (tx) => pinManifests(tx, ctx.tenantId))).toMatchObject(
    closed.map((manifestId) => ({ manifestId })),
  );
});

test("sources and manifests are listed as they were, though another is closed meanwhile", async () => {
  const { ctx, close, first } = await makeSynced();
  const during = () => ({ ...ctx, db: beforeStatement(database.db, OF_SOURCES, close) });
  const { items } = await listSources(during(), { limit: 10 });
  expect(items).toMatchObject([{ lastManifestId: first, lastManifestHash: expect.any(String) }]);
  const before = (await listManifests(ctx, engine, "folder", { limit: 10 })).items;
  expect((await listManifests(during(), engine, "folder", { limit: 10 })).items).toEqual(before);
  expect((await listManifests(ctx, engine, "folder", { limit: 10 })).items).toHaveLength(before.length + 1);
});

test("a run that ends while the overview is read is not damaged, and counts", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["One."]));
  await engine.startRun(ctx);
  const db = beforeStatement(database.db, OF_RUNS, () => engine.drain());
  const { runs, days } = await getOverview({ ...ctx, db }, { quietAfterMs: 60_000 });
  expect(runs.damaged).toEqual({ count: 0, items: [] });
  expect(days.at(-1)).toMatchObject({ runs: { completed: 1, active: 0 } });
});

test("a review whose reason is removed while reviewers are counted is not damaged, and counts", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["One."]));
  const admin = await makePerson(ctx, { role: "ADMIN" });
  const runId = await addFinishedRun(ctx);
  const said = { requirementId: "1.1", decision: "SENT_BACK", reason: "See me." } as const;
  const { review } = await addReview(admin, runId, { ...said, openedChunkIds: [] });
  const db = beforeStatement(database.db, OF_REVIEWS, () => redactReview(admin, runId, review.id));
  const { reviewers, damaged } = await listReviewers({ ...admin, db }, {});
  expect(damaged).toEqual([]);
  expect(reviewers).toMatchObject([{ decisions: 1 }]);
});
