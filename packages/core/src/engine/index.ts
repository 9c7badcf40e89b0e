export * from "./create-engine.ts";
export * from "./is-heavy.ts";
export * from "./sweep.ts";
export * from "./take-late-sweep.ts";
