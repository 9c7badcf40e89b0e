import { rowsOf, type Transaction } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { boundedCache } from "./bounded-cache.ts";

/** Of a table those that are compared. */
interface Rows {
  readonly table: PgTable;
  readonly where: SQL | undefined;
}

const KNOWN_MAX = 10_000;
/** The versions of rows that were found sound. */
const known = boundedCache<string>(KNOWN_MAX);

/**
 * What `check` finds damaged among the rows; nothing, and without a call of it, where it found nothing before and no row was
 * written since. `key` says what is compared with what, unique among all that is compared.
 */
export async function soundOnce(
  tx: Transaction,
  key: string,
  compared: readonly Rows[],
  check: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  // Before the rows are read: what is written between the two is compared again.
  const version = await readVersion(tx, compared);
  if (known.get(key) === version) return [];
  const damaged = await check();
  if (damaged.length === 0) known.set(key, version, 1);
  return damaged;
}

/** PostgreSQL writes each change of a row as a new one, with the transaction that made it, no matter who made it and how. */
async function readVersion(tx: Transaction, compared: readonly Rows[]): Promise<string> {
  const versions = compared.map(
    ({ table, where }) => sql`(
      select encode(sha256(convert_to(coalesce(string_agg(concat(ctid, ' ', xmin), ',' order by ctid), ''), 'UTF8')), 'hex')
      from ${table} where ${where})`,
  );
  const [found] = await rowsOf<{ version: string }>(
    tx,
    sql`select concat_ws(' ', ${sql.join(versions, sql`, `)}) as version`,
  );
  return found!.version;
}
