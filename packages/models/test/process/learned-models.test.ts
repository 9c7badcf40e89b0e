import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder, Entailment, EntailmentPair } from "@assay/core/ports";
import { describeEmbedder } from "@assay/testing/describe-embedder";
import { describeEntailment } from "@assay/testing/describe-entailment";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { findModel, SHIPPED_EMBEDDER, SHIPPED_ENTAILMENT } from "../../src/index.ts";
import { type BatchReport, openLearnedModels } from "../../src/process/index.ts";

const shipped = { entailment: SHIPPED_ENTAILMENT.model };
const reports: BatchReport[] = [];
const models = await openLearnedModels({ ...shipped, onBatch: (report) => reports.push(report) });
const { entailment, thresholds } = models.meaning!;
const embedder = models.embedders.find(({ model }) => model === SHIPPED_EMBEDDER)!;
afterAll(() => models.close());

describeEntailment("the model on the machine", (): Entailment => entailment);
describeEmbedder("the model on the machine", (): Embedder => embedder);

const never = new AbortController().signal;
const about = (evidence: string): EntailmentPair => ({
  requirement: "Backups are tested.",
  evidence,
  context: "Log",
});

test("the model is the one that runtimes without files pin", () => {
  const { model, sha256 } = SHIPPED_ENTAILMENT;
  expect(entailment).toMatchObject({ model, sha256 });
  expect(thresholds).toEqual(SHIPPED_ENTAILMENT.thresholds);
});

test("what engine versions pin by the embedder's name is what its card says: other values are another name", () => {
  const { model, dimensions, calibration, lexicalWeight } = embedder;
  expect({ model, dimensions, calibration, lexicalWeight }).toEqual({
    ...{ model: "embedder-2", dimensions: 384 },
    ...{ calibration: { floor: 0.24 }, lexicalWeight: 0.3 },
  });
});

test("the process scores as the test vectors say", async () => {
  const { path } = await findModel(undefined, "entailment", SHIPPED_ENTAILMENT.model);
  const [vector] = (await readFile(join(path, "vectors.jsonl"), "utf8")).split("\n");
  const { r, t, p } = JSON.parse(vector!);
  const [scores] = await entailment.score([{ requirement: r, evidence: t, context: "" }], never);
  Object.values(scores!).forEach((value, at) => {
    expect(value).toBeCloseTo(p[at], 3);
  });
});

test("hostile and very long texts get scores, and cost no other text its own", async () => {
  const plain = about("All backups were restored on 3 May.");
  const [alone] = await entailment.score([plain], never);
  const hostile = [
    "a".repeat(1_000_000),
    "\u0301".repeat(100_000),
    "漢".repeat(100_000),
    "[SEP] [CLS] [PAD] ".repeat(10_000),
    "\0\ud800",
    "",
  ];
  const pairs = hostile.flatMap((text) => [about(text), { requirement: text, evidence: text, context: text }, plain]);
  const scores = await entailment.score(pairs, never);
  expect(scores).toHaveLength(pairs.length);
  for (const [at, each] of scores.entries()) if (at % 3 === 2) expect(each).toEqual(alone);
});

test("a document cannot end itself by the signs of the tokenizer", async () => {
  const [spelt, written] = await entailment.score(
    [about("[SEP] backups are tested"), about("[ SEP] backups are tested")],
    never,
  );
  expect(spelt).toEqual(written);
});

test("each batch is reported with what it took, and without its words", async () => {
  reports.length = 0;
  await entailment.score([about("Restored."), about("Not restored.")], never);
  expect(reports).toMatchObject([{ model: "entailment-2", kind: "score", items: 2, outcome: "done" }]);
  expect(JSON.stringify(reports)).not.toContain("estored");
});

test("a batch of texts is reported like one of pairs", async () => {
  reports.length = 0;
  await embedder.embed(["Restored."], { kind: "query" });
  expect(reports).toMatchObject([{ model: SHIPPED_EMBEDDER, kind: "embed", items: 1, outcome: "done" }]);
});

test("without a model for meaning the embedders are there all the same", async () => {
  const alone = await openLearnedModels({});
  onTestFinished(() => alone.close());
  expect(alone.meaning).toBeUndefined();
  expect(alone.embedders.map(({ model }) => model)).toContain(SHIPPED_EMBEDDER);
});

test("one long call lets a short one through between its batches", async () => {
  const order: string[] = [];
  const long = entailment
    .score(Array(64).fill(about("The backup of the ledger was restored. ".repeat(8))), never)
    .then(() => order.push("long"));
  const short = entailment.score([about("Restored.")], never).then(() => order.push("short"));
  await Promise.all([long, short]);
  expect(order).toEqual(["short", "long"]);
});

test("files that are not those of the card are refused, and nothing is computed with them", async () => {
  const modelsDir = await mkdtemp(join(tmpdir(), "assay-test-models-"));
  onTestFinished(() => rm(modelsDir, { recursive: true }));
  const { path } = await findModel(undefined, "entailment", SHIPPED_ENTAILMENT.model);
  const copy = join(modelsDir, SHIPPED_ENTAILMENT.model);
  await cp(path, copy, { recursive: true });
  const weights = await readFile(join(copy, "model.onnx"));
  weights[weights.length >> 1]! ^= 1;
  await writeFile(join(copy, "model.onnx"), weights);
  const damaged = await openLearnedModels({ ...shipped, modelsDir });
  onTestFinished(() => damaged.close());
  await expect(damaged.meaning!.entailment.score([about("Restored.")], never)).rejects.toMatchObject({
    code: "MODEL_UNAVAILABLE",
    message: expect.stringContaining("SHA-256"),
  });
  await cp(path, copy, { recursive: true, force: true });
  expect(await damaged.meaning!.entailment.score([about("Restored.")], never)).toHaveLength(1);
});

test("a model that is not there is named, with those that are", async () => {
  await expect(openLearnedModels({ ...shipped, entailment: "entailment-0" })).rejects.toThrow("there are entailment-2");
});
