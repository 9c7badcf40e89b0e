export * from "./digest-pinned.ts";
export * from "./digest-records.ts";
export * from "./digest-row.ts";
export * from "./read-records.ts";
export * from "./record-kinds.ts";
export * from "./recorded-hash.ts";
export * from "./require-recorded.ts";
export * from "./sound-once.ts";
