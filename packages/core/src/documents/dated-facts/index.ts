export * from "./find-dated-facts.ts";
