import type { Assessor, OpenModels } from "@assay/core/ports";
import {
  activateConfiguredVersion,
  activateRetrievalVersion,
  activateWhenReady,
  createRetrievalVersion,
  findActiveVersion,
  findReplacing,
  listRetrievalVersions,
} from "@assay/core/retrieval-versions";
import { startRun } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { auditEntries } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createWordEmbedder } from "../support/model-doubles.ts";
import { createStatedEntailment } from "../support/stated-entailment.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const SETTINGS = {
  similarityThreshold: 0.2,
  chunksPerRequirement: 8,
  confidenceComplete: 0.75,
  confidencePartial: 0.4,
};

let database: TestDatabase;
let engine: TestEngine;
/** What the release before could also ask. */
let old: Assessor;
let before: OpenModels;
let ctx: Context;
let other: Context;
beforeEach(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  old = { ...engine.models.assessors[0], model: "old-assessor" };
  before = { ...engine.models, assessors: [...engine.models.assessors, old] };
  ctx = await engine.makeTenant();
  other = await engine.makeTenant();
});
afterEach(() => database.close());

const startWith = (models: OpenModels) => activateConfiguredVersion(database.db, { models, settings: SETTINGS });
const inForce = () => inTenant(ctx, findActiveVersion);
const successor = (): OpenModels => {
  const [kept] = engine.models.assessors;
  return { ...engine.models, assessors: [{ ...kept, replaces: [old.model] }] };
};

/** As a person chose it under the release before. */
async function choose(models: OpenModels, body: Parameters<typeof createRetrievalVersion>[2]) {
  const { record } = await createRetrievalVersion(ctx, models, body);
  await activateRetrievalVersion(ctx, models, record.id);
  return record.id;
}

const replacementsOf = ({ tenantId }: Context) =>
  inTenant({ db: database.db, tenantId }, (tx) =>
    tx
      .select({ objectId: auditEntries.objectId, actor: auditEntries.actor, details: auditEntries.details })
      .from(auditEntries)
      .where(and(eq(auditEntries.tenantId, tenantId), eq(auditEntries.action, "retrieval_version.replaced"))),
  );

test("an engine that is gone gives way to its successor with all that a person chose in addition, and each tenant's log says so once", async () => {
  const chosen = await choose(before, {
    assessorModel: old.model,
    confidenceThresholds: { complete: 0.9, partial: 0.5 },
  });
  expect(await findReplacing(database.db)).toBeUndefined();
  await Promise.all([startWith(successor()), startWith(successor())]);
  await startWith(successor());
  const active = await inForce();
  expect(active).toMatchObject({
    ...{ origin: "release", assessorModel: engine.models.assessors[0].model, confidenceComplete: 0.9 },
    ...{ confidencePartial: 0.5, embedderModel: engine.models.embedders[0].model },
  });
  const entry = { objectId: active!.id, actor: "system", details: { replacedVersionId: chosen } };
  expect([await replacementsOf(ctx), await replacementsOf(other)]).toEqual([[entry], [entry]]);
  expect(await findReplacing(database.db)).toEqual({ id: active!.id, replacedVersionId: chosen });
  const bound = await engine.makeBoundTenant(makePack(["Keys are rotated."]));
  expect(await engine.startRun(bound)).toBeDefined();
});

test("a version that still runs stays active, whatever the release would do otherwise", async () => {
  const chosen = await choose(before, { assessorModel: old.model });
  await startWith(before);
  expect((await inForce())?.id).toBe(chosen);
  expect(await replacementsOf(ctx)).toEqual([]);
});

test("a model for meaning that is gone takes its check with it, and a cautious engine comes in the place of a bold one", async () => {
  const { model: meaning } = createStatedEntailment();
  const [bold] = engine.models.assessors;
  const cautious: Assessor = { ...bold, model: "cautious", replaces: [bold.model], goesByWords: true };
  const chosen = await choose({ ...engine.models, meaning }, { meaning: { model: meaning.entailment.model } });
  expect(await inForce()).toMatchObject({ id: chosen, assessorModel: bold.model, meaning: { unchecked: "CAP" } });
  await startWith({ ...engine.models, assessors: [cautious, bold] });
  expect(await inForce()).toMatchObject({ origin: "release", assessorModel: "cautious", meaning: null });
});

test("an embedder that is gone gives way once each passage has a vector of the next one, and the log says so then", async () => {
  const next = createWordEmbedder(64, 384);
  engine = await createTestEngine(database.db, { furtherEmbedders: [next] });
  const bound = await engine.makeBoundTenant(makePack(["Keys are rotated."]));
  await engine.upload(bound, "keys.txt", "Keys are rotated every ninety days by the security team.");
  await engine.drain();
  const [gone] = engine.models.embedders;
  const models: OpenModels = { ...engine.models, embedders: [{ ...next, replaces: [gone.model] }] };
  await startWith(models);
  await startWith(models);
  expect((await inForce())?.embedderModel).toBe(gone.model);
  expect((await listRetrievalVersions(ctx, { limit: 50 })).items).toHaveLength(2);
  await expect(startRun(bound, models, {})).rejects.toMatchObject({ code: "INVALID_STATE", details: { onOffer: [] } });
  expect(await replacementsOf(bound)).toEqual([]);
  await engine.drain();
  await activateWhenReady(database.db);
  await activateWhenReady(database.db);
  expect(await inForce()).toMatchObject({ embedderModel: next.model, embedderDimensions: 384 });
  expect(await replacementsOf(bound)).toHaveLength(1);
  expect(await startRun(bound, models, {})).toBeDefined();
});
