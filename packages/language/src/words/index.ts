export * from "./find-term.ts";
export * from "./hash-term.ts";
export * from "./languages/read-words.ts";
export * from "./split-words.ts";
export * from "./stem-word.ts";
export * from "./stop-words.ts";
