export * from "./create-pack-parser.ts";
export * from "./parse-pack.ts";
