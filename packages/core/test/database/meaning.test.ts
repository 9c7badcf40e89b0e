import { activateRetrievalVersion, createRetrievalVersion } from "@assay/core/retrieval-versions";
import { getSnapshot, listAssessments, replayRun } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { COVERS, createStatedEntailment, SCORES, THRESHOLDS } from "../support/stated-entailment.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const MENU = "Every day backups of the soup are taken to the cafeteria.";
const stated = createStatedEntailment({ [MENU]: SCORES.offTopic });

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db, { meaning: stated.model });
});
afterAll(() => database.close());
beforeEach(async () => {
  stated.asked.length = 0;
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
});

async function putInForce(meaning: { model: string; thresholds?: { supports: number } } | null) {
  const { record } = await createRetrievalVersion(ctx, engine.models, { meaning });
  return activateRetrievalVersion(ctx, engine.models, record.id);
}

async function runOver(text: string) {
  await engine.upload(ctx, "evidence.txt", text);
  await engine.drain();
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  const { items } = await listAssessments(ctx, id, { limit: 10 });
  const bytes = (await getSnapshot(ctx, id)).bytes;
  return { id, assessment: items[0]!, snapshot: JSON.parse(new TextDecoder().decode(bytes)) };
}

test("a version that names no model checks no meaning: nothing in its snapshots says of one", async () => {
  await putInForce(null);
  const { assessment, snapshot } = await runOver(MENU);
  expect(stated.asked).toEqual([]);
  expect(assessment).not.toHaveProperty("setAside");
  expect(snapshot.configuration).not.toHaveProperty("meaning");
  expect(snapshot.format).toBe("assay-snapshot/7");
});

test("a version pins the model with its weights and thresholds, and a run by it says so in its snapshot", async () => {
  const record = await putInForce({ model: "stated-entailment" });
  // The assessor of the test reads nothing by itself.
  const pinned = {
    model: "stated-entailment",
    sha256: "e".repeat(64),
    thresholds: { ...THRESHOLDS, supports: 0.5 },
    covers: COVERS,
    runtime: "the test",
    unchecked: "CAP",
  };
  expect(record.meaning).toEqual(pinned);
  const { assessment, snapshot } = await runOver("Backups are taken every day by the operator.");
  expect(assessment).toMatchObject({
    status: "COMPLETE",
    citationNotes: [{ index: 0, meaning: [{ part: null, scores: SCORES.proof }] }],
  });
  expect(snapshot).toMatchObject({ format: "assay-snapshot/7", configuration: { meaning: pinned } });
});

test("a quote about something else is kept next to the verdict, in its snapshot and its replay, without the model", async () => {
  await putInForce({ model: "stated-entailment", thresholds: { supports: 0.3 } });
  const { id, assessment, snapshot } = await runOver(MENU);
  expect(assessment).toMatchObject({ status: "MISSING", citations: [], setAside: [{ text: MENU }] });
  expect(snapshot.assessments[0].setAside).toEqual(assessment.setAside);
  const calls = stated.asked.length;
  const { bytes } = await replayRun(ctx, id);
  expect(JSON.parse(new TextDecoder().decode(bytes)).data.assessments[0].setAside).toEqual(assessment.setAside);
  expect(stated.asked.length).toBe(calls);
});

test("each check is a span below its attempt, with the model that checked", async () => {
  await putInForce({ model: "stated-entailment" });
  const { id } = await runOver(MENU);
  const checks = await inTenant(ctx, (tx) =>
    rowsOf<{ parent: string; model: string }>(
      tx,
      sql`select above.name as parent, spans.attributes ->> 'llm.model' as model
        from spans join spans above on above.tenant_id = spans.tenant_id and above.span_id = spans.parent_span_id
        where spans.run_id = ${id} and spans.name = 'assessment.meaning_check'`,
    ),
  );
  expect(checks).toEqual([{ parent: "assessment", model: "stated-entailment" }]);
});

test("a model that fails once is asked again, and the verdict is the same", async () => {
  await putInForce({ model: "stated-entailment" });
  stated.breakOnce();
  const { assessment } = await runOver("Backups are taken every day by the operator.");
  expect(assessment.status).toBe("COMPLETE");
  expect(engine.reports.map(({ final }) => final)).toEqual([false]);
});

test("a reused answer is checked again", async () => {
  await putInForce({ model: "stated-entailment" });
  await runOver(MENU);
  const calls = stated.asked.length;
  const { id } = await engine.startRun(ctx, { reuse: true });
  await engine.drain();
  const [again] = (await listAssessments(ctx, id, { limit: 1 })).items;
  expect(again).toMatchObject({ reusedFromRunId: expect.any(String), setAside: [{ text: MENU }] });
  expect(stated.asked.length).toBe(2 * calls);
});

test("a model that this deployment does not run is refused by name", async () => {
  const model = "other";
  await expect(createRetrievalVersion(ctx, engine.models, { meaning: { model } })).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("stated-entailment"),
  });
});

test("other weights of the same name are refused where a version is activated, and where a run starts", async () => {
  const { record } = await createRetrievalVersion(ctx, engine.models, { meaning: { model: "stated-entailment" } });
  const { meaning } = engine.models;
  const changed = {
    ...engine.models,
    meaning: { ...meaning!, entailment: { ...meaning!.entailment, sha256: "f".repeat(64) } },
  };
  await expect(activateRetrievalVersion(ctx, changed, record.id)).rejects.toMatchObject({ code: "INVALID_STATE" });
});
