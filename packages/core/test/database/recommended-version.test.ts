import { EVIDENCE_RULES, EVIDENCE_RULES_BEFORE, GUARD_VERSION, SPLITTER_VERSION } from "@assay/contract";
import type { Assessor, OpenModels } from "@assay/core/ports";
import {
  activateConfiguredVersion,
  activateRetrievalVersion,
  createRetrievalVersion,
  findActiveVersion,
  hasRecommendedVersion,
  listRetrievalVersions,
} from "@assay/core/retrieval-versions";
import { type Context, inTenant } from "@assay/core/tenancy";
import { auditEntries } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { makeMetrics } from "@assay/testing/make-metrics";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createWordEmbedder } from "../support/model-doubles.ts";
import { COVERS, createStatedEntailment, THRESHOLDS } from "../support/stated-entailment.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withoutGuards } from "../support/without-guards.ts";

const SETTINGS = {
  similarityThreshold: 0.2,
  chunksPerRequirement: 8,
  confidenceComplete: 0.75,
  confidencePartial: 0.4,
};

const RULES_OF_RELEASE = { guardVersion: GUARD_VERSION, splitterVersion: SPLITTER_VERSION };

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeEach(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
});
afterEach(() => database.close());

const start = (change: Partial<typeof SETTINGS> = {}) =>
  activateConfiguredVersion(database.db, { models: engine.models, settings: { ...SETTINGS, ...change } });
const listed = async () => (await listRetrievalVersions(ctx, { limit: 50 })).items;
const inForce = () => inTenant(ctx, findActiveVersion);

/** As the release before left it: no rules in any version. */
function makeExisting(): Promise<void> {
  return withoutGuards(database, "retrieval_versions", sql`update retrieval_versions set evidence_rules = null`);
}

test("a new deployment starts with every rule on CAP, and nothing is recommended", async () => {
  expect((await inForce())?.evidenceRules).toEqual(EVIDENCE_RULES);
  await start();
  expect(await listed()).toHaveLength(1);
  expect(await hasRecommendedVersion(database.db)).toBe(false);
});

describe("a start that moves on", () => {
  const { model: meaning } = createStatedEntailment();
  const moveWith = (moves = true) => {
    const models = {
      ...engine.models,
      assessors: [{ ...engine.models.assessors[0], model: "reads", provider: "test" }] as const,
    };
    return {
      earlier: () => activateConfiguredVersion(database.db, { models, settings: SETTINGS, moves }),
      upgraded: () =>
        activateConfiguredVersion(database.db, { models: { ...models, meaning }, settings: SETTINGS, moves }),
      back: (id: string) => activateRetrievalVersion(ctx, { ...models, meaning }, id),
    };
  };
  const actions = async () =>
    (await inTenant(ctx, (tx) => tx.select({ action: auditEntries.action }).from(auditEntries)))
      .map(({ action }) => action)
      .filter((action) => action.startsWith("retrieval_version."));

  test("activates what is recommended where no person chose the active version, once, and each tenant's log says so", async () => {
    const { earlier, upgraded } = moveWith();
    await earlier();
    expect((await inForce())?.meaning).toBeNull();
    await Promise.all([upgraded(), upgraded()]);
    await upgraded();
    expect(await inForce()).toMatchObject({ origin: "release", meaning: { model: "stated-entailment" } });
    expect(await actions()).toEqual(["retrieval_version.moved"]);
  });

  test("stays where a person went back to, also at the next start", async () => {
    const { earlier, upgraded, back } = moveWith();
    await earlier();
    const first = (await inForce())!.id;
    await upgraded();
    await back(first);
    await upgraded();
    expect((await inForce())?.id).toBe(first);
    expect(await actions()).toEqual(["retrieval_version.moved", "retrieval_version.activated"]);
  });

  test("asks where it is to ask", async () => {
    const { earlier, upgraded } = moveWith(false);
    await earlier();
    await upgraded();
    expect((await inForce())?.meaning).toBeNull();
    expect(await hasRecommendedVersion(database.db)).toBe(true);
  });
});

test("an embedder that replaces the active one is recommended, and new settings leave the old one where it is", async () => {
  const before = engine.models.embedders[0];
  const better = { ...createWordEmbedder(64, 384), replaces: [before.model] };
  const models = { ...engine.models, embedders: [better, before] } as const;
  const startWith = (settings: typeof SETTINGS) => activateConfiguredVersion(database.db, { models, settings });
  await startWith(SETTINGS);
  expect(await inForce()).toMatchObject({ embedderModel: before.model, embedderDimensions: before.dimensions });
  expect((await listed())[0]).toMatchObject({
    recommended: true,
    embedder: { model: better.model, dimensions: better.dimensions },
  });
  await startWith({ ...SETTINGS, confidencePartial: 0.5 });
  expect(await inForce()).toMatchObject({
    ...{ confidencePartial: 0.5, embedderModel: before.model, embedderDimensions: before.dimensions },
  });
});

