export * from "./local-waker.ts";
