export * from "./offline-assessor.ts";
export * from "./offline-embedder.ts";
