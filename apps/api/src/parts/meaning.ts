import { join } from "node:path";
import type { Embedder, OpenMeaningModel } from "@assay/core/ports";
import { findModel, ModelFilesError } from "@assay/models";
import { type BatchReport, openLearnedModels } from "@assay/models/process";
import { type Config, ConfigError } from "../config.ts";
import { meaningProvider, meaningServer } from "./meaning-server.ts";
import { readMetrics } from "./read-metrics.ts";

interface OpenMeaning {
  /** Undefined where nothing checks. */
  readonly meaning: OpenMeaningModel | undefined;
  /** Those that run on this machine. */
  readonly embedders: readonly Embedder[];
  close(): Promise<void>;
}

/**
 * The learned models of a runtime with files and processes: what checks citations for their meaning, and embedders.
 * Weights are read with the first question, in a process of their own. Throws ConfigError.
 */
export async function openMeaning(
  config: Config,
  dataDir: string,
  onBatch?: (report: BatchReport) => void,
): Promise<OpenMeaning> {
  const { ASSAY_MODELS_DIR: modelsDir, ENTAILMENT_MODEL: model } = config;
  const provider = meaningProvider(config, "onnx");
  try {
    const { meaning, embedders, close } = await openLearnedModels({
      modelsDir,
      entailment: provider === "onnx" ? model : undefined,
      tempDir: join(dataDir, "temp"),
      ...(onBatch && { onBatch }),
    });
    if (provider === "none") return { meaning: undefined, embedders, close };
    const { path, card } = await findModel(modelsDir, "entailment", model);
    const pinned = { model, sha256: card.sha256["model.onnx"], thresholds: card.thresholds, covers: card };
    const checks = provider === "http" ? meaningServer(config, pinned) : meaning;
    return { meaning: checks && { ...checks, metrics: await readMetrics(path) }, embedders, close };
  } catch (error) {
    if (error instanceof ModelFilesError)
      throw new ConfigError(`${error.message}; check ASSAY_MODELS_DIR and ENTAILMENT_MODEL`);
    throw error;
  }
}
