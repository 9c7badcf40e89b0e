export * from "./fold-wording.ts";
export * from "./list-statements.ts";
export * from "./read-terms.ts";
export * from "./remember-last.ts";
export * from "./remember-matches.ts";
export * from "./remember-texts.ts";
export * from "./split-clauses.ts";
