import type { Models } from "@assay/core/ports";
import { type Config, ConfigError } from "../config.ts";
import { configuredModels } from "./models.ts";
import { remoteMeaning } from "./remote-meaning.ts";

/** The models of a runtime that gets the service as one small bundle. Throws ConfigError. */
export function remoteModels(config: Config): Models {
  if (config.GEMINI_CLIENT === "genai")
    throw new ConfigError("Cannot use @google/genai on this runtime, whose bundle leaves it out: unset GEMINI_CLIENT");
  const meaning = remoteMeaning(config);
  return { ...configuredModels(config, { meaning }), meaning };
}
