import type { PGlite } from "@electric-sql/pglite";

/** From here on PostgreSQL numbers what is no type of a plain value: rows of its catalogs, rows of tables. */
const FIRST_ROW_TYPE = 10_000;

/**
 * With each statement, all parsers are copied: to hundreds for arrays of rows, which no statement answers, went more
 * time than to a small statement itself.
 */
export function dropRowTypes(client: PGlite): void {
  client.parsers = Object.fromEntries(Object.entries(client.parsers).filter(([type]) => Number(type) < FIRST_ROW_TYPE));
}
