export * from "./maintenance-mode.ts";
