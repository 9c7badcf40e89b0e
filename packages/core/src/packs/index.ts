export * from "./bindings.ts";
export * from "./import-pack.ts";
