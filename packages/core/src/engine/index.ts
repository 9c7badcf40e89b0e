export * from "./create-engine.ts";
export * from "./sweep.ts";
