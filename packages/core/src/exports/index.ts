export * from "./build-exports.ts";
export * from "./csv.ts";
export * from "./exports.ts";
