export * from "./is-prohibition.ts";
export * from "./read-requirement.ts";
export * from "./requirement-verbs.ts";
export * from "./split-parts.ts";
