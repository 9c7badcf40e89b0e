import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHIPPED_ENTAILMENT } from "@assay/models/shipped";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { checkMeaning } from "../../src/doctor/check-meaning.ts";
import { openMeaning } from "../../src/parts/meaning.ts";
import { remoteMeaning } from "../../src/parts/remote-meaning.ts";

const { model, sha256, thresholds, covers } = SHIPPED_ENTAILMENT;
const URL = { ENTAILMENT_URL: "http://127.0.0.1:9" };

async function open(env: Readonly<Record<string, string>>) {
  const opened = await openMeaning(readConfig(env), tmpdir());
  onTestFinished(() => opened.close());
  return opened.meaning;
}

test("on Node the shipped model checks citations, by the thresholds of its card", async () => {
  const meaning = await open({});
  expect(meaning?.entailment).toMatchObject({ model, sha256, runtime: expect.stringContaining("onnxruntime-node") });
  expect(meaning).toMatchObject({ thresholds, covers });
});

test("a server that is set does it instead, with the same pin; none does nothing", async () => {
  expect(await open(URL)).toEqual({
    entailment: expect.objectContaining({ model, sha256, runtime: "http" }),
    ...{ thresholds, covers, metrics: expect.objectContaining({ sha256 }) },
  });
  expect((await open({ ...URL, ENTAILMENT_PROVIDER: "onnx" }))?.entailment.runtime).toContain("onnxruntime-node");
  expect(await open({ ...URL, ENTAILMENT_PROVIDER: "none" })).toBeUndefined();
});

test("without files, a server of the shipped model checks or nothing does", () => {
  expect(remoteMeaning(readConfig({}))).toBeUndefined();
  expect(remoteMeaning(readConfig(URL))?.entailment).toMatchObject({ model, sha256, runtime: "http" });
  expect(() => remoteMeaning(readConfig({ ENTAILMENT_PROVIDER: "onnx" }))).toThrow("unset ENTAILMENT_PROVIDER");
  expect(() => remoteMeaning(readConfig({ ...URL, ENTAILMENT_MODEL: "other" }))).toThrow("unset ENTAILMENT_MODEL");
});

test("a model or a folder that is not there ends the start, in words for the operator", async () => {
  await expect(open({ ENTAILMENT_MODEL: "other" })).rejects.toThrow("Cannot find the model 'other'");
  await expect(open({ ASSAY_MODELS_DIR: "/nowhere" })).rejects.toThrow("check ASSAY_MODELS_DIR");
  expect(() => readConfig({ ENTAILMENT_PROVIDER: "http" })).toThrow("ENTAILMENT_URL must be set");
});

test("doctor says which models are there, whether their files are whole, and tries one pair", async () => {
  const findings = await checkMeaning(readConfig({}));
  expect(findings.every(({ ok }) => ok)).toBe(true);
  const text = findings.map((finding) => finding.text).join("\n");
  expect(text).toMatch(/^Model embedder-2 .*whole\nModel entailment-2 .*whole\nMeaning: entailment-2 checks citations/);
});

test("doctor says what is wrong with a server that is not there, and with a folder that is no model", async () => {
  expect((await checkMeaning(readConfig(URL))).at(-1)).toMatchObject({ ok: false });
  const modelsDir = await mkdtemp(join(tmpdir(), "assay-test-models-"));
  onTestFinished(() => rm(modelsDir, { recursive: true }));
  await mkdtemp(join(modelsDir, "no-model-"));
  const [first] = await checkMeaning(readConfig({ ASSAY_MODELS_DIR: modelsDir }));
  expect(first).toMatchObject({ ok: false, text: expect.stringContaining("card.json") });
});
