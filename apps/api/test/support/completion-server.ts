import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface CompletionServer {
  /** Up to the version. */
  readonly url: string;
  /** When each request arrived, in milliseconds. */
  readonly times: readonly number[];
  close(): Promise<void>;
}

export interface CompletionRequest {
  readonly response_format?: { readonly type: string };
  readonly max_tokens?: number;
  readonly temperature?: number;
}

/** A server of chat completions that refuses what it does not take, finds nothing in any evidence, and notes when it was asked. */
export async function startCompletionServer(
  takes: (request: CompletionRequest) => boolean = () => true,
): Promise<CompletionServer> {
  const times: number[] = [];
  const server = createServer((request, response) => {
    // What a client asks of the server itself is no call of its model.
    if (request.method !== "POST") return void response.writeHead(404).end();
    times.push(performance.now());
    void readBody(request).then((body) => {
      if (!takes(JSON.parse(body))) {
        response.writeHead(400, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { code: "unsupported_parameter", message: "Not supported" } }));
        return;
      }
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer(body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    times,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const bytes of request) text += bytes;
  return text;
}

function answer(body: string) {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const parts = new Set(messages.at(-1)!.content.match(/\bR\d+\b/g) ?? []);
  const content = JSON.stringify({
    parts: [...parts].map((part) => ({ part, passage: "", quote: "", why: "Nothing says so.", verdict: "NOT_MET" })),
    documents: [],
    conflicts: [],
    missing: ["All of it."],
    reasoning: "Nothing says so.",
    remediation: "Write it down.",
    confidence: 0.1,
  });
  return {
    choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 20 },
  };
}
