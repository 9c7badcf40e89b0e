export * from "./check-models.ts";
export * from "./places.ts";
export * from "./post-json.ts";
export * from "./price.ts";
export * from "./read-address.ts";
export * from "./refused-status.ts";
export * from "./retry-after.ts";
export * from "./within-time.ts";
