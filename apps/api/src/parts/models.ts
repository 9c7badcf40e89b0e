import { createGeminiAssessor, createGeminiEmbedder } from "@assay/adapters/gemini";
import { createOfflineAssessor, createOfflineEmbedder } from "@assay/adapters/offline";
import { createOpenAiCompatibleAssessor, createOpenAiCompatibleEmbedder } from "@assay/adapters/openai-compatible";
import type { Assessor, Embedder, Models } from "@assay/core/ports";
import { type Config, ConfigError } from "../config.ts";

interface Provided {
  readonly embedders: readonly Embedder[];
  readonly assessors: readonly Assessor[];
}

type Provider = NonNullable<Config["MODEL_PROVIDER"]>;

/**
 * The models that this deployment runs: those of the chosen provider first, then those of the others that are
 * configured, and the offline engine last, for runs and versions that pin them. Throws ConfigError.
 */
export function configuredModels(config: Config): Models {
  const chosen = config.MODEL_PROVIDER ?? soleProvider(config);
  const order: Provider[] = [chosen, "gemini", "openai-compatible", "offline"];
  const provided = [...new Set(order)].map((provider) => provide(provider, config));
  const [embedder, ...embedders] = provided.flatMap((each) => each.embedders);
  const [assessor, ...assessors] = provided.flatMap((each) => each.assessors);
  return { embedders: [embedder!, ...embedders], assessors: [assessor!, ...assessors] };
}

function soleProvider({ GEMINI_API_KEY, OPENAI_COMPATIBLE_BASE_URL }: Config): Provider {
  if (GEMINI_API_KEY) return "gemini";
  return OPENAI_COMPATIBLE_BASE_URL ? "openai-compatible" : "offline";
}

function provide(provider: Provider, config: Config): Provided {
  try {
    switch (provider) {
      case "gemini":
        return provideGemini(config);
      case "openai-compatible":
        return provideOpenAiCompatible(config);
      case "offline":
        return { embedders: [createOfflineEmbedder()], assessors: [createOfflineAssessor()] };
      default:
        return provider satisfies never;
    }
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function provideGemini({ GEMINI_API_KEY: apiKey, GEMINI_MODEL: model, GEMINI_BASE_URL: baseUrl }: Config): Provided {
  if (!apiKey) return { embedders: [], assessors: [] };
  return {
    embedders: [createGeminiEmbedder({ apiKey, baseUrl })],
    assessors: [createGeminiAssessor({ apiKey, baseUrl, model })],
  };
}

/** Without an embedding model of the server's own, the offline engine embeds. */
function provideOpenAiCompatible(config: Config): Provided {
  const { OPENAI_COMPATIBLE_BASE_URL: baseUrl, OPENAI_COMPATIBLE_MODEL: model } = config;
  if (!baseUrl || !model) return { embedders: [], assessors: [] };
  const apiKey = config.OPENAI_COMPATIBLE_API_KEY;
  const embeddingModel = config.OPENAI_COMPATIBLE_EMBEDDING_MODEL;
  return {
    embedders: embeddingModel ? [createOpenAiCompatibleEmbedder({ baseUrl, apiKey, model: embeddingModel })] : [],
    assessors: [createOpenAiCompatibleAssessor({ baseUrl, apiKey, model })],
  };
}
