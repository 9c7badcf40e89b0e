export * from "./check-tenant-chain.ts";
export * from "./count-broken-chains.ts";
export * from "./enqueue-due.ts";
export * from "./make-checkpoint.ts";
export * from "./recipients.ts";
export * from "./resume-audit.ts";
export * from "./send-checkpoints.ts";
