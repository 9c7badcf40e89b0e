export * from "./describe-assessor.ts";
export * from "./describe-embedder.ts";
export * from "./describe-file-store.ts";
export * from "./test-database.ts";
