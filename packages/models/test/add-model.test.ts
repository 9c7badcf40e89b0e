import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addModel } from "../src/add-model.ts";
import { type Card, readCard } from "../src/card.ts";
import { findModel, listModels } from "../src/find-models.ts";
import { nativeRuntime } from "../src/native-runtime.ts";
import { openScoringModel } from "../src/open-model.ts";
import type { Runtime } from "../src/runtime.ts";
import { SHIPPED_ENTAILMENT } from "../src/shipped.ts";

const shipped = await findModel(undefined, "entailment", SHIPPED_ENTAILMENT.model);
const PAIR = { requirement: "Backups are tested.", evidence: "Restored on 3 May.", context: "Log" };

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "assay-test-models-"));
  onTestFinished(() => rm(path, { recursive: true }));
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

/** A runtime whose outputs a test states. */
const stated = (...output: number[]): Runtime => ({
  name: "stated",
  open: async () => ({ run: async () => Float32Array.from(output), close: async () => {} }),
});

test("a model of the same form is added under the name of its card, and found next to the shipped ones", async () => {
  const modelsDir = join(await folder(), "models");
  const { card } = await addModel(await downloaded(), modelsDir, nativeRuntime);
  expect(card.id).toBe("nli-large");
  expect((await listModels(modelsDir)).map((model) => model.card.id)).toEqual([
    "nli-large",
    "embedder-1",
    "entailment-1",
  ]);
  expect(await readdir(modelsDir)).toEqual(["nli-large"]);
});

test.each<[string, (card: Record<string, unknown>) => object, string]>([
  ["without thresholds", ({ thresholds: _, ...card }) => card, "measure them before"],
  ["under the name of a shipped one", (card) => ({ ...card, id: "entailment-1" }), "one of that name is there"],
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
  await expect(addModel(await downloaded(change), modelsDir, nativeRuntime)).rejects.toThrow(message);
  expect(await readdir(modelsDir)).toEqual([]);
});

test("a model that computes something else than its test vectors is refused", async () => {
  const modelsDir = await folder();
  await expect(addModel(await downloaded(), modelsDir, stated(0.25, 0.25, 0.25, 0.25))).rejects.toThrow("test vectors");
  await expect(addModel(await downloaded(), modelsDir, stated(Number.NaN, 0, 0, 1))).rejects.toThrow("test vectors");
  expect(await readdir(modelsDir)).toEqual([]);
});

test("a card may have thresholds for a kind of text", async () => {
  const path = await downloaded((card) => ({ ...card, thresholds: withKind(card, "TABLE_ROW") }));
  const { card } = await readCard(path);
  expect(card).toMatchObject({ thresholds: { reading: { kinds: { TABLE_ROW: { supports: 0.1 } } } } });
});

test("a card need not say what its training has read; what it says must be names of authors", async () => {
  const modelsDir = await folder();
  await addModel(await downloaded(({ trainedOn: _, ...card }) => card), modelsDir, nativeRuntime);
  const wrong = await downloaded((card) => ({ ...card, id: "other", trainedOn: "all" }));
  await expect(addModel(wrong, modelsDir, nativeRuntime)).rejects.toThrow("trainedOn");
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
