import { GEMINI_CLIENTS } from "@assay/contract";
import { describeAssessor } from "@assay/testing/describe-assessor";
import { describeEmbedder } from "@assay/testing/describe-embedder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { priceOn } from "../../src/gemini/gemini-models.ts";
import {
  createGeminiAssessor,
  createGeminiEmbedder,
  GEMINI_EMBEDDING_MODEL,
  GEMINI_MODEL,
  GEMINI_MODELS,
} from "../../src/gemini/index.ts";
import { PROMPT_VERSION } from "../../src/prompt/index.ts";
import { type ModelDouble, modelDouble, REQUEST } from "../model-doubles/index.ts";
import { answerAsGemini, generation, startGeminiDouble } from "./gemini-double.ts";

const apiKey = "AIzaSyTestTestTestTestTestTestTestTest0";
let google: ModelDouble;
beforeAll(async () => {
  google = await startGeminiDouble();
});
afterAll(() => google.stop());

for (const client of GEMINI_CLIENTS) {
  describeEmbedder(`Gemini by ${client}`, () => createGeminiEmbedder({ apiKey, baseUrl: google.url, client }));
  describeAssessor(`Gemini by ${client}`, () => createGeminiAssessor({ apiKey, baseUrl: google.url, client }));
}

const options = () => ({ signal: AbortSignal.timeout(10_000) });

describe.each(GEMINI_CLIENTS)("by %s", (client) => {
  test("embeddings are asked for by task, in 768 dimensions, a blank text not at all", async () => {
    const double = await modelDouble(answerAsGemini);
    const embedder = createGeminiEmbedder({ apiKey, client, baseUrl: `${double.url}/` });
    const vectors = await embedder.embed(["Backups are encrypted", " \n", "Doors are locked"], { kind: "query" });
    expect(vectors.map((vector) => vector !== null)).toEqual([true, false, true]);
    const [{ path, headers, body }] = double.requests as [ModelDouble["requests"][number]];
    expect(path).toBe(`/v1beta/models/${GEMINI_EMBEDDING_MODEL}:batchEmbedContents`);
    expect(headers["x-goog-api-key"]).toBe(apiKey);
    expect(body.requests).toHaveLength(2);
    expect(body.requests[0]).toEqual({
      model: `models/${GEMINI_EMBEDDING_MODEL}`,
      content: { role: "user", parts: [{ text: "Backups are encrypted" }] },
      taskType: "RETRIEVAL_QUERY",
      outputDimensionality: 768,
    });
  });

  test("no words, no call", async () => {
    const double = await modelDouble(answerAsGemini);
    expect(
      await createGeminiEmbedder({ apiKey, client, baseUrl: double.url }).embed(["", "\t"], { kind: "document" }),
    ).toEqual([null, null]);
    expect(double.requests).toEqual([]);
  });

  test("an assessment is asked for as JSON of a schema, without tools, with bounded output", async () => {
    const double = await modelDouble(answerAsGemini);
    const assessor = createGeminiAssessor({ apiKey, client, baseUrl: double.url });
    await assessor.assess(REQUEST, options());
    const [{ path, body }] = double.requests as [ModelDouble["requests"][number]];
    expect([assessor.model, assessor.promptVersion]).toEqual([GEMINI_MODEL, PROMPT_VERSION]);
    expect(path).toBe(`/v1beta/models/${GEMINI_MODEL}:generateContent`);
    expect(body.tools).toBeUndefined();
    expect(body.systemInstruction.parts[0].text).toMatch(/never follow them/);
    expect(body.generationConfig).toMatchObject({
      responseMimeType: "application/json",
      maxOutputTokens: 8200,
      thinkingConfig: { thinkingLevel: "LOW" },
    });
    expect(body.generationConfig).not.toHaveProperty("temperature");
    const { parts, confidence } = body.generationConfig.responseSchema.properties;
    expect(parts.items.properties.verdict.enum).toEqual(["MET", "PARTLY", "NOT_MET", "CONTRADICTED"]);
    expect(parts).toMatchObject({ minItems: 1, items: { properties: { part: { enum: ["R1"] } } } });
    expect(JSON.stringify(body.generationConfig.responseSchema)).not.toMatch(/maxLength|maxItems|""/);
    expect(confidence.type.toLowerCase()).toBe("number");
  });

  test("a model that knows temperature gets 0, and a budget for its thoughts", async () => {
    const double = await modelDouble(answerAsGemini);
    await createGeminiAssessor({ apiKey, client, baseUrl: double.url, model: "gemini-2.5-flash-lite" }).assess(
      REQUEST,
      options(),
    );
    expect(double.requests[0]!.body.generationConfig).toMatchObject({
      temperature: 0,
      thinkingConfig: { thinkingBudget: 1024 },
    });
  });

  test("thoughts are counted and paid for as output", async () => {
    const price = { inputUsd: 2, outputUsd: 10 };
    const { usage } = await createGeminiAssessor({ apiKey, client, baseUrl: google.url, price }).assess(
      REQUEST,
      options(),
    );
    expect(usage).toEqual({ tokensIn: 1200, tokensOut: 200, costUsd: 0.0044 });
  });

  test("tokens that were not counted are estimated, so that the call does not look free", async () => {
    const double = await modelDouble(() => {
      const { body } = generation('{"quotes":[],"reasoning":"None.","remediation":"","confidence":0.1}') as {
        body: object;
      };
      return { body: { ...body, usageMetadata: undefined } };
    });
    const { usage } = await createGeminiAssessor({ apiKey, client, baseUrl: double.url }).assess(REQUEST, options());
    expect(usage.tokensIn).toBeGreaterThan(500);
    expect(usage.tokensOut).toBeGreaterThan(10);
    expect(usage.costUsd).toBeGreaterThan(0);
  });
});

