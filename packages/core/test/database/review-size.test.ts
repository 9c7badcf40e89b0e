import { addReview, confirmReviews, getReviewQueue, listReviewers } from "@assay/core/reviews";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { countStatements } from "@assay/testing/watch-statements";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFinishedRun, agreeToAll } from "../support/add-verdicts.ts";
import { makePack } from "../support/make-pack.ts";
import { makePerson } from "../support/make-people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const SIZE = 2000;

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());

interface Reviewed {
  readonly ctx: Context;
  readonly member: Awaited<ReturnType<typeof makePerson>>;
  readonly runId: string;
}

/** A pack of this size with a run of which everything was agreed to, and one of which nothing was. */
async function makeRuns(size: number): Promise<Reviewed> {
  const titles = Array.from({ length: size }, (_, at) => `Backup number ${at}`);
  const ctx = await engine.makeBoundTenant(makePack(titles));
  const member = await makePerson(ctx, { role: "ADMIN" });
  await agreeToAll(member, await addFinishedRun(ctx));
  return { ctx, member, runId: await addFinishedRun(ctx) };
}

interface Cost<T> {
  readonly value: T;
  readonly statements: number;
  readonly ms: number;
}

async function cost<T>(act: () => Promise<T>): Promise<Cost<T>> {
  const [before, begun] = [countStatements(), performance.now()];
  const value = await act();
  return { value, statements: countStatements() - before, ms: Math.round(performance.now() - begun) };
}

test("2,000 requirements take as many statements as three to show, and one act confirms them", async () => {
  const small = await makeRuns(3);
  const large = await makeRuns(SIZE);
  const few = await cost(() => getReviewQueue(small.ctx, small.runId));
  const queue = await cost(() => getReviewQueue(large.ctx, large.runId));
  expect(queue.value.counts).toMatchObject({ total: SIZE, reviewed: 0, confirmable: SIZE });
  expect(queue.statements).toBe(few.statements);

  const requirementIds = queue.value.items.map(({ requirementId }) => requirementId);
  const confirmation = await cost(() => confirmReviews(large.member, large.runId, { requirementIds }));
  expect(confirmation.value).toBe(SIZE);
  const next = await addFinishedRun(large.ctx);
  const again = await cost(() => getReviewQueue(large.ctx, next));
  expect(again.value.counts).toMatchObject({ total: SIZE, confirmable: SIZE });
  // What the first look compared is not compared again.
  expect(again.statements).toBeLessThanOrEqual(few.statements);
  const one = { requirementId: requirementIds[0]!, decision: "AGREED", openedChunkIds: [] } as const;
  const review = await cost(() => addReview(large.member, next, { ...one, openedChunkIds: [] }));
  const reviewers = await cost(() => listReviewers(large.ctx, {}));
  expect(reviewers.value.reviewers).toMatchObject([{ decisions: SIZE + 1, confirmed: SIZE }]);
  const took = Object.entries({ few, queue, confirmation, again, review, reviewers });
  console.info(took.map(([name, { statements, ms }]) => `${name}: ${statements} statements, ${ms} ms`).join("; "));
});
