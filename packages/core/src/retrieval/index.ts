export * from "./calibrate.ts";
export * from "./lexical-terms.ts";
export * from "./requirement-query.ts";
