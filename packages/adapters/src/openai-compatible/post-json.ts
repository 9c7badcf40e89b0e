import { ModelError } from "@assay/contract";
import { checkApiKey, readBaseUrl, refusedStatus, retryAfterSeconds } from "../model-calls/index.ts";

export interface OpenAiCompatibleOptions {
  /** Up to the version, such as 'http://127.0.0.1:11434/v1'. */
  readonly baseUrl: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** As the server knows it. */
  readonly model: string;
  /** For one call. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export const SERVER = "the model server";

/** What servers answer to a wish that they do not know. */
export const OPTION_REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 422, 501]);

export type JsonAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly status: number; readonly error: ModelError };

export type PostJson = (
  path: "chat/completions" | "embeddings",
  body: object,
  limits: { readonly signal: AbortSignal; readonly bytesMax: number },
) => Promise<JsonAnswer>;

/** Posts to a server. A status that is no success is an answer; throws ModelError for what is none. */
export function createPostJson({ baseUrl, apiKey, fetch = globalThis.fetch }: OpenAiCompatibleOptions): PostJson {
  const base = readBaseUrl(baseUrl, SERVER);
  if (apiKey !== undefined) checkApiKey(apiKey, SERVER);
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async (path, body, { signal, bytesMax }) => {
    try {
      const response = await fetch(`${base}/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        // The key and the evidence go to the configured server and nowhere else; not all runtimes know "error".
        redirect: "manual",
        signal,
      });
      if (response.ok) return { ok: true, body: JSON.parse(await readText(response, bytesMax)) };
      await response.body?.cancel();
      return { ok: false, status: response.status, error: toError(response) };
    } catch (error) {
      if (error instanceof ModelError) throw error;
      if (error instanceof SyntaxError)
        throw new ModelError("MODEL_FAILED", `Cannot use the answer of ${SERVER} because it must be JSON`);
      throw new ModelError(
        brokeOff(error as Error) ? "MODEL_FAILED" : "MODEL_UNAVAILABLE",
        `Cannot get an answer from ${SERVER} because the connection to it failed`,
      );
    }
  };
}

/** A server that was reached and then hung up may have done so for the request's own sake. */
function brokeOff({ cause }: { cause?: unknown }): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNRESET" || code === "UND_ERR_SOCKET";
}

function toError(response: Response): ModelError {
  return refusedStatus({
    vendor: SERVER,
    status: response.status,
    retryAfterSeconds: retryAfterSeconds(response.headers.get("retry-after"), answeredAt(response)),
  });
}

/** By the server's own clock where it says it, so that a date in its answer is as far away as it meant. */
function answeredAt({ headers }: Response): Date {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? new Date() : new Date(date);
}

async function readText(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const bytes of response.body ?? []) {
    size += bytes.length;
    if (size > bytesMax)
      throw new ModelError(
        "MODEL_FAILED",
        `Cannot use the answer of ${SERVER} because it must have at most ${bytesMax} bytes`,
      );
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}
