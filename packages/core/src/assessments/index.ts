export * from "./ask-assessor.ts";
export * from "./evidence-rules.ts";
export * from "./judge-answer.ts";
export * from "./judged-evidence.ts";
export * from "./list-assessments.ts";
export * from "./parts/split-parts.ts";
export * from "./status-from-confidence.ts";
export * from "./verify-quotes.ts";
