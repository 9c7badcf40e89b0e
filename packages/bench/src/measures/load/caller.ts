import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** What all callers saw together. */
export interface Tally {
  replies: number;
  /** 5xx, or 429 without Retry-After. */
  broken: number;
  /** 429 with Retry-After. */
  limited: number;
}

const BOUNDARY = "load-4f2";

/** One who calls the service with a key, over connections of its own. */
export function createCaller(url: string, key: string, tally: Tally, connections = 4) {
  const { port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { Authorization: `Bearer ${key}` };

  /**
   * A server may end a connection that is kept just as its next request leaves: then nothing of the request was served, and
   * it is sent again, as any client does.
   */
  async function open(path: string, body?: Buffer, type = "application/json"): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | "ended before">();
    const more = body ? { "Content-Type": type, "Content-Length": body.length } : {};
    const outgoing = request({
      port,
      host: "127.0.0.1",
      agent,
      path,
      method: body ? "POST" : "GET",
      headers: { ...headers, ...more },
    });
    outgoing.on("response", resolve).on("error", (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE")) resolve("ended before");
      else reject(error);
    });
    outgoing.end(body);
    const incoming = await promise;
    if (incoming === "ended before") return open(path, body, type);
    tally.replies += 1;
    const { statusCode = 0 } = incoming;
    const hasRetryAfter = incoming.headers["retry-after"] !== undefined;
    if (statusCode === 429 && hasRetryAfter) tally.limited += 1;
    else if (statusCode >= 500 || statusCode === 429) tally.broken += 1;
    return incoming;
  }

  async function call(path: string, body?: Buffer, type?: string): Promise<Reply> {
    const incoming = await open(path, body, type);
    return { status: incoming.statusCode!, text: Buffer.concat(await incoming.toArray()).toString() };
  }

  return {
    open,
    call,
    post: (path: string, body: unknown) => call(path, Buffer.from(JSON.stringify(body))),
    upload: (filename: string, content: Uint8Array) =>
      call("/api/documents/upload", formOf(filename, content), FORM_TYPE),
    /** Uploads 1,000 bytes a second until `signal`: a form that never ends. */
    async uploadSlowly(signal: AbortSignal): Promise<void> {
      const outgoing = request({
        port,
        host: "127.0.0.1",
        path: "/api/documents/upload",
        method: "POST",
        headers: { ...headers, "Content-Type": FORM_TYPE },
      });
      outgoing.on("error", () => {}).on("response", (incoming) => incoming.resume());
      outgoing.write(HEAD("slow.txt"));
      while (!signal.aborted) {
        outgoing.write("x".repeat(1000));
        await pause(1000, undefined, { signal }).catch(() => {});
      }
      outgoing.destroy();
    },
    /** Reads 1,000 bytes a second of a reply until `signal`. */
    async readSlowly(path: string, signal: AbortSignal): Promise<void> {
      const incoming = await open(path);
      incoming.on("error", () => {});
      while (!signal.aborted) {
        incoming.read(1000);
        await pause(1000, undefined, { signal }).catch(() => {});
      }
      incoming.destroy();
    },
    close: () => agent.destroy(),
  };
}

export type LoadCaller = ReturnType<typeof createCaller>;

const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const HEAD = (filename: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;

function formOf(filename: string, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(HEAD(filename)), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}
