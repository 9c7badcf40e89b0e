export * from "./list-sign-offs.ts";
export * from "./name-digest.ts";
export * from "./sign-run.ts";
export { endedBy } from "./to-sign-off.ts";
export * from "./withdraw-sign-off.ts";
