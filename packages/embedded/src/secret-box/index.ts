export * from "./create-secret-box.ts";
export * from "./secret-keys.ts";
