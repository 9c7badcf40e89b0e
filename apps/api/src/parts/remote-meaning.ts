import type { OpenMeaningModel } from "@assay/core/ports";
import { SHIPPED_ENTAILMENT } from "@assay/models/shipped";
import { type Config, ConfigError } from "../config.ts";
import { meaningProvider, meaningServer } from "./meaning-server.ts";

/** What checks citations for their meaning where there are no files: a server with the model of this release, or nothing. */
export function remoteMeaning(config: Config): OpenMeaningModel | undefined {
  const provider = meaningProvider(config, "none");
  if (provider === "onnx")
    throw new ConfigError("Cannot check citations on this runtime with a model of its own: unset ENTAILMENT_PROVIDER");
  if (provider === "none") return undefined;
  if (config.ENTAILMENT_MODEL !== SHIPPED_ENTAILMENT.model)
    throw new ConfigError(
      `Cannot ask for the model '${config.ENTAILMENT_MODEL}' on this runtime, which has no card of it: unset ENTAILMENT_MODEL`,
    );
  return meaningServer(config, SHIPPED_ENTAILMENT);
}
