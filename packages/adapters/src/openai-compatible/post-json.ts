import { createJsonPoster, type JsonAnswer, type JsonLimits, readBaseUrl } from "../model-calls/index.ts";

export type { JsonAnswer };

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

export type PostJson = (
  path: "chat/completions" | "embeddings",
  body: object,
  limits: JsonLimits,
) => Promise<JsonAnswer>;

/** Posts to a server. A status that is no success is an answer; throws ModelError for what is none. */
export function createPostJson({ baseUrl, apiKey, fetch }: OpenAiCompatibleOptions): PostJson {
  const base = readBaseUrl(baseUrl, SERVER);
  const post = createJsonPoster({ vendor: SERVER, apiKey, fetch });
  return (path, body, limits) => post(`${base}/${path}`, body, limits);
}
