export { areJobsLeft } from "./are-jobs-left.ts";
export {
  type ClaimOptions,
  claimDueJobs,
  claimJob,
  type DueJob,
  type DueJobsOptions,
  findWaitMs,
  type JobSlots,
  listDueJobs,
} from "./claim.ts";
export type { JobResult } from "./commit.ts";
export * from "./define-stages.ts";
export * from "./engine.ts";
export * from "./error-code.ts";
export * from "./job.ts";
export * from "./leases.ts";
export { listModelUse } from "./list-model-use.ts";
export * from "./outage.ts";
export * from "./outbox.ts";
export * from "./pauses.ts";
export * from "./quota.ts";
export { ShuttingDown } from "./record-failure.ts";
export * from "./release-lost.ts";
export * from "./run-job.ts";
export * from "./stage.ts";
export * from "./take-late-sweep.ts";
