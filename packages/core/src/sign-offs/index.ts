export * from "./list-sign-offs.ts";
export * from "./sign-run.ts";
export * from "./withdraw-sign-off.ts";
