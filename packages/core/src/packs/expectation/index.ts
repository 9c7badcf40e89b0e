export * from "./derive-expectation.ts";
