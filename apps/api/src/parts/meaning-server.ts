import { createEntailmentServer } from "@assay/adapters/entailment-server";
import type { OpenMeaningModel } from "@assay/core/ports";
import type { Config } from "../config.ts";
import { asConfigError } from "./as-config-error.ts";

/** What checks citations for their meaning: the chosen one, else a server where one is set, else `own`. */
export function meaningProvider({ ENTAILMENT_PROVIDER, ENTAILMENT_URL }: Config, own: "onnx" | "none") {
  return ENTAILMENT_PROVIDER ?? (ENTAILMENT_URL ? "http" : own);
}

/** A server of the operator's that must serve `model`. Throws ConfigError. */
export function meaningServer(
  { ENTAILMENT_URL: url, ENTAILMENT_API_KEY: apiKey }: Config,
  {
    model,
    sha256,
    thresholds,
    covers: { languages, kinds },
  }: Omit<OpenMeaningModel, "entailment"> & {
    model: string;
    sha256: string;
  },
): OpenMeaningModel {
  return asConfigError(() => ({
    entailment: createEntailmentServer({ url: url!, apiKey, model, sha256 }),
    thresholds,
    covers: { languages, kinds },
  }));
}
