export * from "./bind-engine.ts";
export * from "./change-residency.ts";
export * from "./list-egress.ts";
export * from "./read-residency.ts";
