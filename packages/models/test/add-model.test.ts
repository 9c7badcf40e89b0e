import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { addModel } from "../src/add-model.ts";
import { type Card, readCard } from "../src/card.ts";
import { findModel, listModels } from "../src/find-models.ts";
import { nativeRuntime } from "../src/native-runtime.ts";
import { openScoringModel } from "../src/open-model.ts";
import type { Runtime } from "../src/runtime.ts";
import { SHIPPED_ENTAILMENT } from "../src/shipped.ts";

const shipped = await findModel(undefined, "entailment", SHIPPED_ENTAILMENT.model);
const PAIRS = fileURLToPath(new URL("../../quality/sets/pairs", import.meta.url));
const options = { runtime: nativeRuntime, pairs: PAIRS };
const PAIR = { requirement: "Backups are tested.", evidence: "Restored on 3 May.", context: "Log" };

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "assay-test-models-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A copy of the shipped model under another name, with what `change` makes of its card. */
async function downloaded(change: (card: Record<string, unknown>) => object = (card) => card): Promise<string> {
  const path = await folder();
  await cp(shipped.path, path, { recursive: true });
  const card = change({ ...structuredClone(shipped.card), id: "nli-large" });
  await writeFile(join(path, "card.json"), JSON.stringify(card));
  return path;
}

function withoutThresholds({ thresholds: _, ...card }: Record<string, unknown>): object {
  return card;
}

/** Of the development set, as many as it takes. */
async function somePairs(): Promise<string> {
  const path = await folder();
  const lines = (await readFile(join(PAIRS, "a4.jsonl"), "utf8")).split("\n").filter((line) => line.trim() !== "");
  const [sound, others] = ["S", "N"].map((label) => lines.filter((line) => JSON.parse(line).y === label).slice(0, 100));
  await writeFile(join(path, "a4.jsonl"), [...sound!, ...others!].join("\n"));
  await writeFile(join(path, "split.json"), JSON.stringify({ development: ["a4"] }));
  return path;
}

/** A runtime whose outputs a test states. */
const stated = (...output: number[]): Runtime => ({
  name: "stated",
  open: async () => ({ run: async () => Float32Array.from(output), close: async () => {} }),
});

test("a model of the same form is added under the name of its card, and found next to the shipped ones", async () => {
  const modelsDir = join(await folder(), "models");
  const { card } = await addModel(await downloaded(), { ...options, modelsDir });
  expect(card.id).toBe("nli-large");
  expect((await listModels(modelsDir)).map((model) => model.card.id)).toEqual([
    "nli-large",
    "embedder-2",
    "entailment-2",
  ]);
  expect(await readdir(modelsDir)).toEqual(["nli-large"]);
});

test.each<[string, (card: Record<string, unknown>) => object, string]>([
  [
    "without thresholds, that has read the pairs to measure them on",
    (card) => ({ ...withoutThresholds(card), trainedOn: { authors: ["a4", "a16", "b2"] } }),
    "state in its card",
  ],
  ["under the name of a shipped one", (card) => ({ ...card, id: "entailment-2" }), "one of that name is there"],
  ["with a name that leaves the folder", (card) => ({ ...card, id: "../escape" }), "lower-case letters"],
  [
    "with labels that leave a meaning out",
    (card) => ({ ...card, labels: [{ label: "yes", means: "supports" }] }),
    "mean",
  ],
  ["with another file than its card names", (card) => withSum(card, "0".repeat(64)), "SHA-256"],
  [
    "with a threshold for a kind of text that is none",
    (card) => ({ ...card, thresholds: withKind(card, "POEM") }),
    "kinds",
  ],
  ["without a licence", ({ licence: _, ...card }) => card, "licence"],
])("a model %s is refused, and nothing is left of it", async (_, change, message) => {
  const modelsDir = await folder();
  await expect(addModel(await downloaded(change), { ...options, modelsDir })).rejects.toThrow(message);
  expect(await readdir(modelsDir)).toEqual([]);
});

