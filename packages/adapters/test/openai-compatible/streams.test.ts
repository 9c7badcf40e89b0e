import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createOpenAiCompatibleAssessor } from "../../src/openai-compatible/index.ts";
import { REQUEST, RIGHT_ANSWER } from "../model-doubles/index.ts";

const QUOTE = REQUEST.passages[0]!.text;
const event = (body: object | string) => `data: ${typeof body === "string" ? body : JSON.stringify(body)}\n\n`;
const delta = (words: object, finish: string | null = null) =>
  event({ object: "chat.completion.chunk", choices: [{ index: 0, delta: words, finish_reason: finish }] });
const USAGE = event({ choices: [], usage: { prompt_tokens: 1200, completion_tokens: 200 } });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server whose answer is written by the test. */
function serve(contentType = "text/event-stream") {
  const bodies: { stream: boolean }[] = [];
  let isLeft = false;
  const asked = Promise.withResolvers<void>();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const fetch = vi.fn(async (_url: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(init!.body as string));
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        isLeft = true;
      },
      start(given) {
        controller = given;
        init!.signal!.addEventListener("abort", () => given.error(init!.signal!.reason));
      },
    });
    asked.resolve();
    return new Response(body, { headers: { "content-type": contentType } });
  });
  const assessor = createOpenAiCompatibleAssessor({
    baseUrl: "http://127.0.0.1:1/v1",
    model: "m",
    timeoutMs: 85_000,
    firstWordMs: 180_000,
    idleMs: 30_000,
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  const write = async (text: string | Uint8Array) => {
    await asked.promise;
    controller.enqueue(typeof text === "string" ? new TextEncoder().encode(text) : text);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    assessor,
    bodies,
    asked: asked.promise,
    write, // Anyone who reads it may have left already.
    end: () => {
      if (!isLeft) controller.close();
    },
  };
}

const assess = ({ assessor }: ReturnType<typeof serve>) =>
  assessor.assess(REQUEST, { signal: new AbortController().signal }).catch((error: unknown) => error);

describe("an answer that is streamed", () => {
  test("is read word by word, with what it used, and ends with its last event though the connection stays", async () => {
    const server = serve();
    const answer = assess(server);
    await server.write(delta({ role: "assistant", content: null }));
    for (let at = 0; at < RIGHT_ANSWER.length; at += 7)
      await server.write(delta({ content: RIGHT_ANSWER.slice(at, at + 7) }));
    await server.write(delta({}, "stop") + USAGE + event("[DONE]"));
    expect(await answer).toMatchObject({ confidence: 0.9, usage: { tokensIn: 1200, tokensOut: 200 } });
    expect(server.bodies[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test("is read where events are cut anywhere, a letter included", async () => {
    const server = serve();
    const answer = assess(server);
    const words = RIGHT_ANSWER.replace("So.", "Größe: ja.");
    const bytes = new TextEncoder().encode(delta({ content: words }) + delta({}, "stop"));
    for (const byte of bytes) await server.write(new Uint8Array([byte]));
    server.end();
    expect(await answer).toMatchObject({ confidence: 0.9, reasoning: "Größe: ja." });
  });

  test.each([
    ["breaks off", delta({ content: RIGHT_ANSWER }), /broke off/],
    ["fails on the way", delta({ content: "{" }) + event({ error: { message: QUOTE } }), /failed on the way/],
    ["is no completion", event({ choices: "none" }), /must be a chat completion/],
    ["is no JSON", event("{"), /must be JSON/],
  ])("that %s is no answer, and the error does not repeat it", async (_name, text, message) => {
    const server = serve();
    const answer = assess(server);
    await server.write(text);
    server.end();
    expect(await answer).toMatchObject({ code: "MODEL_FAILED", message: expect.stringMatching(message) });
    expect(JSON.stringify(await answer)).not.toContain(QUOTE);
  });
});

describe("a model that writes is waited for", () => {
  test("its time begins with its first word, however long it reads and queues before", async () => {
    const server = serve();
    const answer = assess(server);
    await server.asked;
    await vi.advanceTimersByTimeAsync(170_000);
    // A server that keeps a connection open says nothing of its model.
    await server.write(": queued\n\n");
    await server.write(delta({ content: RIGHT_ANSWER.slice(0, 100) }));
    await vi.advanceTimersByTimeAsync(25_000);
    await server.write(delta({ reasoning: "Hm." }));
    await vi.advanceTimersByTimeAsync(25_000);
    await server.write(delta({ content: RIGHT_ANSWER.slice(100) }) + delta({}, "stop") + event("[DONE]"));
    expect(await answer).toMatchObject({ confidence: 0.9 });
  });

  test.each([
    ["never begins", [], 180_000],
    ["hangs after a word", [{ content: "{" }], 30_000],
  ])("one that %s is left for its silence", async (_name, words, ms) => {
    const server = serve();
    const answer = assess(server);
    await server.asked;
    for (const each of words) await server.write(delta(each));
    await vi.advanceTimersByTimeAsync(ms);
    expect(await answer).toMatchObject({
      code: "MODEL_TIMEOUT",
      message: expect.stringContaining(`nothing for ${ms} ms`),
    });
  });

  test("one that still writes when its time is up gives no usable answer, and is not asked to write as much again", async () => {
    const server = serve();
    const answer = assess(server);
    for (let at = 0; at < 5; at += 1) {
      await server.write(delta({ content: "la " }));
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(await answer).toMatchObject({
      code: "MODEL_INVALID_OUTPUT",
      message: expect.stringContaining("still writing it after 85000 ms"),
    });
    expect(server.bodies).toHaveLength(1);
  });

  test("a turn about lost quotes ends before the caller's time does, so that the answer there is can be judged", async () => {
    const server = serve();
    const lost = { answer: JSON.parse(RIGHT_ANSWER), quotes: [] };
    const options = { signal: new AbortController().signal, leftMs: () => 10_000 };
    const repaired = server.assessor.repairQuotes!(REQUEST, lost, options).catch((error: unknown) => error);
    await server.write(delta({ content: "{" }));
    await vi.advanceTimersByTimeAsync(8000);
    expect(await repaired).toMatchObject({ code: "MODEL_INVALID_OUTPUT" });
  });

  test("while it writes, it needs no probe", async () => {
    const server = serve();
    const answer = assess(server);
    await server.write(delta({ content: RIGHT_ANSWER }));
    expect(await server.assessor.probe({ signal: new AbortController().signal })).toMatchObject({ tokensIn: 0 });
    expect(server.bodies).toHaveLength(1);
    await server.write(delta({}, "stop") + event("[DONE]"));
    expect(await answer).toMatchObject({ confidence: 0.9 });
  });
});
