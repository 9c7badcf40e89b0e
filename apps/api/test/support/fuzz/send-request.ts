import { Agent, type IncomingMessage, request } from "node:http";
import type { FuzzRequest } from "./make-requests.ts";

/** A request with its ids and its token, as it is sent. */
export interface Sendable {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

const ANSWER_MS = 60_000;
/** A stream of events of a run that waits has no end of its own. */
const EVENTS_MS = 200;
const READ_MAX = 1_000_000;

export interface Sender {
  send(what: Sendable): Promise<Received>;
  close(): void;
}

export function createSender(url: string, connections: number): Sender {
  const { port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  async function send(what: Sendable): Promise<Received> {
    const { method, path, headers, body } = what;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const length: readonly [string, string][] = body ? [["Content-Length", String(body.length)]] : [];
    const raw = [["Host", `localhost:${port}`], ...headers, ...length].flat();
    const outgoing = request({ host: "127.0.0.1", port, agent, method, path, headers: raw as never }, resolve);
    outgoing.on("error", reject);
    const late = setTimeout(() => outgoing.destroy(new Error(`No reply within ${ANSWER_MS} ms`)), ANSWER_MS);
    outgoing.end(body);
    try {
      const incoming = await promise;
      return { status: incoming.statusCode!, headers: incoming.headers, text: await readText(incoming) };
    } catch (error) {
      // The listener may close an idle connection just as it is taken for the next request.
      const { code, syscall, message } = error as NodeJS.ErrnoException;
      if (code === "ECONNRESET" && outgoing.reusedSocket) return await send(what);
      const use = outgoing.reusedSocket ? "connection used before" : "new connection";
      throw new Error(`${message} (${code} ${syscall ?? ""}, ${use}, ${outgoing.socket?.bytesWritten} bytes sent)`);
    } finally {
      clearTimeout(late);
    }
  }
  return { send, close: () => agent.destroy() };
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  const endless = incoming.headers["content-type"]?.startsWith("text/event-stream");
  const timer = endless ? setTimeout(() => incoming.destroy(), EVENTS_MS) : undefined;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length <= READ_MAX) pieces.push(piece);
    }
  } catch (error) {
    if (!endless) throw error;
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(pieces).toString();
}

export function toSendable(
  { caller, method, path, headers, body }: FuzzRequest,
  { tokens, fill }: { tokens: Readonly<Record<string, string>>; fill(text: string): string },
): Sendable {
  const authorization = typeof caller === "string" ? `Bearer ${tokens[caller]}` : caller.authorization;
  return {
    method,
    path: fill(path),
    headers: [
      ...(authorization === "" ? [] : [["Authorization", authorization] as const]),
      ...headers.map(([name, value]) => [name, fill(value)] as const),
    ],
    body: body === undefined ? undefined : Buffer.from(fill(body), "latin1"),
  };
}

const CURL_BODY_MAX = 2000;

/** The request as a line for a shell. */
export function toCurl(url: string, { method, path, headers, body }: Sendable): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parts = [
    "curl --path-as-is -g -i -X",
    method,
    ...headers.flatMap(([name, value]) => ["-H", quoted(`${name}: ${value}`)]),
  ];
  if (body) {
    const isPlain = /^[\x20-\x26\x28-\x7e]*$/.test(body.toString("latin1")) && body.length <= CURL_BODY_MAX;
    parts.push("--data-binary", isPlain ? quoted(body.toString()) : `@<(echo ${body.toString("base64")} | base64 -d)`);
  }
  return [...parts, quoted(`${url}${path}`)].join(" ");
}
