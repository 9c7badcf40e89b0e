export * from "./claim.ts";
export * from "./leases.ts";
export * from "./outbox.ts";
export * from "./release-lost.ts";
export * from "./run-work-item.ts";
export * from "./stage.ts";
export * from "./work-item.ts";
