import { ModelError } from "@assay/contract";
import type { Sending } from "@assay/core/ports";
import { checkApiKey } from "./read-address.ts";
import { refusedStatus } from "./refused-status.ts";
import { retryAfterSeconds } from "./retry-after.ts";

export interface JsonPosterOptions {
  /** Who is asked, for messages. */
  readonly vendor: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export type JsonAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly status: number; readonly error: ModelError };

export type JsonPoster = (url: string, body: object, limits: JsonLimits) => Promise<JsonAnswer>;

export interface JsonLimits {
  readonly signal: AbortSignal;
  readonly bytesMax: number;
  readonly sending?: Sending | undefined;
  /** Called with each piece of the answer's text; its result is the body. Default is one piece of JSON. */
  readonly reader?: (() => BodyReader) | undefined;
}

/** Reads a body as it comes. Throws SyntaxError for what is no JSON. */
export interface BodyReader {
  /** Returns true where all has come that is needed. */
  read(piece: string, contentType: string): boolean;
  end(): unknown;
}

/** Posts to a server. A status that is no success is an answer; throws ModelError for what is none. */
export function createJsonPoster({ vendor, apiKey, fetch = globalThis.fetch }: JsonPosterOptions): JsonPoster {
  if (apiKey !== undefined) checkApiKey(apiKey, vendor);
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async (url, body, { signal, bytesMax, sending, reader = wholeText }) => {
    const text = JSON.stringify(body);
    await sending?.(new TextEncoder().encode(text).length);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: text,
        // The key and the evidence go to the configured server and nowhere else; not all runtimes know "error".
        redirect: "manual",
        signal,
      });
      if (response.ok) return { ok: true, body: await readBody(response, reader(), { bytesMax, vendor }) };
      await response.body?.cancel();
      return { ok: false, status: response.status, error: toError(response, vendor) };
    } catch (error) {
      if (error instanceof ModelError) throw error;
      if (error instanceof SyntaxError)
        throw new ModelError("MODEL_FAILED", `Cannot use the answer of ${vendor} because it must be JSON`);
      throw new ModelError(
        brokeOff(error as Error) ? "MODEL_FAILED" : "MODEL_UNAVAILABLE",
        `Cannot get an answer from ${vendor} because the connection to it failed`,
      );
    }
  };
}

/** A server that was reached and then hung up may have done so for the request's own sake. */
function brokeOff({ cause }: { cause?: unknown }): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNRESET" || code === "UND_ERR_SOCKET";
}

function toError(response: Response, vendor: string): ModelError {
  return refusedStatus({
    vendor,
    status: response.status,
    retryAfterSeconds: retryAfterSeconds(response.headers.get("retry-after"), answeredAt(response)),
  });
}

/** By the server's own clock where it says it, so that a date in its answer is as far away as it meant. */
function answeredAt({ headers }: Response): Date {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? new Date() : new Date(date);
}

function wholeText(): BodyReader {
  let text = "";
  return {
    read(piece) {
      text += piece;
      return false;
    },
    end: () => JSON.parse(text),
  };
}

async function readBody(
  response: Response,
  reader: BodyReader,
  { bytesMax, vendor }: { readonly bytesMax: number; readonly vendor: string },
): Promise<unknown> {
  const decoder = new TextDecoder();
  const type = response.headers.get("content-type") ?? "";
  let size = 0;
  for await (const bytes of response.body ?? []) {
    size += bytes.length;
    if (size > bytesMax)
      throw new ModelError(
        "MODEL_FAILED",
        `Cannot use the answer of ${vendor} because it must have at most ${bytesMax} bytes`,
      );
    if (reader.read(decoder.decode(bytes, { stream: true }), type)) return reader.end();
  }
  reader.read(decoder.decode(), type);
  return reader.end();
}
