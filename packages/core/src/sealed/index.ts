export * from "./find-row-damage.ts";
export * from "./find-run-ends.ts";
export * from "./find-sealed-run.ts";
export * from "./hash-row.ts";
export * from "./hash-run-egress.ts";
export * from "./is-equal-json.ts";
export * from "./or-damaged.ts";
export * from "./result-digests.ts";
export { type SealedRun, toSealedRun } from "./sealed-run.ts";
