export * from "./gemini-assessor.ts";
export * from "./gemini-embedder.ts";
export { GEMINI_MODELS, GEMINI_PRICES_READ } from "./gemini-models.ts";