test("thresholds that a card lacks are measured on pairs that the model has not read, and stand in it from then on", async () => {
  const modelsDir = await folder();
  const unread = await downloaded((card) => ({ ...withoutThresholds(card), trainedOn: { authors: ["a1"] } }));
  await addModel(unread, { ...options, modelsDir, pairs: await somePairs() });
  const { card } = await findModel(modelsDir, "entailment", "nli-large");
  const { reading, wording } = card.thresholds;
  expect(reading.supports).toBeLessThanOrEqual(wording.supports);
  expect(wording.doubtful).toBeGreaterThanOrEqual(wording.supports);
  expect(Object.values(card.figures).at(-1)).toMatch(/^200 development pairs: supports at 0\.\d+: 9\d %/);
});

test("without the pairs a model that has no thresholds is refused", async () => {
  const modelsDir = await folder();
  const adding = addModel(await downloaded(withoutThresholds), {
    ...options,
    modelsDir,
    pairs: join(modelsDir, "none"),
  });
  await expect(adding).rejects.toThrow("add it in a checkout of the repository");
  expect(await readdir(modelsDir)).toEqual([]);
});

test("an engine version cannot name a model whose thresholds nobody measured", async () => {
  const modelsDir = await folder();
  await rename(await downloaded(withoutThresholds), join(modelsDir, "nli-large"));
  await expect(findModel(modelsDir, "entailment", "nli-large")).rejects.toThrow("measure them before");
});

test("a model that computes something else than its test vectors is refused", async () => {
  const modelsDir = await folder();
  await expect(
    addModel(await downloaded(), { ...options, modelsDir, runtime: stated(0.25, 0.25, 0.25, 0.25) }),
  ).rejects.toThrow("test vectors");
  await expect(
    addModel(await downloaded(), { ...options, modelsDir, runtime: stated(Number.NaN, 0, 0, 1) }),
  ).rejects.toThrow("test vectors");
  expect(await readdir(modelsDir)).toEqual([]);
});

test("a card may have thresholds for a kind of text", async () => {
  const path = await downloaded((card) => ({ ...card, thresholds: withKind(card, "TABLE_ROW") }));
  const { card } = await readCard(path);
  expect(card).toMatchObject({ thresholds: { reading: { kinds: { TABLE_ROW: { supports: 0.3 } } } } });
});

test("a card need not say what its training has read; what it says must be names of authors", async () => {
  const modelsDir = await folder();
  await addModel(await downloaded(({ trainedOn: _, ...card }) => card), { ...options, modelsDir });
  const wrong = await downloaded((card) => ({ ...card, id: "other", trainedOn: "all" }));
  await expect(addModel(wrong, { ...options, modelsDir })).rejects.toThrow("trainedOn");
});

test("a classifier of three labels has no 'partly', in its own order, from logits", async () => {
  const { path, card } = shipped;
  const labels = [
    { label: "contradiction", means: "contradicts" as const },
    { label: "entailment", means: "supports" as const },
    { label: "neutral", means: "unrelated" as const },
  ];
  const nli = { path, card: { ...card, labels, output: "logits" as const } };
  const scores = await (await openScoringModel(nli, stated(0, Math.log(2), 0))).score(PAIR);
  expect(scores.partly).toBe(0);
  expect(scores.supports).toBeCloseTo(0.5);
  expect(scores.contradicts).toBeCloseTo(0.25);
  expect(scores.unrelated).toBeCloseTo(0.25);
});

test("each shipped card says where its weights are from and how they may be used", async () => {
  for (const { path, card } of await listModels(undefined)) {
    expect(card).toMatchObject({ licence: "Apache-2.0", source: expect.stringMatching(/^https:/) });
    expect(await readFile(join(path, "card.md"), "utf8")).toContain(card.sha256["model.onnx"]);
  }
});

function withKind({ thresholds }: Record<string, unknown>, kind: string): object {
  const { wording, reading } = thresholds as { wording: object; reading: object };
  return { wording, reading: { ...reading, kinds: { [kind]: reading } } };
}

function withSum(card: Record<string, unknown>, sum: string): object {
  return { ...card, sha256: { ...(card.sha256 as Card["sha256"]), "model.onnx": sum } };
}
