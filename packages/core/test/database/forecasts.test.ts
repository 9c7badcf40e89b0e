import { deleteDocument } from "@assay/core/documents";
import { listForecasts, readForecasts } from "@assay/core/forecasts";
import { sweep } from "@assay/core/maintenance";
import { activateRetrievalVersion, createRetrievalVersion } from "@assay/core/retrieval-versions";
import { getRun } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createQuotingAssessor } from "../support/model-doubles.ts";
import { NEVER_DUE } from "../support/never-due.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeEach(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterEach(() => database.close());

const sweepOnce = async () => {
  await sweep(database.db, NEVER_DUE);
  await engine.drain();
};

/** A tenant with a run of two COMPLETE verdicts and one MISSING. */
async function assessed(): Promise<{ ctx: Context; runId: string; documentId: string }> {
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken", "Backups are tested", "Zeppelins land"]));
  const { id: documentId } = await engine.upload(ctx, "policy.txt", "Backups are taken and tested every day.");
  await engine.drain();
  const run = await engine.startRun(ctx);
  await engine.drain();
  return { ctx, runId: run.id, documentId };
}

async function activate(ctx: Context, body: Parameters<typeof createRetrievalVersion>[2]): Promise<string> {
  const { record } = await createRetrievalVersion(ctx, engine.models, body);
  await activateRetrievalVersion(ctx, engine.models, record.id);
  return record.id;
}

test("each tenant's newest run is judged again under the version that is to judge, and no assessor is asked", async () => {
  const [one, two] = [await assessed(), await assessed()];
  await sweepOnce();
  expect(await readForecasts(database.db)).toMatchObject({ retrievalVersionId: null, forecasts: [] });
  const id = await activate(one.ctx, { confidenceThresholds: { complete: 0.95, partial: 0.4 } });
  expect(await readForecasts(database.db)).toMatchObject({ retrievalVersionId: id, pendingTenants: 2 });
  let asked = 0;
  engine.assessor.beforeAnswer = async () => void asked++;
  await sweepOnce();
  const { forecasts, ...rest } = await readForecasts(database.db);
  expect(rest).toEqual({ retrievalVersionId: id, isActive: true, pendingTenants: 0 });
  const counts = { state: "FORESEEN", requirements: 3, done: 3, complete: 2, completeFalling: 2, falling: 2 };
  const inOrder = [one, two].toSorted((a, b) => (a.ctx.tenantId < b.ctx.tenantId ? -1 : 1));
  expect(forecasts).toMatchObject(
    inOrder.map(({ ctx, runId }) => ({ tenantId: ctx.tenantId, runId, ...counts, rising: 0 })),
  );
  expect(asked).toBe(0);
  expect((await getRun(one.ctx, one.runId)).status).toBe("COMPLETED");
});

test("a run under the version itself has no forecast, and one that takes its place removes it", async () => {
  const { ctx } = await assessed();
  await activate(ctx, { confidenceThresholds: { complete: 0.95, partial: 0.4 } });
  await sweepOnce();
  expect((await readForecasts(database.db)).forecasts).toHaveLength(1);
  await engine.startRun(ctx);
  await engine.drain();
  await activate(ctx, { confidenceThresholds: { complete: 0.75, partial: 0.4 } });
  await sweepOnce();
  const { forecasts } = await readForecasts(database.db);
  expect(forecasts).toMatchObject([{ complete: 0, falling: 0, rising: 2 }]);
});

test("what another assessor would say is not foreseen but estimated", async () => {
  const next = createQuotingAssessor("next");
  const estimate = () => ({ tokensIn: 100, tokensOut: 10, costUsd: null });
  engine = await createTestEngine(database.db, { furtherAssessors: [{ ...next, estimate }] });
  const { ctx } = await assessed();
  await activate(ctx, { assessorModel: "next" });
  await sweepOnce();
  expect((await readForecasts(database.db)).forecasts).toMatchObject([
    {
      ...{ state: "NEEDS_RUN", needsRunFor: ["ASSESSOR"], complete: 0, falling: 0 },
      estimate: { tokensIn: 300, tokensOut: 30 },
    },
  ]);
});

test("a requirement whose passages are not those that were judged is not judged again", async () => {
  const { ctx, documentId } = await assessed();
  await deleteDocument(ctx, documentId);
  await activate(ctx, { confidenceThresholds: { complete: 0.95, partial: 0.4 } });
  await sweepOnce();
  expect((await readForecasts(database.db)).forecasts).toMatchObject([{ complete: 2, falling: 0, unforeseen: 2 }]);
});

test("only a SUPER_ADMIN reads the figures of all tenants", async () => {
  const { ctx } = await assessed();
  const admin: Context = { ...ctx, actor: { ...ctx.actor, role: "ADMIN" } as Context["actor"] };
  expect(() => listForecasts(admin)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});
