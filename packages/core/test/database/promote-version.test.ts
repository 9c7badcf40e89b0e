import type { EngineMetrics, RetrievalVersionRecord } from "@assay/contract";
import type { Models } from "@assay/core/ports";
import {
  activateRetrievalVersion,
  createRetrievalVersion,
  getEngineMetrics,
  listRetrievalVersions,
  recommendRetrievalVersion,
  storeEngineMetrics,
} from "@assay/core/retrieval-versions";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { MEASURED_SET, makeMetrics } from "@assay/testing/make-metrics";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStatedEntailment } from "../support/stated-entailment.ts";
import { createTestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let ctx: Context;
let models: Models;
let active: RetrievalVersionRecord;
let candidate: RetrievalVersionRecord;
beforeEach(async () => {
  database = await openTestDatabase();
  const engine = await createTestEngine(database.db);
  ctx = await engine.makeTenant();
  models = { ...engine.models, meaning: { ...createStatedEntailment().model, metrics: undefined } };
  active = await make(0.5);
  await activateRetrievalVersion(ctx, models, active.id);
  candidate = await make(0.6);
});
afterEach(() => database.close());

const make = async (supports: number) =>
  (
    await createRetrievalVersion(ctx, models, {
      chunksPerRequirement: 4,
      meaning: { model: "stated-entailment", thresholds: { supports } },
    })
  ).record;
const metricsOf = ({ meaning }: RetrievalVersionRecord, counts?: Parameters<typeof makeMetrics>[1]) =>
  makeMetrics(meaning!, counts);
const store = (version: RetrievalVersionRecord, metrics: EngineMetrics) => storeEngineMetrics(ctx, version.id, metrics);
const recommended = async () =>
  (await listRetrievalVersions(ctx, { limit: 50 })).items.filter((each) => each.recommended).map(({ id }) => id);
const refusal = async (version = candidate) => (await getEngineMetrics(ctx, version.id)).refusal;

/** Refused with what the page of the version says too. */
async function expectRefused(reason: string, version = candidate): Promise<void> {
  expect(await refusal(version)).toContain(reason);
  await expect(recommendRetrievalVersion(ctx, version.id)).rejects.toMatchObject({
    code: "INVALID_STATE",
    message: expect.stringContaining(reason),
  });
  expect(await recommended()).toEqual([]);
}

test("a version is recommended with its metrics, and not without", async () => {
  await expectRefused("it has no metrics");
  await store(candidate, metricsOf(candidate));
  expect(await refusal()).toBeNull();
  expect(await recommendRetrievalVersion(ctx, candidate.id)).toMatchObject({ recommended: true, measured: true });
  expect(await recommended()).toEqual([candidate.id]);
  await activateRetrievalVersion(ctx, models, candidate.id);
  expect(await recommended()).toEqual([]);
});

test.each([
  ["false COMPLETE, evading", { falseComplete: 40 }, MEASURED_SET],
  ["moved although nothing that matters changed", { moved: 40 }, `invariance gate, ${MEASURED_SET}`],
])("a version whose '%s' is worse than the active one's is refused by that name", async (what, counts, set) => {
  await store(active, metricsOf(active));
  await store(candidate, metricsOf(candidate, counts));
  await expectRefused(`'${what}' of '${set}' is worse: 40 of 100, the active version 10 of 100`);
  await expect(recommendRetrievalVersion(ctx, candidate.id)).rejects.toMatchObject({
    details: { metric: { set, what } },
  });
});

test("what a chance explains, and what does not decide, refuses nothing and is shown", async () => {
  await store(active, metricsOf(active));
  const { compared } = await store(candidate, metricsOf(candidate, { falseComplete: 14, offTopic: 90 }));
  expect(compared.map(({ line, active: before, fell, decides }) => [line.what, before?.count, fell, decides])).toEqual([
    ["false COMPLETE, evading", 10, false, true],
    ["off topic, COMPLETE or PARTIAL", 10, true, false],
    ["moved although nothing that matters changed", 10, false, true],
  ]);
  await recommendRetrievalVersion(ctx, candidate.id);
  expect(await recommended()).toEqual([candidate.id]);
});

test("the interval is computed, whatever a file says of it", async () => {
  await store(active, metricsOf(active));
  expect((await store(candidate, metricsOf(candidate, { falseComplete: 40 }))).compared[0]).toMatchObject({
    active: { low: 0, high: 1 },
    fell: true,
  });
});

test("metrics on other cases than those of the active version compare with nothing", async () => {
  await store(active, metricsOf(active));
  await store(candidate, metricsOf(candidate, { falseComplete: 0, digest: "6" }));
  await expectRefused("was not measured on the cases of the active version");
  const { lines, ...rest } = metricsOf(candidate, { falseComplete: 0 });
  await store(candidate, { ...rest, lines: lines.filter(({ what }) => !what.startsWith("false COMPLETE")) });
  await expectRefused("'false COMPLETE, evading'");
});

test("the newest metrics of a version count", async () => {
  await store(active, metricsOf(active));
  await store(candidate, metricsOf(candidate, { falseComplete: 40 }));
  await store(candidate, metricsOf(candidate));
  expect(await refusal()).toBeNull();
});

test("metrics of other weights, thresholds or rules are refused, field by field", async () => {
  const metrics = metricsOf(candidate);
  const wrong = { ...metrics, sha256: "f".repeat(64), guardVersion: 99, covers: { languages: ["de"], kinds: [] } };
  await expect(store(candidate, wrong)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { issues: ["sha256", "guardVersion", "covers"].map((field) => expect.objectContaining({ field })) },
  });
  await expect(store(active, metrics)).rejects.toMatchObject({
    details: { issues: [expect.objectContaining({ field: "thresholds.wording" })] },
  });
  expect(await getEngineMetrics(ctx, active.id)).toMatchObject({ metrics: null, compared: [] });
});

test("a version that checks no meaning has no metrics, and is not recommended over one that does", async () => {
  const { record: unchecked } = await createRetrievalVersion(ctx, models, { meaning: null });
  await expect(store(unchecked, metricsOf(active))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expectRefused("it does not check meaning", unchecked);
  await expectRefused("it is the active version", active);
});

test("a version that is made with what the release has measured has its metrics from the start", async () => {
  const { model } = createStatedEntailment();
  const metrics = { ...model.metrics, thresholds: model.thresholds };
  const { record } = await createRetrievalVersion(
    ctx,
    { ...models, meaning: { ...model, metrics } },
    { chunksPerRequirement: 3, meaning: { model: "stated-entailment" } },
  );
  expect(record.measured).toBe(true);
  expect(await getEngineMetrics(ctx, record.id)).toMatchObject({ origin: "release", activeVersionId: active.id });
});
