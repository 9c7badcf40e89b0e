export * from "./create-webhook-sender.ts";
export * from "./sign-message.ts";
