export * from "./deliver-mail.ts";
export * from "./enqueue-mail.ts";
