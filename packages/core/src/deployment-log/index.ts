export * from "./list-deployment-entries.ts";
export * from "./write-deployment-entry.ts";
