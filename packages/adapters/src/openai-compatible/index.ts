export * from "./find-servers.ts";
export * from "./find-slots.ts";
export * from "./openai-compatible-assessor.ts";
export * from "./openai-compatible-embedder.ts";
