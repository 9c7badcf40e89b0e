import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: what a client sent is looked at from many sides
  readonly body: any;
}

export interface ModelAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a string as it is. */
  readonly body: unknown;
}

/** In addition to answers: silence, a byte now and then without end, and a connection that breaks in the middle. */
export type ModelFault = "hang" | "drip" | "break";

export interface ModelDouble {
  readonly url: string;
  readonly requests: ModelRequest[];
  /** Calls whose connection the client closed before it had a whole answer. */
  abandoned: number;
  stop(): void;
}

/** A vendor's server on a real socket that answers as it is told. */
export async function startModelDouble(
  answer: (request: ModelRequest) => ModelAnswer | ModelFault | Promise<ModelAnswer | ModelFault>,
): Promise<ModelDouble> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    response.on("close", () => {
      if (!response.writableFinished) double.abandoned++;
    });
    // Other questions than those of a model: it says nothing of itself.
    if (request.method !== "POST") return void response.writeHead(404).end();
    const received = { path: request.url!, headers: request.headers, body: await json(request) };
    double.requests.push(received);
    send(response, await answer(received));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const double: ModelDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    abandoned: 0,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return double;
}

/** A double that lives as long as its test. */
export async function modelDouble(...args: Parameters<typeof startModelDouble>): Promise<ModelDouble> {
  const double = await startModelDouble(...args);
  onTestFinished(() => double.stop());
  return double;
}

function send(response: ServerResponse, answer: ModelAnswer | ModelFault): void {
  if (answer === "hang") return;
  if (answer === "drip" || answer === "break") {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("{");
    if (answer === "break") return void setTimeout(() => response.destroy(), 10);
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
    return;
  }
  const { status = 200, headers = {}, body } = answer;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
