export { createTextExtractor } from "./create-text-extractor.ts";
export type { TextExtractorSettings } from "./settings.ts";
