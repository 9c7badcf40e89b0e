export * from "./build-snapshot.ts";
export * from "./check-results.ts";
export * from "./require-intact.ts";
export * from "./snapshots.ts";
