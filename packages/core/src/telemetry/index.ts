export * from "./scrub.ts";
export * from "./span.ts";
