export * from "./offline-assessor.ts";
export * from "./offline-embedder.ts";
export * from "./offline-meaning-assessor.ts";
export * from "./offline-parts-assessor.ts";
