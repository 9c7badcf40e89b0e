export { createModelProcess } from "./model-process.ts";
export { type LearnedModels, type LearnedModelsSettings, openLearnedModels } from "./open-learned-models.ts";
export type { BatchReport } from "./settings.ts";
