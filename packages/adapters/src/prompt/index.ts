export * from "./answer-schema.ts";
export * from "./build-prompt.ts";
export * from "./read-answer.ts";
