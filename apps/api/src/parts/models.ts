import { createGeminiAssessor, createGeminiEmbedder, GEMINI_MODEL } from "@assay/adapters/gemini";
import { createPlaces } from "@assay/adapters/model-calls";
import {
  createOpenAiCompatibleAssessor,
  createOpenAiCompatibleEmbedder,
  findSlots,
} from "@assay/adapters/openai-compatible";
import { PROMPT_FORMS } from "@assay/adapters/prompt";
import { type ModelQuota, modelPart, type QuotaSettings } from "@assay/core/jobs";
import type { Assessor, Embedder, OpenMeaningModel, OpenModels } from "@assay/core/ports";
import {
  createOfflineEmbedder,
  createOfflineMeaningAssessor,
  createOfflinePartsAssessor,
  createOfflineWordsAssessor,
} from "@assay/offline";
import { type Config, ConfigError } from "../config.ts";
import { asConfigError } from "./as-config-error.ts";

interface Provided {
  readonly embedders: readonly Embedder[];
  readonly assessors: readonly Assessor[];
}

type Provider = NonNullable<Config["MODEL_PROVIDER"]>;

/** Of the time for a requirement: the rest is for what the engine does around the call. */
const MODEL_SHARE = 0.95;

/**
 * The models that this deployment runs: those of the chosen provider, then the offline engine, which embeds where the
 * provider does not, so that evidence goes to no other; last the others that are configured, for runs and versions that
 * pin them. The embedder and the offline engine that a setting names come first. Throws ConfigError.
 */
export function configuredModels(config: Config, own: OwnModels = NO_MODELS): OpenModels {
  const order: Provider[] = [chosenProvider(config), "offline", "gemini", "openai-compatible"];
  const provided = [...new Set(order)].map((provider) => asConfigError(() => provide(provider, config, own)));
  const [embedder, ...embedders] = chosenFirst(
    provided.flatMap((each) => each.embedders),
    config,
    "EMBEDDER_MODEL",
  );
  const [assessor, ...assessors] = provided.flatMap((each) => each.assessors);
  // Not by meaning: which model reads it is pinned by the version, for the assessor that it names.
  const [fallback] = config.MODEL_FALLBACK_PROVIDER
    ? provide(config.MODEL_FALLBACK_PROVIDER, config, NO_MODELS).assessors
    : [];
  return { embedders: [embedder!, ...embedders], assessors: [assessor!, ...assessors], fallback };
}

/** What the machine itself runs, or a server of the operator's. */
interface OwnModels {
  readonly embedders?: readonly Embedder[];
  readonly meaning?: OpenMeaningModel | undefined;
}

const NO_MODELS: OwnModels = {};

type ModelSetting = "EMBEDDER_MODEL" | "OFFLINE_ASSESSOR";

function chosenFirst<T extends { readonly model: string }>(
  models: readonly T[],
  config: Config,
  setting: ModelSetting,
): readonly T[] {
  const name = config[setting];
  if (name === undefined) return models;
  const chosen = models.find(({ model }) => model === name);
  if (chosen) return [chosen, ...models.filter((each) => each !== chosen)];
  const names = models.map(({ model }) => model).join(", ");
  const act = setting === "EMBEDDER_MODEL" ? "embed" : "judge";
  throw new ConfigError(
    `Cannot ${act} with '${name}' because this deployment does not run it: set ${setting} to one of ${names}`,
  );
}

/** By words, and PARTIAL at most where no model for meaning runs; by meaning where a setting says so. */
function offlineAssessors(config: Config, { meaning }: OwnModels): readonly Assessor[] {
  const [cautious, byWords] = [createOfflineWordsAssessor(), createOfflinePartsAssessor()];
  const all = meaning ? [byWords, createOfflineMeaningAssessor(), cautious] : [cautious, byWords];
  return chosenFirst(all, config, "OFFLINE_ASSESSOR");
}

/** What the accounts of the configured models allow. */
export function configuredQuotas(config: Config): QuotaSettings["quotas"] {
  const gemini = {
    requestsPerMinute: config.GEMINI_REQUESTS_PER_MINUTE,
    tokensPerMinute: config.GEMINI_TOKENS_PER_MINUTE,
    parallelCalls: config.GEMINI_PARALLEL_CALLS,
  };
  const of = (model: string | undefined, quota: ModelQuota) =>
    model === undefined || Object.values(quota).every((limit) => limit === undefined)
      ? []
      : [[modelPart(model), quota] as const];
  return Object.fromEntries([
    ...of(config.GEMINI_MODEL ?? GEMINI_MODEL, gemini),
    ...of(config.OPENAI_COMPATIBLE_MODEL, compatibleQuota(config)),
  ]);
}

