import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * A statement that inserts rows where a condition holds, for use next to another that decides it: the rows are one
 * parameter. All rows have the columns of the first one; no column of bytes or of a vector can be given.
 */
export function insertWhere<T extends PgTable>(table: T, rows: readonly T["$inferInsert"][], condition: SQL): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in (rows[0] ?? {}));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, (row as Record<string, unknown>)[key] ?? null])),
  );
  return sql`insert into ${table} (${names})
    select ${names} from jsonb_populate_recordset(null::${table}, ${toJson(records)}::jsonb) where ${condition}`;
}

/** Half a character would make no JSON that the database takes: it is replaced, as in any other parameter. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === "string" ? each.toWellFormed() : each));
}
