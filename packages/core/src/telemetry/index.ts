export * from "./export-spans.ts";
export * from "./scrub.ts";
export * from "./span.ts";
