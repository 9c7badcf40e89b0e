export { createOcrEngine } from "./create-ocr-engine.ts";
export type { OcrEngineSettings } from "./settings.ts";
