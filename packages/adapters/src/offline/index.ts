export * from "./offline-embedder.ts";
