export * from "./ability-store.ts";
