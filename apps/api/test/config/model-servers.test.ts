import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { checkModelServers, chooseLocalModel } from "../../src/doctor/check-model-servers.ts";

type Answers = Readonly<Record<string, unknown>>;

const words = { choices: [{ message: { content: "{}" }, finish_reason: "stop" }] };
const vectors = (size: number) => ({ data: [{ index: 0, embedding: Array<number>(size).fill(0.1) }] });
const list = (...models: object[]) => ({ object: "list", data: models });

/** Servers that answer by path; what they were never told they refuse as unknown. */
async function serve(name: string, answers: Answers) {
  const server = createServer((request, response) => {
    request.resume();
    const answer = answers[request.url!];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { name, port: (server.address() as AddressInfo).port };
}

// In the forms that the documentation of each shows.
const OLLAMA: Answers = {
  "/v1/models": list({ id: "nomic-embed-text:latest" }, { id: "qwen3:14b" }),
  "/v1/chat/completions": words,
  "/v1/embeddings": vectors(768),
  "/api/ps": { models: [{ name: "qwen3:14b", context_length: 4096 }] },
};
const LLAMA_CPP: Answers = {
  "/v1/models": list({ id: "smollm2.gguf", meta: { n_ctx_train: 8192 } }),
  "/v1/chat/completions": words,
  "/props": { default_generation_settings: { n_ctx: 32768 }, total_slots: 2 },
};
const VLLM: Answers = {
  "/v1/models": list({ id: "Qwen/Qwen3-8B", max_model_len: 40960 }),
  "/v1/chat/completions": words,
};
const OTHERS: readonly Answers[] = [{ "/v1/models": "<html>" }, { "/v1/models": { data: "none" } }, {}];

const offline = readConfig({});

test("doctor shows each server on this machine, with what it can do and how to use it", async () => {
  const servers = await Promise.all([serve("Ollama", OLLAMA), serve("llama.cpp", LLAMA_CPP), serve("vLLM", VLLM)]);
  const found = await checkModelServers(offline, { servers });
  expect(found.map(({ text }) => text.replaceAll(/:\d{4,5}/g, ":PORT"))).toEqual([
    "Found Ollama at http://127.0.0.1:PORT/v1 with qwen3:14b, a context of 4096 tokens (too little: give it 16384), a JSON schema, embeddings of 768 values by nomic-embed-text:latest; to use it, set OPENAI_COMPATIBLE_BASE_URL=http://127.0.0.1:PORT/v1 and OPENAI_COMPATIBLE_MODEL=qwen3:14b",
    "Found llama.cpp at http://127.0.0.1:PORT/v1 with smollm2.gguf, a context of 32768 tokens, a JSON schema, no embeddings; to use it, set OPENAI_COMPATIBLE_BASE_URL=http://127.0.0.1:PORT/v1 and OPENAI_COMPATIBLE_MODEL=smollm2.gguf",
    "Found vLLM at http://127.0.0.1:PORT/v1 with Qwen/Qwen3-8B, a context of 40960 tokens, a JSON schema, no embeddings; to use it, set OPENAI_COMPATIBLE_BASE_URL=http://127.0.0.1:PORT/v1 and OPENAI_COMPATIBLE_MODEL=Qwen/Qwen3-8B",
  ]);
});

test("what listens there and is no model server is passed over, and nobody is asked where a model is configured", async () => {
  const servers = await Promise.all(OTHERS.map((answers) => serve("Other", answers)));
  expect(await checkModelServers(offline, { servers })).toEqual([]);
  const configured = readConfig({ GEMINI_API_KEY: "AIza" });
  const ollama = await serve("Ollama", OLLAMA);
  expect(await checkModelServers(configured, { servers: [ollama] })).toEqual([]);
});

test("--model takes the first model that assesses, or the one that is named, and says what there is", async () => {
  const servers = [await serve("Ollama", OLLAMA), await serve("vLLM", VLLM)];
  const base = (at: number) => `http://127.0.0.1:${servers[at]!.port}/v1`;
  expect((await chooseLocalModel(undefined, { servers })).settings).toEqual({
    MODEL_PROVIDER: "openai-compatible",
    OPENAI_COMPATIBLE_BASE_URL: base(0),
    OPENAI_COMPATIBLE_MODEL: "qwen3:14b",
  });
  expect((await chooseLocalModel("Qwen/Qwen3-8B", { servers })).settings).toMatchObject({
    OPENAI_COMPATIBLE_BASE_URL: base(1),
  });
  await expect(chooseLocalModel("gpt-7", { servers })).rejects.toThrow(
    "Cannot find the model 'gpt-7' on this machine: it has qwen3:14b, Qwen/Qwen3-8B",
  );
  await expect(chooseLocalModel(undefined, { servers: [await serve("Other", {})] })).rejects.toThrow(
    /^Cannot find a model on this machine: start one of Other \(\d+\), or set OPENAI_COMPATIBLE_BASE_URL/,
  );
});
