import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { answerPrompt } from "../../../../packages/adapters/test/model-doubles/answer-prompt.ts";

/** What is kept of an answer while it is dressed. */
interface Answer {
  parts: { part: string; passage: string; quote: string; why: string; verdict: string }[];
  confidence: number;
  [key: string]: unknown;
}

/** How a local model of middling strength gives a right answer; `again`: it was told what was wrong with its first reply. */
type Habit = (answer: Answer, again: boolean) => string;

const quoted = (answer: Answer, write: (quote: string) => string) =>
  JSON.stringify({ ...answer, parts: answer.parts.map((part) => ({ ...part, quote: write(part.quote) })) });
const unlessEmpty = (write: (quote: string) => string) => (quote: string) => (quote ? write(quote) : quote);

export const HABITS: Readonly<Record<string, Habit>> = {
  fence: (answer) => `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``,
  thoughts: (answer) =>
    `<think>I see {"confidence": 0.1} at first.</think>\nHere you are:\n${JSON.stringify(answer)}\nDone.`,
  dressedQuotes: (answer) =>
    quoted(
      answer,
      unlessEmpty((quote) => `**“${quote}”**`),
    ),
  missingFields: ({ parts, reasoning, confidence }) => JSON.stringify({ parts, reasoning, confidence }),
  cutJson: (answer, again) => (again ? JSON.stringify(answer) : JSON.stringify(answer).slice(0, -40)),
  mixedUpPassages: (answer) =>
    JSON.stringify({ ...answer, parts: answer.parts.map((part) => ({ ...part, passage: "Passage 1" })) }),
  percentages: (answer) => JSON.stringify({ ...answer, confidence: `${Math.round(answer.confidence * 100)} %` }),
  noParts: (whole, again) => {
    const { parts, ...answer } = whole;
    const quotes = parts.map(({ passage, quote }) => ({ passage, text: quote })).filter(({ text }) => text);
    return JSON.stringify(again ? whole : { ...answer, quotes });
  },
  inventedQuotes: (answer, again) =>
    again
      ? JSON.stringify(answer)
      : quoted(
          answer,
          unlessEmpty(() => "This sentence stands nowhere in all the evidence."),
        ),
  wrapper: (answer) => `${JSON.stringify({ result: answer }).slice(0, -1)},}`,
  partLeftOut: (answer, again) =>
    JSON.stringify(again ? answer : { ...answer, parts: answer.parts.filter(({ part }) => part === "R1") }),
  prose: (answer, again) => (again ? JSON.stringify(answer) : "The requirement looks met to me."),
};

export interface MediocreModel {
  readonly url: string;
  /** Whether it behaves; it does not from then on. */
  good: boolean;
  /** By status: how often it answered so. */
  readonly statuses: Map<number, number>;
  /** The habits that it has shown. */
  readonly shown: Set<string>;
  close(): void;
}

/**
 * A server that speaks OpenAI's chat completions for a model that judges as the offline engine does: well behaved, or
 * with a habit for each requirement, bursts of 429 and 503, slow replies, and a refusal of the requirement `refused`.
 */
export async function startMediocreModel({ refused }: { refused: string }): Promise<MediocreModel> {
  const habits = new Map<string, keyof typeof HABITS>();
  let calls = 0;

  const reply = async (messages: { content: string }[]): Promise<{ content: string; refusal?: string }> => {
    const user = messages[1]!.content;
    if (isProbe(messages)) return { content: "{}" };
    const answer = await answerPrompt(user);
    if (model.good) return { content: answer };
    const id = /^Requirement (\S+): /m.exec(user)![1]!;
    if (id === refused) return { content: "", refusal: "I cannot help with that." };
    const name = habits.get(id) ?? Object.keys(HABITS)[habits.size % Object.keys(HABITS).length]!;
    habits.set(id, name);
    model.shown.add(name);
    return { content: HABITS[name]!(JSON.parse(answer), messages.length > 2) };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST") return void response.writeHead(404).end();
    const { messages } = (await json(request)) as { messages: { content: string }[] };
    const status = model.good || isProbe(messages) ? 200 : statusOf(calls++);
    model.statuses.set(status, (model.statuses.get(status) ?? 0) + 1);
    if (status !== 200) return void response.writeHead(status, { "retry-after": "0" }).end();
    const { content, refusal } = await reply(messages);
    const body = JSON.stringify({
      choices: [{ index: 0, message: { role: "assistant", content, refusal }, finish_reason: "stop" }],
      usage: {
        prompt_tokens: countTokens(...messages.map((message) => message.content)),
        completion_tokens: countTokens(content),
      },
    });
    await send(response, body, !model.good && calls % 3 === 0);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const model: MediocreModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    good: true,
    statuses: new Map(),
    shown: new Set(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return model;
}

function countTokens(...texts: readonly string[]): number {
  return Math.ceil(texts.join("").length / 4);
}

/** What the service asks first, to find out what the server accepts. */
function isProbe([, user]: readonly { readonly content: string }[]): boolean {
  return !user!.content.startsWith("The mark of this request");
}

/** Two bursts of each. */
function statusOf(call: number): number {
  if ([4, 5, 6, 21].includes(call)) return 429;
  return [11, 12, 30].includes(call) ? 503 : 200;
}

async function send(response: ServerResponse, body: string, slowly: boolean): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" });
  const pieces = slowly ? 10 : 1;
  const length = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length; at += length) {
    response.write(body.slice(at, at + length));
    if (slowly) await delay(10);
  }
  response.end();
}
