import type { SQL } from "drizzle-orm";
import type { Database } from "./connection.ts";

/** Returns the rows of a statement written by hand; `T` says what its columns are. */
export async function rowsOf<T>(db: Pick<Database, "execute">, statement: SQL): Promise<T[]> {
  return ((await db.execute(statement)) as unknown as { rows: T[] }).rows;
}

/** A statement gave no row, or several, where its caller relies on one. */
export class RowCountError extends Error {
  override readonly name = "RowCountError";

  constructor(count: number) {
    super(`Cannot read the row of a statement because it gave ${count} rows: exactly 1 is required`);
  }
}

/** Returns the only row, such as that of an insert's `returning`. Throws RowCountError where there is none or another. */
export function oneRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new RowCountError(rows.length);
  return row;
}
