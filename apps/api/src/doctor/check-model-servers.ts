import {
  type FindOptions,
  type FoundServer,
  findServers,
  type TriedServer,
  tryServer,
  USUAL_SERVERS,
} from "@assay/adapters/openai-compatible";
import { type Config, ConfigError } from "../config.ts";
import { chosenProvider } from "../parts/models.ts";
import type { Finding } from "./finding.ts";

/** Below it, the passages of a requirement do not fit. */
const CONTEXT_MIN = 16_384;

/** Model servers on this machine that nobody has configured, with what they can do. */
export async function checkModelServers(config: Config, options: FindOptions = {}): Promise<Finding[]> {
  if (chosenProvider(config) !== "offline") return [];
  const servers = await findServers(options);
  const findings = servers.map(async (server) => {
    const [model] = server.models;
    if (!model) return { ok: true, text: `Found ${server.name} at ${server.baseUrl} without a model that assesses` };
    const tried = await tryServer(server, model, options);
    const use = `to use it, set OPENAI_COMPATIBLE_BASE_URL=${server.baseUrl} and OPENAI_COMPATIBLE_MODEL=${model}`;
    return { ok: true, text: `${describeServer(server, model, tried)}; ${use}` };
  });
  return Promise.all(findings);
}

function describeServer({ name, baseUrl }: FoundServer, model: string, tried: TriedServer): string {
  const { context, schema, embeds } = tried;
  const enough = context !== null && context < CONTEXT_MIN ? ` (too little: give it ${CONTEXT_MIN})` : "";
  return [
    `Found ${name} at ${baseUrl} with ${model}`,
    context === null ? "a context that it does not say" : `a context of ${context} tokens${enough}`,
    schema === null ? "no answer to a small request" : schema ? "a JSON schema" : "plain JSON alone",
    embeds ? `embeddings of ${embeds.dimensions} values by ${embeds.model}` : "no embeddings",
  ].join(", ");
}

export interface ChosenModel {
  /** The settings that use it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * The first model that assesses on a server of this machine, or the one that is named. Throws ConfigError with what to do where
 * there is none.
 */
export async function chooseLocalModel(wanted: string | undefined, options: FindOptions = {}): Promise<ChosenModel> {
  const servers = await findServers(options);
  const models = servers.flatMap((server) => server.models.map((model) => ({ server, model })));
  const chosen = wanted === undefined ? models[0] : models.find(({ model }) => isNamed(model, wanted));
  if (!chosen) throw new ConfigError(noModel(wanted, models, options));
  const { server, model } = chosen;
  return {
    settings: {
      MODEL_PROVIDER: "openai-compatible",
      OPENAI_COMPATIBLE_BASE_URL: server.baseUrl,
      OPENAI_COMPATIBLE_MODEL: model,
    },
    text: describeServer(server, model, await tryServer(server, model, options)),
  };
}

const isNamed = (model: string, wanted: string) => model === wanted || model === `${wanted}:latest`;

function noModel(
  wanted: string | undefined,
  models: readonly { readonly model: string }[],
  { servers = USUAL_SERVERS }: FindOptions,
): string {
  const ports = servers.map(({ name, port }) => `${name} (${port})`).join(", ");
  if (models.length === 0)
    return `Cannot find a model on this machine: start one of ${ports}, or set OPENAI_COMPATIBLE_BASE_URL and OPENAI_COMPATIBLE_MODEL`;
  return `Cannot find the model '${wanted}' on this machine: it has ${models.map(({ model }) => model).join(", ")}`;
}
