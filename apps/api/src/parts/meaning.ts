import { join } from "node:path";
import { type BatchReport, openLearnedModels } from "@assay/adapters/onnx";
import type { MeaningModel } from "@assay/core/ports";
import { findModel, ModelFilesError, SHIPPED_EMBEDDER } from "@assay/models";
import { type Config, ConfigError } from "../config.ts";
import { meaningProvider, meaningServer } from "./meaning-server.ts";

interface OpenMeaning {
  /** Undefined where nothing checks. */
  readonly meaning: MeaningModel | undefined;
  close(): Promise<void>;
}

/**
 * What checks citations for their meaning on a runtime with files and processes. Weights are read with the first
 * question, in a process of their own. Throws ConfigError.
 */
export async function openMeaning(
  config: Config,
  dataDir: string,
  onBatch?: (report: BatchReport) => void,
): Promise<OpenMeaning> {
  const { ASSAY_MODELS_DIR: modelsDir, ENTAILMENT_MODEL: model } = config;
  const provider = meaningProvider(config, "onnx");
  try {
    switch (provider) {
      case "none":
        return { meaning: undefined, close: async () => {} };
      case "http": {
        const { card } = await findModel(modelsDir, "entailment", model);
        const pinned = { model, sha256: card.sha256["model.onnx"], thresholds: card.thresholds, covers: card };
        return { meaning: meaningServer(config, pinned), close: async () => {} };
      }
      case "onnx": {
        const tempDir = join(dataDir, "temp");
        const models = await openLearnedModels({
          modelsDir,
          entailment: model,
          embedder: SHIPPED_EMBEDDER,
          tempDir,
          ...(onBatch && { onBatch }),
        });
        return { meaning: models, close: models.close };
      }
      default:
        return provider satisfies never;
    }
  } catch (error) {
    if (error instanceof ModelFilesError)
      throw new ConfigError(`${error.message}; check ASSAY_MODELS_DIR and ENTAILMENT_MODEL`);
    throw error;
  }
}
