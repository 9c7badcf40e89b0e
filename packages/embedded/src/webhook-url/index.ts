export * from "./check-webhook-url.ts";
