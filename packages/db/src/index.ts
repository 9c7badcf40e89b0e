export type { Connection, Database, ServerOptions, Transaction } from "./connection.ts";
export { newId } from "./id.ts";
export { insertInBatches } from "./insert-in-batches.ts";
export { insertWhere } from "./insert-where.ts";
export { preparedOnce } from "./prepared-once.ts";
export { oneRow, RowCountError, rowsOf } from "./rows.ts";
export * from "./schema/index.ts";
export { readWith, type TransactionSettings, transactWith } from "./transact-with.ts";
export { toSparseText, toVectorText } from "./vector-text.ts";
