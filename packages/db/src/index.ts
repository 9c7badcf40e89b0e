export type { Connection, Database, Transaction } from "./connect.ts";
export { newId } from "./id.ts";
export * from "./schema/index.ts";