describe("the check for meaning", () => {
  const { model: meaning } = createStatedEntailment();
  const pinned = { model: "stated-entailment", sha256: "e".repeat(64), thresholds: THRESHOLDS };
  const reads = () => ({ ...engine.models.assessors[0], model: "reads", provider: "test" });
  const startWith = (assessor: Assessor, models: Partial<OpenModels> = { meaning }) =>
    activateConfiguredVersion(database.db, {
      models: { ...engine.models, assessors: [assessor], ...models },
      settings: SETTINGS,
    });

  test("is on next to a language model where a model for it runs, and off next to rules", async () => {
    await startWith(engine.models.assessors[0]);
    expect((await inForce())?.meaning).toBeNull();
    await startWith(reads());
    expect(await inForce()).toMatchObject({ assessorModel: "reads", meaning: pinned });
  });

  test("is recommended where the active language model has none, and stays as somebody chose it", async () => {
    await startWith(reads(), {});
    expect((await inForce())?.meaning).toBeNull();
    await startWith(reads());
    expect((await inForce())?.meaning).toBeNull();
    expect((await listed())[0]).toMatchObject({ origin: "release", recommended: true, meaning: pinned });
    const models = { ...engine.models, assessors: [reads()] as const, meaning };
    const { record } = await createRetrievalVersion(ctx, models, { meaning: null });
    await activateRetrievalVersion(ctx, models, record.id);
    await startWith(reads());
    expect((await inForce())?.meaning).toBeNull();
    expect(await hasRecommendedVersion(database.db)).toBe(false);
  });

  test("is recommended again for what the card says since, and what somebody chose of it stays", async () => {
    const thresholds = { ...THRESHOLDS, supports: 0.35 };
    await startWith(reads());
    await withoutGuards(
      database,
      "retrieval_versions",
      sql`update retrieval_versions set meaning = ${JSON.stringify({ ...pinned, thresholds })}::jsonb where meaning is not null`,
    );
    const later = { ...meaning, thresholds: { ...meaning.thresholds, reading: { ...THRESHOLDS, doubtful: 0.4 } } };
    await startWith(reads(), { meaning: later });
    await startWith(reads(), { meaning: later });
    const proposed = (await listed()).filter(({ origin }) => origin === "release");
    expect(proposed).toMatchObject([
      { meaning: { thresholds: { supports: 0.35, doubtful: 0.4 }, covers: COVERS, unchecked: "NOTE" } },
    ]);
    // Nobody has measured it with the threshold that somebody chose.
    expect(proposed).toMatchObject([{ measured: false, recommended: false }]);
  });

  test("is recommended with the metrics that the release has of it, and never where they are worse", async () => {
    await startWith(reads(), {});
    await startWith(reads(), { meaning: { ...meaning, metrics: undefined } });
    expect((await listed())[0]).toMatchObject({ origin: "release", measured: false, recommended: false });
    await startWith(reads());
    await startWith(reads());
    const [recommended] = await listed();
    expect(recommended).toMatchObject({ origin: "release", measured: true, recommended: true });
    await activateRetrievalVersion(ctx, { ...engine.models, assessors: [reads()], meaning }, recommended!.id);

    const entailment = { ...meaning.entailment, sha256: "f".repeat(64) };
    const worse = makeMetrics({ ...pinned, sha256: entailment.sha256, covers: COVERS }, { moved: 90 });
    const retrained = { ...meaning, entailment, metrics: { ...worse, thresholds: meaning.thresholds } };
    await startWith(reads(), { meaning: retrained });
    expect((await listed())[0]).toMatchObject({ origin: "release", measured: true, recommended: false });
    expect(await hasRecommendedVersion(database.db)).toBe(false);
  });

  describe("with thresholds for a kind of text on the card", () => {
    const kinds = { TABLE_ROW: { ...THRESHOLDS, supports: 0.6 } };
    const thresholds = { ...meaning.thresholds, reading: { ...THRESHOLDS, kinds } };
    const later = { ...meaning, thresholds, metrics: { ...meaning.metrics, thresholds } };

    test("is recommended with them", async () => {
      await startWith(reads());
      await startWith(reads(), { meaning: later });
      expect((await listed()).filter(({ recommended }) => recommended)).toMatchObject([
        { meaning: { thresholds: { ...THRESHOLDS, kinds } } },
      ]);
    });

    test("is not recommended where somebody chose another threshold, which holds for all kinds", async () => {
      await startWith(reads());
      await withoutGuards(
        database,
        "retrieval_versions",
        sql`update retrieval_versions set meaning = jsonb_set(meaning, '{thresholds,supports}', '0.35') where meaning is not null`,
      );
      await startWith(reads(), { meaning: later });
      expect((await listed()).filter(({ recommended }) => recommended)).toEqual([]);
    });
  });

  test("names what computes it, and is not recommended again for another runtime", async () => {
    await startWith(reads());
    expect((await inForce())?.meaning?.runtime).toBe("the test");
    const elsewhere = { ...meaning, entailment: { ...meaning.entailment, runtime: "another" } };
    await startWith(reads(), { meaning: elsewhere });
    expect(await hasRecommendedVersion(database.db)).toBe(false);
    expect((await inForce())?.meaning?.runtime).toBe("the test");
  });

  test("is omitted where the deployment no longer runs its model, so that runs can start", async () => {
    await startWith(reads());
    await startWith(reads(), {});
    expect(await inForce()).toMatchObject({ assessorModel: "reads", meaning: null });
  });
});

