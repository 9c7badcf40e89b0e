import * as z from "zod";
import { createOpenAiCompatibleAssessor } from "./openai-compatible-assessor.ts";

/** Servers that people run on their own machine, with the port at which each listens if nobody says another. */
export const USUAL_SERVERS = [
  { name: "Ollama", port: 11434 },
  { name: "llama.cpp", port: 8080 },
  { name: "vLLM", port: 8000 },
  { name: "LM Studio", port: 1234 },
] as const;

export interface FoundServer {
  readonly name: string;
  readonly baseUrl: string;
  /** The models that answer in words, then those that embed. */
  readonly models: readonly string[];
  readonly embedders: readonly string[];
}

/** What a model of a server can do, as it was tried; null where it could not be found out. */
export interface TriedServer {
  /** In tokens, as the server says; null where it does not. */
  readonly context: number | null;
  readonly schema: boolean | null;
  readonly embeds: { readonly model: string; readonly dimensions: number } | null;
}

export interface FindOptions {
  readonly servers?: readonly { readonly name: string; readonly port: number }[];
  readonly fetch?: typeof globalThis.fetch;
}

const LOOK_MS = 1500;
const TRY_MS = 120_000;
const EMBEDS = /embed|bge|minilm|(?:^|[/:_-])e5-|gte-/i;

const ModelList = z.object({
  data: z.array(z.object({ id: z.string().min(1), max_model_len: z.int().positive().optional() })),
});
const Props = z.object({ default_generation_settings: z.object({ n_ctx: z.int().positive() }) });
const Running = z.object({ models: z.array(z.object({ name: z.string(), context_length: z.int().positive() })) });
const Loaded = z.object({ data: z.array(z.object({ id: z.string(), loaded_context_length: z.int().positive() })) });
const Vectors = z.object({ data: z.array(z.object({ embedding: z.array(z.number()).min(1) })).min(1) });

/** Looks for servers at their usual ports on this machine; what listens there and is none is passed over. */
export async function findServers(options: FindOptions = {}): Promise<FoundServer[]> {
  const { servers = USUAL_SERVERS, fetch } = options;
  const found = servers.map(async ({ name, port }) => {
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const list = await ask(ModelList, `${baseUrl}/models`, { fetch, limitMs: LOOK_MS });
    const ids = list?.data.map(({ id }) => id) ?? [];
    if (ids.length === 0) return [];
    const embedders = ids.filter((id) => EMBEDS.test(id));
    return [{ name, baseUrl, models: ids.filter((id) => !EMBEDS.test(id)), embedders }];
  });
  return (await Promise.all(found)).flat();
}

/** Tries what a model of a server can do, by requests of a few words. */
export async function tryServer(
  { baseUrl, embedders }: FoundServer,
  model: string,
  { fetch }: FindOptions = {},
): Promise<TriedServer> {
  const assessor = createOpenAiCompatibleAssessor({ baseUrl, model, ...(fetch && { fetch }) });
  const nowhere = { load: async () => undefined, save: async () => {} };
  const signal = AbortSignal.timeout(TRY_MS);
  const abilities = await assessor.prepare!(nowhere, { signal }).catch(() => undefined);
  return {
    // A server may load a model, and choose its context, with the first request alone.
    context: await findContext(baseUrl, model, fetch),
    schema: abilities?.schema ?? null,
    embeds: await tryEmbedding(baseUrl, embedders[0] ?? model, fetch),
  };
}

async function findContext(baseUrl: string, model: string, fetch: FindOptions["fetch"]): Promise<number | null> {
  const root = baseUrl.replace(/\/v1$/, "");
  const look = { fetch, limitMs: LOOK_MS };
  const [props, list, running, loaded] = await Promise.all([
    ask(Props, `${root}/props`, look),
    ask(ModelList, `${baseUrl}/models`, look),
    ask(Running, `${root}/api/ps`, look),
    ask(Loaded, `${root}/api/v0/models`, look),
  ]);
  return (
    props?.default_generation_settings.n_ctx ??
    list?.data.find(({ id }) => id === model)?.max_model_len ??
    running?.models.find(({ name }) => name === model)?.context_length ??
    loaded?.data.find(({ id }) => id === model)?.loaded_context_length ??
    null
  );
}

async function tryEmbedding(baseUrl: string, model: string, fetch: FindOptions["fetch"]) {
  const body = { model, input: ["Backups are made."] };
  const answer = await ask(Vectors, `${baseUrl}/embeddings`, { fetch, limitMs: TRY_MS, body });
  return answer ? { model, dimensions: answer.data[0]!.embedding.length } : null;
}

interface Question {
  readonly fetch: FindOptions["fetch"];
  readonly limitMs: number;
  readonly body?: object;
}

/** Undefined where nobody answers, or answers something else. */
async function ask<T>(
  form: z.ZodType<T>,
  url: string,
  { fetch = globalThis.fetch, limitMs, body }: Question,
): Promise<T | undefined> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(limitMs),
      ...(body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (response.ok) return form.safeParse(await response.json()).data;
    await response.body?.cancel();
  } catch {
    // Nobody listens there, or it speaks another language.
  }
  return undefined;
}
