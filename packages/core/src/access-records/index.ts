export * from "./list-access-records.ts";
export * from "./record-access.ts";
