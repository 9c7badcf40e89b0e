export * from "./audit-hash.ts";
export * from "./list-audit-entries.ts";
export * from "./record-audit.ts";
