export * from "./offline-embedder.ts";
export * from "./offline-meaning-assessor.ts";
export * from "./offline-parts-assessor.ts";
