export * from "./context.ts";
export * from "./database-errors.ts";
export * from "./idempotency.ts";
export * from "./missing-resource.ts";
export * from "./require-role.ts";
export * from "./tenants.ts";
export * from "./transact.ts";
export * from "./verify-isolation.ts";
