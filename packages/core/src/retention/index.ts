export * from "./change-retention.ts";
export { enqueueRetention } from "./enqueue-retention.ts";
export { listLateRetention } from "./find-late.ts";
export * from "./preview-retention.ts";
export { readRetention } from "./read-retention.ts";
export { applyRetention } from "./retain-stage.ts";
