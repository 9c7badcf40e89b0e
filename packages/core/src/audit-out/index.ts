export * from "./send-entries.ts";
export * from "./to-ocsf.ts";
export * from "./webhook-destination.ts";
