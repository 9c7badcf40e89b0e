export * from "./retrieval-versions.ts";
