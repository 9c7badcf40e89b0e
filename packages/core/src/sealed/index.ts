export * from "./find-sealed-run.ts";
export * from "./is-equal-json.ts";
export { type SealedRun, toSealedRun } from "./sealed-run.ts";
