export * from "./destinations-of.ts";
export * from "./open-parts.ts";
export * from "./provider-not-allowed.ts";
export * from "./send-counted.ts";
