export * from "./activations.ts";
export * from "./find-guidance.ts";
export * from "./ingestions/index.ts";
