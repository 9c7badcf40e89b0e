export * from "./diff-runs.ts";
export * from "./read-runs.ts";
export * from "./replay-run.ts";
export * from "./run-progress.ts";
export * from "./run-settings.ts";
export { type RunServices } from "./run-stage.ts";
export * from "./run-stages.ts";
export * from "./stalled-runs.ts";
export * from "./start-run.ts";