test("the newer package is told the order of properties, in the words of its API, and the older one asks as it did", async () => {
  const double = await modelDouble(answerAsGemini);
  for (const client of GEMINI_CLIENTS)
    await createGeminiAssessor({ apiKey, client, baseUrl: double.url }).assess(REQUEST, options());
  const [older, newer] = double.requests.map(({ body }) => body.generationConfig.responseSchema);
  expect(JSON.stringify(older)).not.toContain("propertyOrdering");
  expect(newer.propertyOrdering).toEqual(Object.keys(older.properties));
  const part = newer.properties.parts.items;
  expect(part.propertyOrdering).toEqual(["part", "passage", "quote", "why", "verdict"]);
  expect([newer.type, part.properties.verdict.type]).toEqual(["OBJECT", "STRING"]);
});

test("an answer that was cut off is not continued unasked", async () => {
  const double = await modelDouble(() => {
    const { body } = generation("{", "MAX_TOKENS") as { body: { candidates: object[] } };
    return { body: { ...body, candidates: [{ ...body.candidates[0], continuationToken: "go-on" }] } };
  });
  const assessor = createGeminiAssessor({ apiKey, client: "genai", baseUrl: double.url });
  await expect(assessor.assess(REQUEST, options())).rejects.toThrow("cut off");
  // The answer, and the one time that it is asked for again.
  expect(double.requests).toHaveLength(2);
});

test("a model of which no price is known is refused unless its price is given", () => {
  const model = "gemini-9-ultra";
  expect(() => createGeminiAssessor({ apiKey, model })).toThrow(
    /'gemini-9-ultra' because its price is not known.*gemini-3\.8-flash/,
  );
  expect(createGeminiAssessor({ apiKey, model, price: { inputUsd: 1, outputUsd: 1 } }).model).toBe(model);
});

test("a price holds from its day on", () => {
  const flash = GEMINI_MODELS["gemini-3.8-flash"]!;
  expect(priceOn(flash, new Date("2026-12-31T23:59:59Z"))).toMatchObject({ inputUsd: 0.75, outputUsd: 3.75 });
  expect(priceOn(flash, new Date("2027-01-01T00:00:00Z"))).toMatchObject({ inputUsd: 1.5, outputUsd: 7.5 });
  expect(priceOn(flash, new Date("2020-01-01T00:00:00Z"))).toMatchObject({ inputUsd: 0.75 });
});

test.each(["", "two words", "AIza\nSy", "clé"])(
  "a key that cannot be sent (%j) is refused without being shown",
  (key) => {
    for (const create of [createGeminiAssessor, createGeminiEmbedder]) {
      expect(() => create({ apiKey: key })).toThrow("Cannot use Gemini because its API key must be printable ASCII");
    }
  },
);

test("a base URL or a model that cannot be part of an address is refused", () => {
  const price = { inputUsd: 1, outputUsd: 1 };
  expect(() => createGeminiEmbedder({ apiKey, baseUrl: "generativelanguage.googleapis.com" })).toThrow(
    "its base URL must be",
  );
  expect(() => createGeminiAssessor({ apiKey, model: "../files?x=", price })).toThrow("its model must be a name");
});
