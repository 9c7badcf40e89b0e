export * from "./answer-prompt.ts";
export * from "./request.ts";
export * from "./start-model-double.ts";
