export * from "./send-back.ts";
export * from "./tasks.ts";
