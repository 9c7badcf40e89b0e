import { ModelError } from "@assay/contract";
import { createRetrievalVersion } from "@assay/core/retrieval-versions";
import { getRun, importRun, previewThresholds } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db, { settings: { attemptsMax: 1 } });
});
afterAll(() => database.close());

const preview = (ctx: Context, runId: string, complete: number, partial: number, page = {}) =>
  previewThresholds(ctx, { runId, complete, partial, limit: 50, ...page });

test("a FAILED verdict stays FAILED, one without evidence MISSING, and the others move, page by page", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken", "Zeppelins land", "Backups are tested"]));
  await engine.upload(ctx, "policy.txt", "Backups are taken and tested every day.");
  await engine.drain();
  engine.assessor.beforeAnswer = async (requirementId) => {
    if (requirementId === "1.3") throw new Error("broken");
  };
  const run = await engine.startRun(ctx);
  await engine.drain();
  engine.assessor.beforeAnswer = async () => {};
  expect((await getRun(ctx, run.id)).status).toBe("FAILED");

  const { before, after, changed, confidences } = await preview(ctx, run.id, 1, 0.95);
  expect(before).toEqual({ COMPLETE: 1, PARTIAL: 0, MISSING: 1, FAILED: 1, NOT_JUDGED: 0 });
  expect(after).toEqual({ COMPLETE: 0, PARTIAL: 0, MISSING: 2, FAILED: 1, NOT_JUDGED: 0 });
  expect(changed).toEqual([
    {
      requirementId: "1.1",
      title: "Backups are taken",
      confidence: 0.9,
      citationCount: 1,
      before: "COMPLETE",
      after: "MISSING",
    },
  ]);
  expect(confidences.flatMap((count, bar) => (count > 0 ? [[bar, count]] : []))).toEqual([
    [0, 1],
    [18, 1],
  ]);
});

test("a verdict that a person must judge is counted by itself, and stays so with any thresholds", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken", "Backups are tested", "Zeppelins land"]));
  await engine.upload(ctx, "policy.txt", "Backups are taken and tested every day.");
  await engine.drain();
  engine.assessor.beforeAnswer = async (requirementId) => {
    if (requirementId === "1.2") throw new ModelError("MODEL_REFUSED", "refused");
  };
  const run = await engine.startRun(ctx);
  await engine.drain();
  engine.assessor.beforeAnswer = async () => {};

  const { before, after, changed, confidences } = await preview(ctx, run.id, 1, 0.95);
  expect(before).toEqual({ COMPLETE: 1, PARTIAL: 0, MISSING: 1, FAILED: 0, NOT_JUDGED: 1 });
  expect(after).toEqual({ COMPLETE: 0, PARTIAL: 0, MISSING: 2, FAILED: 0, NOT_JUDGED: 1 });
  expect(changed.map(({ requirementId }) => requirementId)).toEqual(["1.1"]);
  expect(confidences.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect((await preview(ctx, run.id, 0.02, 0.01)).after).toMatchObject({ NOT_JUDGED: 1 });
});

test("a run that has not ended, and one that was imported, have no confidences to preview on", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken"]));
  const run = await engine.startRun(ctx);
  await expect(preview(ctx, run.id, 0.9, 0.5)).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("its status is PENDING"),
  });
  await engine.drain();
  expect((await preview(ctx, run.id, 0.9, 0.5)).changedCount).toBe(0);

  const at = "2024-01-01T00:00:00.000Z";
  const imported = await importRun(ctx, {
    startedAt: at,
    completedAt: at,
    tasks: [],
    assessments: [{ requirementId: "1.1", confidence: 0.9, reasoning: "r", citations: [], remediation: null }],
  } as never);
  await expect(preview(ctx, imported.id, 0.9, 0.5)).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining("imported"),
  });
});

test("rules that the run applied are tried by what they found, and one that it had OFF is named", async () => {
  const pack = makePack(["Backups are taken"]);
  pack.criteria[0]!.requirements[0]!.expectation = { kind: "OPERATION", every: null };
  const ctx = await engine.makeBoundTenant(pack);
  await engine.upload(ctx, "policy.txt", "Backups are taken and tested every day.");
  await engine.drain();
  const run = await engine.startRun(ctx);
  await engine.drain();
  const same = await preview(ctx, run.id, 0.75, 0.4);
  expect(same).toMatchObject({ changedCount: 0, before: { PARTIAL: 1 }, rulesNotApplied: [] });
  expect(same.pinnedRules).toEqual(same.triedRules);
  expect(await preview(ctx, run.id, 0.75, 0.4, { designOnly: "NOTE" })).toMatchObject({
    after: { COMPLETE: 1 },
    changed: [{ requirementId: "1.1", before: "PARTIAL", after: "COMPLETE" }],
    triedRules: { designOnly: "NOTE", expired: "CAP" },
  });
  // The cap follows the thresholds that are tried.
  expect((await preview(ctx, run.id, 0.6, 0.4)).after).toMatchObject({ COMPLETE: 0, PARTIAL: 1 });

  const { record } = await createRetrievalVersion(ctx, engine.models, { evidenceRules: { designOnly: "OFF" } });
  const without = await engine.startRun(ctx, { retrievalVersionId: record.id });
  await engine.drain();
  expect(await preview(ctx, without.id, 0.75, 0.4, { designOnly: "CAP" })).toMatchObject({
    before: { COMPLETE: 1 },
    changedCount: 0,
    rulesNotApplied: ["designOnly"],
  });
});
