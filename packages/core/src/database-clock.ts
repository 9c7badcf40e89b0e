import { type Database, oneRow, rowsOf } from "@assay/db";
import { type Placeholder, type SQL, sql } from "drizzle-orm";

/** Milliseconds since the epoch by the database's clock, the only one that leases and records trust. */
export const databaseMillis: SQL<number> = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** What lies before this has come: stored times are rounded to a millisecond, half of them up. */
export const justAfterNow = sql<Date>`now() + interval '1 millisecond'`;

/** The database's time now, shifted by milliseconds. */
export function databaseTimeIn(ms: number | SQL | Placeholder): SQL<Date> {
  return sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;
}

export interface DatabaseClock {
  now(): Date;
  stop(): void;
}

/**
 * The database's clock, for what has to know the time without asking: read now and then, and in between carried on by this
 * machine's clock that never jumps. Processes whose machines disagree agree by it.
 */
export async function startDatabaseClock(db: Database, { everyMs }: { everyMs: number }): Promise<DatabaseClock> {
  const read = async () => {
    const asked = performance.now();
    const { millis } = oneRow(await rowsOf<{ millis: number }>(db, sql`select ${databaseMillis} as millis`));
    return millis - (asked + performance.now()) / 2;
  };
  let aheadMs = await read();
  const again = () =>
    read().then(
      (found) => {
        aheadMs = found;
      },
      // Of a database that is away the last reading holds.
      () => {},
    );
  const timer = setInterval(() => void again(), everyMs);
  timer.unref();
  return { now: () => new Date(performance.now() + aheadMs), stop: () => clearInterval(timer) };
}
