export * from "./local-dispatcher.ts";
