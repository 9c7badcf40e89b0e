import { ilike, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Whether the column holds the text somewhere, in any case; every row where there is no text. */
export function contains(column: AnyPgColumn | SQL<string>, text: string | undefined): SQL | undefined {
  return text === undefined ? undefined : ilike(column, `%${text.replace(/[\\%_]/g, "\\$&")}%`);
}
