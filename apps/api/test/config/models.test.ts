import { PROMPT_FORMS } from "@assay/adapters/prompt";
import type { OpenMeaningModel } from "@assay/core/ports";
import { createOfflineEmbedder } from "@assay/offline";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { configuredModels } from "../../src/parts/models.ts";
import { remoteModels } from "../../src/parts/remote-models.ts";

const GEMINI = { GEMINI_API_KEY: "AIzaSyTest" };
const SERVER = { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:11434/v1", OPENAI_COMPATIBLE_MODEL: "qwen3:14b" };
const WORDS = ["offline-lexical-3", "offline-lexical-2"];
const EMBEDDING = { OPENAI_COMPATIBLE_EMBEDDING_MODEL: "all-mpnet-base-v2" };

function namesOf(env: Record<string, string>) {
  const { embedders, assessors } = configuredModels(readConfig(env));
  return {
    embedders: embedders.map(({ model }) => model),
    assessors: [...new Set(assessors.map(({ model }) => model))],
  };
}

test("a model that is asked is asked under every prompt that versions may pin, the newest first", () => {
  const { assessors } = configuredModels(readConfig({ GEMINI_API_KEY: "AIza" }));
  const prompts = assessors.filter(({ model }) => model === "gemini-3.8-flash").map((each) => each.promptVersion);
  expect(prompts).toEqual(PROMPT_FORMS.map(({ version }) => version));
});

describe("the models that settings choose", () => {
  test("are the offline engine without any", () => {
    expect(namesOf({})).toEqual({
      embedders: ["offline-lexical-3", "offline-lexical-2", "offline-lexical-1"],
      assessors: WORDS,
    });
  });

  test("are Gemini's with its key", () => {
    expect(namesOf(GEMINI)).toEqual({
      embedders: ["gemini-embedding-001", "offline-lexical-3", "offline-lexical-2", "offline-lexical-1"],
      assessors: ["gemini-3.8-flash", ...WORDS],
    });
  });

  test("never send evidence to a provider that was not chosen", () => {
    const env = { ...GEMINI, ...SERVER, MODEL_PROVIDER: "openai-compatible" };
    expect(namesOf(env).embedders[0]).toBe("offline-lexical-3");
    expect(namesOf({ ...env, ...EMBEDDING }).embedders[0]).toBe("all-mpnet-base-v2");
    expect(namesOf({ ...env, MODEL_PROVIDER: "offline" })).toMatchObject({
      embedders: ["offline-lexical-3", "offline-lexical-2", "offline-lexical-1", "gemini-embedding-001"],
      assessors: [...WORDS, "gemini-3.8-flash", "qwen3:14b"],
    });
  });

  test("are told by name which embedder comes first, one of the machine's own too", () => {
    const own = { ...createOfflineEmbedder(), model: "embedder-2", dimensions: 384 };
    const firstOf = (env: Record<string, string>) =>
      configuredModels(readConfig(env), { embedders: [own] }).embedders[0].model;
    expect(firstOf({ ...GEMINI, EMBEDDER_MODEL: "embedder-2" })).toBe("embedder-2");
    expect(firstOf({ ...GEMINI, EMBEDDER_MODEL: "offline-lexical-2" })).toBe("offline-lexical-2");
    expect(() => namesOf({ EMBEDDER_MODEL: "embedder-2" })).toThrow(
      "does not run it: set EMBEDDER_MODEL to one of offline-lexical-3, offline-lexical-2",
    );
  });

  test("judge by words without network, by meaning only where a setting names that engine and its model runs", () => {
    const thresholds = { related: 0.05, supports: 0.5, contradicts: 0.5 };
    const meaning: OpenMeaningModel = {
      entailment: { model: "entailment-9", sha256: "e".repeat(64), runtime: "the test", score: async () => [] },
      covers: { languages: ["en"], kinds: ["PROSE"] },
      thresholds: { reading: thresholds, wording: thresholds },
    };
    const namesBy = (env: Record<string, string>) =>
      configuredModels(readConfig(env), { meaning }).assessors.map(({ model }) => model);
    const [cautious, byWords] = WORDS;
    expect(namesBy({})).toEqual([byWords, "offline-meaning-1", cautious]);
    expect(namesBy({ OFFLINE_ASSESSOR: "offline-meaning-1" })[0]).toBe("offline-meaning-1");
    expect(namesBy({ ...GEMINI, OFFLINE_ASSESSOR: "offline-lexical-2" })[0]).toBe("gemini-3.8-flash");
    expect(() => namesOf({ OFFLINE_ASSESSOR: "offline-meaning-1" })).toThrow(
      "Cannot judge with 'offline-meaning-1' because this deployment does not run it: set OFFLINE_ASSESSOR to one of offline-lexical-3",
    );
    const { fallback } = configuredModels(readConfig({ ...GEMINI, MODEL_FALLBACK_PROVIDER: "offline" }), { meaning });
    expect(fallback).toMatchObject({ model: "offline-lexical-3", goesByWords: true });
  });

  test("take the prefixes that are set", () => {
    const prefixes = { OPENAI_COMPATIBLE_QUERY_PREFIX: "q: ", OPENAI_COMPATIBLE_DOCUMENT_PREFIX: "d: " };
    expect(namesOf({ ...SERVER, ...EMBEDDING, ...prefixes }).embedders[0]).toBe("all-mpnet-base-v2 (q: / d:)");
  });

  test("need a price where none is known, and take the one that is set for the provider that judges", () => {
    const unknown = { ...GEMINI, GEMINI_MODEL: "gemini-9-ultra" };
    const price = { MODEL_PRICE_INPUT_USD: "1.5", MODEL_PRICE_OUTPUT_USD: "0" };
    expect(() => namesOf(unknown)).toThrow(/'gemini-9-ultra' because its price is not known: set its price/);
    expect(namesOf({ ...unknown, ...price }).assessors[0]).toBe("gemini-9-ultra");
    expect(() => namesOf({ ...unknown, ...SERVER, ...price, MODEL_PROVIDER: "openai-compatible" })).toThrow(
      "price is not known",
    );
    expect(() => readConfig({ MODEL_PRICE_INPUT_USD: "1" })).toThrow("MODEL_PRICE_OUTPUT_USD must be set");
    expect(() => readConfig({ ...price, MODEL_PRICE_INPUT_USD: "-1" })).toThrow(
      "MODEL_PRICE_INPUT_USD must be at least 0",
    );
  });
});

test("the package that calls Gemini is one of two, and the newer one is refused where the bundle leaves it out", () => {
  expect(() => readConfig({ GEMINI_CLIENT: "newest" })).toThrow("GEMINI_CLIENT must be generative-ai or genai");
  expect(readConfig({}).GEMINI_CLIENT).toBe("generative-ai");
  expect(remoteModels(readConfig(GEMINI)).assessors[0].model).toBe("gemini-3.8-flash");
  expect(() => remoteModels(readConfig({ ...GEMINI, GEMINI_CLIENT: "genai" }))).toThrow("unset GEMINI_CLIENT");
});
