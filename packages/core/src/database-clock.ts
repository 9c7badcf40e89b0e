import { type SQL, sql } from "drizzle-orm";

/** Milliseconds since the epoch by the database's clock, the only one that leases and records trust. */
export const databaseMillis: SQL<number> = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** The database's time now, shifted. */
export function databaseTimeIn(ms: number): SQL<Date> {
  return sql<Date>`now() + make_interval(secs => ${ms / 1000})`;
}
