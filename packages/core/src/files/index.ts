export * from "./adopt-store.ts";
export * from "./guard-files.ts";
