export * from "./local-secret-keys.ts";
