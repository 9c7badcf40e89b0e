import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AssessmentRequest, Assessor, Embedder, Sending } from "@assay/core/ports";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEntailmentServer } from "../../src/entailment-server/index.ts";
import { createGeminiAssessor, createGeminiEmbedder } from "../../src/gemini/index.ts";
import { createOpenAiCompatibleAssessor, createOpenAiCompatibleEmbedder } from "../../src/openai-compatible/index.ts";

/** Of each request that arrived, the bytes of its body. */
let arrived: number[] = [];
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let size = 0;
  for await (const bytes of request) size += bytes.length;
  arrived.push(size);
  response
    .writeHead(400, { "content-type": "application/json" })
    .end('{"error":{"code":400,"message":"No","details":[]}}');
}
const server = createServer((request, response) => void answer(request, response));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  arrived = [];
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const signal = AbortSignal.timeout(30_000);
const TEXT = 'Sauvegardes « testées » — chaque trimestre 🗄 "ok"\n';
const REQUEST: AssessmentRequest = {
  requirement: { requirementId: "1", title: TEXT, subcheckLabel: null, criterionTitle: TEXT },
  parts: [TEXT.trim()],
  guidance: [TEXT],
  passages: [{ chunkId: "c", documentTitle: TEXT, location: null, pageNumber: 1, context: null, text: TEXT }],
};

const embed = (embedder: Embedder, sending: Sending) =>
  embedder.embed([TEXT, "b"], { kind: "document", signal, sending });
const assess = (assessor: Assessor, sending: Sending) => assessor.assess(REQUEST, { signal, sending });
const probe = (assessor: Assessor, sending: Sending) => assessor.probe({ signal, sending });
const gemini = (client: "generative-ai" | "genai") => ({ apiKey: "AIza-test", baseUrl: url(), client });
const compatible = () => ({ baseUrl: `${url()}/v1`, model: "m" });
const nowhere = { load: async () => undefined, save: async () => {} };

const CALLS: Readonly<Record<string, (sending: Sending) => Promise<unknown>>> = {
  "Gemini embeds by generative-ai": (sending) => embed(createGeminiEmbedder(gemini("generative-ai")), sending),
  "Gemini embeds by genai": (sending) => embed(createGeminiEmbedder(gemini("genai")), sending),
  "Gemini assesses by generative-ai": (sending) => assess(createGeminiAssessor(gemini("generative-ai")), sending),
  "Gemini assesses by genai": (sending) => assess(createGeminiAssessor(gemini("genai")), sending),
  "Gemini is probed": (sending) => probe(createGeminiAssessor(gemini("generative-ai")), sending),
  "a server embeds": (sending) => embed(createOpenAiCompatibleEmbedder(compatible()), sending),
  "a server assesses": (sending) => assess(createOpenAiCompatibleAssessor(compatible()), sending),
  "a server is probed": (sending) => probe(createOpenAiCompatibleAssessor(compatible()), sending),
  "a server is asked what it accepts": (sending) =>
    createOpenAiCompatibleAssessor(compatible()).prepare!(nowhere, { signal, sending }),
  "an entailment server scores": (sending) =>
    createEntailmentServer({ url: url(), model: "m", sha256: "0".repeat(64) }).score(
      [{ requirement: TEXT, evidence: TEXT, context: "" }],
      signal,
      sending,
    ),
};

test.each(Object.keys(CALLS))("%s: each request is announced with the bytes that arrive", async (name) => {
  const announced: number[] = [];
  await CALLS[name]!(async (bytes) => {
    expect(arrived).toHaveLength(announced.length);
    announced.push(bytes);
  }).catch(() => {});
  expect(announced.length).toBeGreaterThan(0);
  expect(arrived).toEqual(announced);
});

test.each(Object.keys(CALLS))(
  "%s: nothing arrives where it may not be sent, and the reason is thrown",
  async (name) => {
    const reason = new Error("Not allowed");
    await expect(CALLS[name]!(() => Promise.reject(reason))).rejects.toBe(reason);
    expect(arrived).toEqual([]);
  },
);
