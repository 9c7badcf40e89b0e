export type { Condition, Disk, NoticeThresholds } from "./find-conditions.ts";
export { findConditions } from "./find-conditions.ts";
export { type NoticeSettings, noteConditions } from "./note-conditions.ts";
export { type DeploymentState, JOB_STATES, type JobsOfKind, readDeploymentState } from "./read-deployment-state.ts";
export { type MessageOutcome, type NoticeReceivers, sendMessages } from "./send-messages.ts";
