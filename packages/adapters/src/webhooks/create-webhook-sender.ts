import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { FetchError } from "@assay/contract";
import type { WebhookMessage, WebhookSender } from "@assay/core/ports";
import { hostOf } from "../fetch/find-url-problem.ts";
import { type ConnectionOptions, connectDirectly, openConnection } from "../fetch/open-connection.ts";
import { resolveName, resolvePublicAddresses } from "../fetch/resolve-public-addresses.ts";
import { checkWebhookUrl } from "../webhook-url/check-webhook-url.ts";
import { signMessage } from "./sign-message.ts";

export interface WebhookSenderOptions extends Partial<Omit<ConnectionOptions, "idleMs">> {
  /** Everything together: names, connection, reply. */
  readonly totalMs?: number;
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

const TOTAL_MS = 15_000;
const HEADER_BYTES_MAX = 16 * 1024;

/**
 * Sends to the public internet only: every address of the host is vetted for each message, and the connection goes to a
 * vetted address itself. Follows no redirect, reads no body, uses no proxy.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { totalMs = TOTAL_MS, resolve = resolveName } = options;
  const connection: ConnectionOptions = {
    connect: options.connect ?? connectDirectly,
    ca: options.ca,
    idleMs: totalMs,
  };
  return {
    check: checkWebhookUrl,
    async send(message, { signal }) {
      const limit = AbortSignal.timeout(totalMs);
      const either = AbortSignal.any([signal, limit]);
      try {
        const url = new URL(message.url);
        const addresses = await resolvePublicAddresses(url, resolve, either);
        const response = await post(url, message, addresses, connection, either);
        response.destroy();
        return { status: response.statusCode!, retryAfterSeconds: readRetryAfter(response) };
      } catch (error) {
        signal.throwIfAborted();
        if (limit.aborted)
          throw new FetchError("FETCH_TIMEOUT", `Cannot deliver the message within ${totalMs / 1000} seconds`);
        if (error instanceof FetchError) throw error;
        throw new FetchError("FETCH_FAILED", "Cannot deliver the message because its receiver cannot be reached", {
          cause: error,
        });
      }
    },
  };
}

async function post(
  url: URL,
  message: WebhookMessage,
  addresses: readonly string[],
  connection: ConnectionOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secure = url.protocol === "https:";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  const socket = await openConnection({ addresses, host: hostOf(url), port, secure }, connection, signal);
  const body = new TextEncoder().encode(message.body);
  try {
    // With a connection of its own there is no agent, and so no proxy and no reuse.
    const sent = request({
      method: "POST",
      createConnection: () => socket,
      setHost: false,
      path: `${url.pathname}${url.search}`,
      maxHeaderSize: HEADER_BYTES_MAX,
      headers: {
        Host: url.host,
        "User-Agent": "Assay",
        "Content-Type": "application/json",
        "Content-Length": body.length,
        Connection: "close",
        ...signMessage(message),
      },
    });
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    sent.on("error", () => {});
    response.on("error", () => {});
    return response;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** In seconds: a number, or the time until a date. */
function readRetryAfter({ headers }: IncomingMessage): number | undefined {
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