describe("an existing deployment", () => {
  test("gets one version with the rules, inactive, however often and at once it starts", async () => {
    await makeExisting();
    const before = await inForce();
    await Promise.all([start(), start()]);
    await start();
    const versions = await listed();
    expect(versions).toHaveLength(2);
    expect(versions[0]).toMatchObject({
      origin: "release",
      recommended: true,
      inForce: false,
      activatedAt: null,
      evidenceRules: EVIDENCE_RULES,
      assessor: versions[1]!.assessor,
      confidenceThresholds: versions[1]!.confidenceThresholds,
    });
    expect(versions[1]).toMatchObject({ inForce: true, recommended: false, evidenceRules: EVIDENCE_RULES_BEFORE });
    expect((await inForce())?.id).toBe(before?.id);
    expect(await hasRecommendedVersion(database.db)).toBe(true);
  });

  test("keeps its rules when its settings change, and the recommended version follows the settings", async () => {
    await makeExisting();
    await start();
    await start({ confidenceComplete: 0.8 });
    await start({ confidenceComplete: 0.8 });
    expect(await inForce()).toMatchObject({ origin: "settings", confidenceComplete: 0.8, evidenceRules: null });
    const versions = await listed();
    expect(versions).toHaveLength(4);
    expect(versions.filter(({ recommended }) => recommended)).toMatchObject([
      { origin: "release", confidenceThresholds: { complete: 0.8 }, evidenceRules: EVIDENCE_RULES },
    ]);
  });

  test("is no longer told once the version is activated, and starts make no other", async () => {
    await makeExisting();
    await start();
    const [recommended] = await listed();
    await activateRetrievalVersion(ctx, engine.models, recommended!.id);
    await start();
    expect(await inForce()).toMatchObject({ id: recommended!.id, evidenceRules: EVIDENCE_RULES });
    expect(await listed()).toHaveLength(2);
    expect(await hasRecommendedVersion(database.db)).toBe(false);
  });

  test("is no longer told once an administrator has put rules of their own active", async () => {
    await makeExisting();
    await start();
    const { record } = await createRetrievalVersion(ctx, engine.models, { evidenceRules: { designOnly: "NOTE" } });
    expect(record.evidenceRules).toEqual({ ...EVIDENCE_RULES_BEFORE, designOnly: "NOTE" });
    await activateRetrievalVersion(ctx, engine.models, record.id);
    await start();
    expect(await listed()).toHaveLength(3);
    expect(await hasRecommendedVersion(database.db)).toBe(false);
  });
});

describe("rules that another release had", () => {
  const change = (column: "guard_version" | "splitter_version") =>
    withoutGuards(database, "retrieval_versions", sql`update retrieval_versions set ${sql.raw(column)} = 99`);

  test("are pinned by every version, and a run with others does not start", async () => {
    expect(await inForce()).toMatchObject({ guardVersion: GUARD_VERSION, splitterVersion: SPLITTER_VERSION });
    const { record } = await createRetrievalVersion(ctx, engine.models, { chunksPerRequirement: 5 });
    expect(record).toMatchObject({ guardVersion: GUARD_VERSION, splitterVersion: SPLITTER_VERSION });
    await change("guard_version");
    const bound = await engine.makeBoundTenant(makePack(["Keys are rotated."]));
    await expect(engine.startRun(bound)).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringContaining(`it has guard ${GUARD_VERSION}, splitter ${SPLITTER_VERSION}`),
    });
    await expect(activateRetrievalVersion(ctx, engine.models, record.id)).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
  });

  test.each(["guard_version", "splitter_version"] as const)(
    "give way at the next start where the settings made the version: %s",
    async (column) => {
      await change(column);
      await start();
      expect(await inForce()).toMatchObject({ origin: "release", ...RULES_OF_RELEASE });
      expect(await listed()).toHaveLength(2);
    },
  );

  test("give way in a version like the active one also where a person chose it", async () => {
    const { record } = await createRetrievalVersion(ctx, engine.models, { chunksPerRequirement: 5 });
    await activateRetrievalVersion(ctx, engine.models, record.id);
    await withoutGuards(
      database,
      "retrieval_versions",
      sql`update retrieval_versions set guard_version = 99 where origin = 'admin'`,
    );
    await start();
    expect(await inForce()).toMatchObject({ origin: "release", ...RULES_OF_RELEASE, chunksPerRequirement: 5 });
    expect(await hasRecommendedVersion(database.db)).toBe(false);
  });
});

