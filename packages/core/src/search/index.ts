export * from "./search-evidence.ts";
