import type { PgInsertValue, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "./connection.ts";

/** Rows of the widest table stay far below the 65,535 parameters that a statement may have. */
const ROWS_PER_STATEMENT = 500;

/** Inserts any number of rows, in statements of a bounded size. */
export async function insertInBatches<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly PgInsertValue<T>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    await tx.insert(table).values(rows.slice(at, at + ROWS_PER_STATEMENT));
}
