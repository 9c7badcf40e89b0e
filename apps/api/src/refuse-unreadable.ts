import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { newId } from "@assay/db";
import { errorBody } from "./error-body.ts";
import type { Logger } from "./logger.ts";
import { VERSION } from "./version.ts";

interface Refusal {
  readonly status: number;
  readonly message: string;
}

const SECOND_HOST = "SECOND_HOST";

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "Cannot read the request because its headers are too large" },
  [SECOND_HOST]: { status: 400, message: "Cannot serve the request because it must have one Host header" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "Cannot read the request because it did not arrive in time" },
};
const UNREADABLE: Refusal = { status: 400, message: "Cannot read the request because it is not valid HTTP" };

/** How long a client that was refused may send on: a connection that closes with bytes unread is reset, its reply lost. */
const LINGER_MS = 2000;
const refused = new WeakSet<Duplex>();

/** Replies to what Node's parser refuses, which never becomes a request, in the shape of all errors. */
export function refuseUnreadable(logger: Logger, error: NodeJS.ErrnoException, socket: Duplex): void {
  // Each piece that a refused client sends is refused again by the parser, and dropped.
  if (refused.has(socket) && error.code !== "ECONNRESET") return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  refused.add(socket);
  const { status, headers, body } = toReply(logger, error.code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(late));
}

/** Replies to a request with several Host headers, which Node's parser lets through: proxies differ in which one counts. */
export function refuseSecondHost(logger: Logger, { rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length < 2) return false;
  const { status, headers, body } = toReply(logger, SECOND_HOST);
  response.writeHead(status, headers).end(body);
  return true;
}

function toReply(logger: Logger, code: string | undefined) {
  const { status, message } = REFUSALS[code ?? ""] ?? UNREADABLE;
  const requestId = newId();
  logger.info("request.unreadable", { requestId, status, code: code ?? null });
  const body = JSON.stringify(errorBody({ code: "VALIDATION_ERROR", message, details: undefined }, requestId));
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": requestId,
    "Assay-Version": VERSION,
    "Cache-Control": "no-store",
    Connection: "close",
  };
  return { status, headers, body };
}
