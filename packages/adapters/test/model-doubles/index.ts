export * from "./answer-prompt.ts";
export * from "./expect-model-error.ts";
export * from "./request.ts";
export type * from "./spoken-answer.ts";
export * from "./start-model-double.ts";