test("a version that names no rules has those active", async () => {
  const { record } = await createRetrievalVersion(ctx, engine.models, { chunksPerRequirement: 5 });
  expect(record).toMatchObject({ chunksPerRequirement: 5, evidenceRules: EVIDENCE_RULES, recommended: false });
});

test("an assessor that replaces another judges where an administrator activates it, and in new deployments", async () => {
  const [before] = engine.models.assessors;
  const newer = { ...before, model: "double-assessor-newer", replaces: [before.model] };
  const models = { ...engine.models, assessors: [newer, before] as const };
  const restart = (settings = SETTINGS) => activateConfiguredVersion(database.db, { models, settings });
  await restart();
  await restart({ ...SETTINGS, confidenceComplete: 0.8 });
  expect(await inForce()).toMatchObject({ assessorModel: before.model, confidenceComplete: 0.8 });
  const [recommended] = (await listed()).filter((version) => version.recommended);
  expect(recommended?.assessor.model).toBe(newer.model);
  await activateRetrievalVersion(ctx, models, recommended!.id);
  await restart({ ...SETTINGS, confidenceComplete: 0.8 });
  expect((await inForce())?.assessorModel).toBe(newer.model);
  expect(await hasRecommendedVersion(database.db)).toBe(false);
});

describe("an assessor that judges by the model for meaning", () => {
  const { model: meaning } = createStatedEntailment();
  const byMeaning = (): Assessor => ({
    ...engine.models.assessors[0],
    model: "by-meaning",
    replaces: [engine.models.assessors[0].model],
    readsMeaning: true,
  });
  const models = (): OpenModels => ({
    ...engine.models,
    assessors: [byMeaning(), engine.models.assessors[0]],
    meaning,
  });
  const pinned = {
    model: "stated-entailment",
    sha256: "e".repeat(64),
    thresholds: meaning.thresholds.wording,
    covers: COVERS,
  };

  test("is recommended with its model where words judge, and they continue until it is activated", async () => {
    const restart = () => activateConfiguredVersion(database.db, { models: models(), settings: SETTINGS });
    await restart();
    expect(await inForce()).toMatchObject({ assessorModel: engine.models.assessors[0].model, meaning: null });
    const [recommended] = (await listed()).filter((version) => version.recommended);
    expect(recommended).toMatchObject({ assessor: { model: "by-meaning" }, meaning: { ...pinned, unchecked: "CAP" } });
    await activateRetrievalVersion(ctx, models(), recommended!.id);
    await restart();
    expect(await inForce()).toMatchObject({ assessorModel: "by-meaning", meaning: pinned });
    expect(await hasRecommendedVersion(database.db)).toBe(false);
  });

  test("judges in new deployments, and words again where its model no longer runs", async () => {
    const startWith = ([first, ...rest]: OpenModels["assessors"], runs: Partial<OpenModels>) =>
      activateConfiguredVersion(database.db, {
        models: { ...engine.models, assessors: [first, ...rest], ...runs },
        settings: { ...SETTINGS, confidenceComplete: 0.8 },
      });
    const words: Assessor = { ...engine.models.assessors[0], model: "words-anew" };
    const own: Assessor = { ...byMeaning(), replaces: [words.model] };
    await startWith([own, words], { meaning });
    expect(await inForce()).toMatchObject({ assessorModel: "by-meaning", meaning: pinned });
    await startWith([words], {});
    expect(await inForce()).toMatchObject({ assessorModel: words.model, meaning: null });
    await startWith([own, words], { meaning });
    expect(await inForce()).toMatchObject({ assessorModel: words.model, meaning: null });
    expect((await listed()).find(({ recommended }) => recommended)?.assessor.model).toBe("by-meaning");
  });

  test("is in no version without its model", async () => {
    const named = { assessorModel: "by-meaning" };
    const { record } = await createRetrievalVersion(ctx, models(), named);
    expect(record.meaning).toMatchObject(pinned);
    await expect(createRetrievalVersion(ctx, models(), { ...named, meaning: null })).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringContaining("because 'by-meaning' judges by it"),
    });
    const without = await createRetrievalVersion(ctx, { ...models(), meaning: undefined }, named);
    await expect(activateRetrievalVersion(ctx, models(), without.record.id)).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringContaining("names no model for meaning, by which it judges"),
    });
  });
});
