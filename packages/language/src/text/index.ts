export * from "./fold-wording.ts";
export * from "./list-statements.ts";
export * from "./memoize-texts.ts";
export { readNamedCells } from "./read-named-cells.ts";
export * from "./read-terms.ts";
export * from "./read-text.ts";
export * from "./split-clauses.ts";
