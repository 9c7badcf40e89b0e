export * from "./adopt-store.ts";
export * from "./guard-files.ts";
export * from "./plain-store.ts";
