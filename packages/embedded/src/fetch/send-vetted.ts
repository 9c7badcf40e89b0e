import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { hostOf, portOf } from "./find-url-problem.ts";
import { type ConnectionOptions, openConnection } from "./open-connection.ts";

const HEADER_BYTES_MAX = 16 * 1024;

export interface VettedRequest {
  readonly url: URL;
  /** Of the URL's host, each vetted: the connection goes to one of them. */
  readonly addresses: readonly string[];
  readonly method: "GET" | "POST";
  /** Next to Host, User-Agent and Connection. */
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Uint8Array;
}

/** Sends a request over a connection of its own, without a proxy. Returns the reply once it begins. */
export async function sendVetted(
  { url, addresses, method, headers, body }: VettedRequest,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secure = url.protocol === "https:";
  const socket = await openConnection({ addresses, host: hostOf(url), port: portOf(url), secure }, options, signal);
  try {
    // With a connection of its own there is no agent, and so no proxy and no reuse.
    const sent = request({
      method,
      createConnection: () => socket,
      setHost: false,
      path: `${url.pathname}${url.search}`,
      maxHeaderSize: HEADER_BYTES_MAX,
      headers: { Host: url.host, "User-Agent": "Assay", Connection: "close", ...headers },
    });
    // What ends the connection later is the body's error, under its own name: it may come with the reply's first bytes,
    // before anything awaited continues.
    sent.once("response", (response) => sent.on("error", (error) => response.destroy(error)));
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return response;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
