import { createOfflineAssessor, createOfflineEmbedder } from "@assay/adapters/offline";
import type { Models } from "@assay/core/ports";

/** The models that this deployment runs, the chosen ones first; the offline engine always, for runs that pin it. */
export function configuredModels(): Models {
  return { embedders: [createOfflineEmbedder()], assessors: [createOfflineAssessor()] };
}
