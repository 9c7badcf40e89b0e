export * from "./activations.ts";
export * from "./find-guidance.ts";
export * from "./find-models.ts";
export * from "./ingestions/index.ts";
export * from "./manage-retrieval-versions.ts";
export * from "./retrieval-versions.ts";
export * from "./vector-coverage.ts";
