export * from "./build-snapshot.ts";
export * from "./snapshots.ts";
