export * from "./judge-answer.ts";
export * from "./list-assessments.ts";
export * from "./status-from-confidence.ts";
export * from "./verify-quotes.ts";
