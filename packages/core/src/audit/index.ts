export * from "./audit-hash.ts";
export * from "./checkpoint-keys.ts";
export * from "./list-audit-entries.ts";
export * from "./list-checkpoints.ts";
export * from "./record-audit.ts";
export * from "./verify-audit.ts";
