import { type Database, oneRow, rowsOf, type Transaction } from "@assay/db";
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { type ClockEstimate, estimateClock, timeOf, uncertaintyOf } from "./clock-estimate.ts";
import type { Clock } from "./ports/clock.ts";

/** Milliseconds since the epoch by the database's clock, the only one that leases and records trust. */
export const databaseMillis: SQL<number> = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** As `databaseMillis`, asked for by itself. */
export async function readDatabaseMillis(db: Database | Transaction): Promise<number> {
  return oneRow(await rowsOf<{ millis: number }>(db, sql`select ${databaseMillis} as millis`)).millis;
}

/** What lies before this has come: stored times are rounded to a millisecond, half of them up. */
export const justAfterNow = sql<Date>`now() + interval '1 millisecond'`;

/** The database's time now, shifted by milliseconds. */
export function databaseTimeIn(ms: number | SQL | Placeholder): SQL<Date> {
  return sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;
}

export interface DatabaseClock extends Clock {
  stop(): void;
}

/** A first reading that is surer than this is not repeated. */
const SURE_ENOUGH_MS = 500;
const FIRST_READINGS_MAX = 4;

/**
 * The database's clock, for what has to know the time without asking: read now and then, and in between carried on by this
 * machine's clock that never jumps. Processes whose machines disagree agree by it.
 */
export async function startDatabaseClock(db: Database, { everyMs }: { everyMs: number }): Promise<DatabaseClock> {
  const ownMs = () => performance.now();
  const read = async (before?: ClockEstimate) => {
    const askedAtMs = ownMs();
    const millis = await readDatabaseMillis(db);
    return estimateClock({ askedAtMs, answeredAtMs: ownMs(), millis }, before);
  };
  let estimate = await read();
  for (let readings = 1; readings < FIRST_READINGS_MAX && uncertaintyOf(estimate, ownMs()) > SURE_ENOUGH_MS; readings++)
    estimate = await read(estimate);
  const again = () =>
    read(estimate).then(
      (found) => {
        estimate = found;
      },
      // Of a database that is away the last reading holds.
      () => {},
    );
  const timer = setInterval(() => void again(), everyMs);
  timer.unref();
  return {
    now: () => timeOf(estimate, ownMs()),
    uncertaintyMs: () => uncertaintyOf(estimate, ownMs()),
    stop: () => clearInterval(timer),
  };
}