/** Which provider judges. */
export function chosenProvider({ MODEL_PROVIDER, GEMINI_API_KEY, OPENAI_COMPATIBLE_BASE_URL }: Config): Provider {
  if (MODEL_PROVIDER) return MODEL_PROVIDER;
  if (GEMINI_API_KEY) return "gemini";
  return OPENAI_COMPATIBLE_BASE_URL ? "openai-compatible" : "offline";
}

function provide(provider: Provider, config: Config, own: OwnModels): Provided {
  switch (provider) {
    case "gemini":
      return provideGemini(config);
    case "openai-compatible":
      return provideOpenAiCompatible(config);
    case "offline":
      return {
        embedders: [
          createOfflineEmbedder(),
          createOfflineEmbedder("offline-lexical-2"),
          createOfflineEmbedder("offline-lexical-1"),
          ...(own.embedders ?? []),
        ],
        assessors: offlineAssessors(config, own),
      };
    default:
      return provider satisfies never;
  }
}

function provideGemini(config: Config): Provided {
  const { GEMINI_API_KEY: apiKey, GEMINI_MODEL: model, GEMINI_BASE_URL: baseUrl, GEMINI_CLIENT: client } = config;
  if (!apiKey) return { embedders: [], assessors: [] };
  return {
    embedders: [createGeminiEmbedder({ apiKey, baseUrl, client })],
    assessors: PROMPT_FORMS.map((form) =>
      createGeminiAssessor({ apiKey, baseUrl, client, model, form, ...assessing(config, "gemini") }),
    ),
  };
}

function provideOpenAiCompatible(config: Config): Provided {
  const { OPENAI_COMPATIBLE_BASE_URL: baseUrl, OPENAI_COMPATIBLE_MODEL: model } = config;
  if (!baseUrl || !model) return { embedders: [], assessors: [] };
  const apiKey = config.OPENAI_COMPATIBLE_API_KEY;
  const places = findsOwnPlaces(config) ? createPlaces({ findMost: () => findSlots({ baseUrl, apiKey }) }) : undefined;
  const embeddingModel = config.OPENAI_COMPATIBLE_EMBEDDING_MODEL;
  const { OPENAI_COMPATIBLE_QUERY_PREFIX: query, OPENAI_COMPATIBLE_DOCUMENT_PREFIX: document } = config;
  const dimensions = config.OPENAI_COMPATIBLE_EMBEDDING_DIMENSIONS;
  const prefixes = query !== undefined && document !== undefined ? { query, document } : undefined;
  return {
    embedders: embeddingModel
      ? [createOpenAiCompatibleEmbedder({ baseUrl, apiKey, model: embeddingModel, prefixes, dimensions })]
      : [],
    assessors: PROMPT_FORMS.map((form) =>
      createOpenAiCompatibleAssessor({
        baseUrl,
        apiKey,
        model,
        form,
        places,
        firstWordMs: config.limits.firstWordMs,
        ...assessing(config, "openai-compatible"),
      }),
    ),
  };
}

/**
 * Where nobody says what the server takes: neither a quota, whose calls must leave when they are counted, nor QStash, whose
 * deliveries are processes' own.
 */
function findsOwnPlaces(config: Config): boolean {
  return (
    config.QSTASH_TOKEN === undefined && Object.values(compatibleQuota(config)).every((each) => each === undefined)
  );
}

function compatibleQuota(config: Config): ModelQuota {
  return {
    requestsPerMinute: config.OPENAI_COMPATIBLE_REQUESTS_PER_MINUTE,
    tokensPerMinute: config.OPENAI_COMPATIBLE_TOKENS_PER_MINUTE,
    parallelCalls: config.OPENAI_COMPATIBLE_PARALLEL_CALLS,
  };
}

/** The price that is set is that of the provider which judges. */
function assessing(config: Config, provider: Provider) {
  const { MODEL_PRICE_INPUT_USD: inputUsd, MODEL_PRICE_OUTPUT_USD: outputUsd } = config;
  const priced = inputUsd !== undefined && outputUsd !== undefined && provider === chosenProvider(config);
  return {
    timeoutMs: Math.round(config.limits.requirementLimitMs * MODEL_SHARE),
    price: priced ? { inputUsd, outputUsd } : undefined,
  };
}
