import { describeAssessor } from "@assay/testing/describe-assessor";
import { describeEmbedder } from "@assay/testing/describe-embedder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOpenAiCompatibleAssessor, createOpenAiCompatibleEmbedder } from "../../src/openai-compatible/index.ts";
import { type ModelDouble, modelDouble, REQUEST } from "../model-doubles/index.ts";
import { answerAsServer, completion, embeddings, refusal, startServerDouble } from "./openai-double.ts";

let server: ModelDouble;
beforeAll(async () => {
  server = await startServerDouble();
});
afterAll(() => server.stop());

const assessorAt = (url: string, more: object = {}) =>
  createOpenAiCompatibleAssessor({ baseUrl: `${url}/v1`, model: "qwen3:14b", ...more });
const embedderAt = (url: string, more: object = {}) =>
  createOpenAiCompatibleEmbedder({ baseUrl: `${url}/v1/`, model: "nomic-embed-text", ...more });
const options = () => ({ signal: AbortSignal.timeout(10_000) });
const vector = (size: number) => Array.from({ length: size }, (_, at) => Math.sin(at + 1));

describeEmbedder("An OpenAI-compatible server", () => embedderAt(server.url));
describeAssessor("An OpenAI-compatible server", () => assessorAt(server.url));

describe("assessing", () => {
  test("asks for one strict schema at temperature 0, with the key as a bearer token", async () => {
    const double = await modelDouble(answerAsServer);
    const { usage } = await assessorAt(double.url, { apiKey: "sk-1" }).assess(REQUEST, options());
    const [{ headers, body }] = double.requests as [ModelDouble["requests"][number]];
    expect(headers.authorization).toBe("Bearer sk-1");
    expect(body).toMatchObject({ model: "qwen3:14b", temperature: 0, max_tokens: 1200, stream: true });
    expect(body).not.toHaveProperty("tools");
    const { strict, schema } = body.response_format.json_schema;
    expect(strict).toBe(true);
    for (const object of [schema, schema.properties.parts.items]) {
      expect(object.additionalProperties).toBe(false);
      expect(object.required).toEqual(Object.keys(object.properties));
    }
    expect(usage).toEqual({ tokensIn: 1200, tokensOut: 200, costUsd: 0 });
    // A grammar holds a number to a list alone.
    const { type, enum: shares } = schema.properties.confidence;
    expect([type, shares[0], shares[15], shares.at(-1)]).toEqual(["number", 0, 0.75, 1]);
  });

  test("without a key sends none, and counts a price that is given", async () => {
    const double = await modelDouble(answerAsServer);
    const assessor = assessorAt(double.url, { price: { inputUsd: 2, outputUsd: 10 } });
    expect((await assessor.assess(REQUEST, options())).usage.costUsd).toBe(0.0044);
    expect(double.requests[0]!.headers).not.toHaveProperty("authorization");
  });

  test("takes plain JSON mode from a server that refuses schemas, and remembers it", async () => {
    const double = await modelDouble((request) =>
      request.body.response_format.type === "json_schema"
        ? refusal(400, "response_format json_schema is not supported")
        : answerAsServer(request),
    );
    const assessor = assessorAt(double.url);
    for (const passages of [REQUEST.passages, REQUEST.passages.slice(0, 1)])
      expect((await assessor.assess({ ...REQUEST, passages }, options())).quotes).not.toEqual([]);
    expect(double.requests.map(({ body }) => body.response_format.type)).toEqual([
      "json_schema",
      "json_schema",
      "json_object",
      "json_object",
    ]);
  });

  test("continues asking for the schema after a request that fails in both forms", async () => {
    let good = false;
    const double = await modelDouble((request) => (good ? answerAsServer(request) : refusal(400, "context length")));
    const assessor = assessorAt(double.url);
    await expect(assessor.assess(REQUEST, options())).rejects.toMatchObject({ code: "MODEL_REJECTED_REQUEST" });
    good = true;
    await assessor.assess(REQUEST, options());
    expect(double.requests.at(-1)!.body.response_format.type).toBe("json_schema");
  });

  test("estimates tokens that the server does not count", async () => {
    const double = await modelDouble(async (request) => {
      const { body } = (await answerAsServer(request)) as { body: object };
      return { body: { ...body, usage: undefined } };
    });
    const { usage } = await assessorAt(double.url).assess(REQUEST, options());
    expect(usage.tokensIn).toBeGreaterThan(500);
    expect(usage.tokensOut).toBeGreaterThan(10);
  });

  test.each([
    ["of its own", { reasoning_content: "Let me see." }, ""],
    ["by another name", { reasoning: "Let me see." }, ""],
    ["before the text", {}, "<think>Let me see."],
  ])("gives a model room for thoughts once it has seen some %s", async (_name, message, text) => {
    const double = await modelDouble((request) =>
      double.requests.length === 1 ? completion(text, "length", message) : answerAsServer(request),
    );
    expect((await assessorAt(double.url).assess(REQUEST, options())).quotes).not.toEqual([]);
    expect(double.requests.map(({ body }) => body.max_tokens)).toEqual([1200, 8200]);
  });

  test("reads an answer that a thinking model wraps", async () => {
    const json = '{"quotes":[],"reasoning":"Nothing is said.","remediation":"","confidence":0.1}';
    const double = await modelDouble(() =>
      completion(`<think>{"confidence": 1}</think>\n\n\`\`\`json\n${json}\n\`\`\`\n`),
    );
    expect(await assessorAt(double.url).assess(REQUEST, options())).toMatchObject({
      confidence: 0.1,
      remediation: null,
    });
  });
});

