export * from "./build-exports.ts";
export * from "./exports.ts";
