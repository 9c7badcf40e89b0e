import type { IncomingMessage } from "node:http";
import { FetchError } from "@assay/contract";
import type { WebhookMessage, WebhookSender } from "@assay/core/ports";
import type { AllowedNetwork } from "../fetch/allowed-networks.ts";
import { type ConnectionOptions, connectDirectly } from "../fetch/open-connection.ts";
import { resolveName, resolvePublicAddresses } from "../fetch/resolve-public-addresses.ts";
import { sendVetted } from "../fetch/send-vetted.ts";
import { checkWebhookUrl } from "../webhook-url/check-webhook-url.ts";
import { signMessage } from "./sign-message.ts";

export interface WebhookSenderOptions extends Partial<Omit<ConnectionOptions, "idleMs">> {
  /** Everything together: names, connection, reply. */
  readonly totalMs?: number;
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Networks of the operator that messages may be sent into as well. */
  readonly allowed?: readonly AllowedNetwork[];
}

const TOTAL_MS = 15_000;

/**
 * Sends to the public internet, and to the networks that the operator allows: every address of the host is vetted for each message, and the connection goes to a
 * vetted address itself. Follows no redirect, reads no body, uses no proxy.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { totalMs = TOTAL_MS, resolve = resolveName, allowed = [] } = options;
  const connection: ConnectionOptions = {
    connect: options.connect ?? connectDirectly,
    ca: options.ca,
    idleMs: totalMs,
  };
  return {
    check: (url) => checkWebhookUrl(url, allowed),
    async send(message, { signal }) {
      const limit = AbortSignal.timeout(totalMs);
      const either = AbortSignal.any([signal, limit]);
      try {
        const url = new URL(message.url);
        const addresses = await resolvePublicAddresses(url, resolve, either, allowed);
        const response = await post(url, message, addresses, connection, either);
        // The status is all that counts: how the connection ends does not.
        response.on("error", () => {});
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

function post(
  url: URL,
  message: WebhookMessage,
  addresses: readonly string[],
  connection: ConnectionOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = new TextEncoder().encode(message.body);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": body.length,
    ...signMessage(message),
  };
  return sendVetted({ url, addresses, method: "POST", headers, body }, connection, signal);
}

/** In seconds: a number, or the time until a date. */
function readRetryAfter({ headers }: IncomingMessage): number | undefined {
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
