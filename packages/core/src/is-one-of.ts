import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Of any number: one parameter for all. */
export function isOneOf(column: AnyPgColumn, ids: Iterable<string>): SQL {
  return sql`${column} = any(${`{${[...ids].join(",")}}`}::uuid[])`;
}