describe("embedding", () => {
  test("puts before a text what its model wants, and names it", async () => {
    const double = await modelDouble(answerAsServer);
    const embedder = embedderAt(double.url);
    expect(embedder.model).toBe("nomic-embed-text (search_query: / search_document:)");
    await embedder.embed(["Backups", " "], { kind: "query" });
    await embedder.embed(["Backups"], { kind: "document" });
    expect(double.requests.map(({ body }) => body)).toEqual([
      { model: "nomic-embed-text", input: ["search_query: Backups"] },
      { model: "nomic-embed-text", input: ["search_document: Backups"] },
    ]);
  });

  test.each([
    ["text-embedding-nomic-embed-text-v1.5", "search_query:"],
    ["hf.co/nomic-ai/nomic-embed-text-v2-moe", "search_query:"],
    ["embeddinggemma:300m", "task: search result | query:"],
    ["intfloat/multilingual-e5-base", "query:"],
  ])("knows the prefixes of %s", (model, prefix) => {
    expect(embedderAt(server.url, { model }).model).toBe(`${model} (${prefix} / ${prefixOfDocuments(prefix)})`);
  });

  test("takes given prefixes, none included, and another model as it is", () => {
    expect(embedderAt(server.url, { prefixes: { query: "q: ", document: "" } }).model).toBe("nomic-embed-text (q: / )");
    expect(embedderAt(server.url, { prefixes: { query: "", document: "" } }).model).toBe("nomic-embed-text");
    expect(embedderAt(server.url, { model: "all-mpnet-base-v2" }).model).toBe("all-mpnet-base-v2");
  });

  test("asks a model with longer vectors for 768, and remembers it", async () => {
    const double = await modelDouble(({ body }) => embeddings(body.input.map(() => vector(body.dimensions ?? 1536))));
    const embedder = embedderAt(double.url, { model: "text-embedding-3-small" });
    for (const kind of ["document", "query"] as const) {
      const [embedded] = await embedder.embed(["Backups"], { kind });
      expect(embedded).toHaveLength(768);
      expect(Math.hypot(...embedded!)).toBeCloseTo(1, 5);
    }
    expect(double.requests.map(({ body }) => body.dimensions)).toEqual([undefined, 768, 768]);
  });

  test("takes vectors of other dimensions where they are set, and says so in its name", async () => {
    const double = await modelDouble(({ body }) => embeddings(body.input.map(() => vector(1024))));
    const embedder = embedderAt(double.url, { model: "bge-m3", dimensions: 1024 });
    expect(embedder).toMatchObject({ model: "bge-m3, 1024 dimensions", dimensions: 1024 });
    expect((await embedder.embed(["Backups"], { kind: "document" }))[0]).toHaveLength(1024);
    expect(double.requests.map(({ body }) => body.dimensions)).toEqual([undefined]);
  });

  test.each([
    ["refuses the wish", 1024, () => refusal(400, "does not support matryoshka representation")],
    ["ignores the wish", 1024, () => embeddings([vector(1024)])],
    ["has shorter ones", 384, () => embeddings([vector(384)])],
  ])("names models that fit when a server %s", async (_name, size, wished) => {
    const double = await modelDouble(({ body }) => (body.dimensions ? wished() : embeddings([vector(size)])));
    const embedder = embedderAt(double.url, { model: "bge-m3" });
    for (const kind of ["document", "query"] as const) {
      await expect(embedder.embed(["Backups"], { kind })).rejects.toMatchObject({
        code: "MODEL_REJECTED_REQUEST",
        message: expect.stringMatching(new RegExp(`'bge-m3' .* returns ${size}: use nomic-embed-text, embeddinggemma`)),
      });
    }
  });
});

describe("options that cannot work are refused at once", () => {
  test.each(["", "localhost:11434/v1", "ftp://host/v1", "http://user:pw@host/v1", "http://host/v1?key=1"])(
    "base URL %j",
    (baseUrl) => {
      for (const create of [createOpenAiCompatibleAssessor, createOpenAiCompatibleEmbedder]) {
        expect(() => create({ baseUrl, model: "m" })).toThrow("its base URL must be an http or https address");
      }
    },
  );

  test.each(["", "two words", "sk\n1"])("API key %j", (apiKey) => {
    expect(() => assessorAt("http://127.0.0.1", { apiKey })).toThrow("its API key must be printable ASCII");
  });
});

function prefixOfDocuments(query: string): string {
  if (query.startsWith("search")) return "search_document:";
  return query.startsWith("task") ? "title: none | text:" : "passage:";
}
