import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** The lock that `test_hold.wait()` takes until its transaction ends. */
const LOCK = 4711;
const LOOK_MS = 20;

export interface DatabaseHold {
  /** Several statements. */
  run(text: string): Promise<void>;
  /** The first column of each row. */
  query<T = unknown>(text: string, values?: readonly unknown[]): Promise<T[]>;
  /** Keeps the session that waits next. */
  hold(): Promise<void>;
  /** Until a session waits. */
  reached(): Promise<void>;
  /** Lets it go, and waits until it is no longer there. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps processes standing within their transactions: opened as a superuser, in whose database triggers of a test may call
 * `test_hold.wait()`. Its schema is not `public`, which a restore empties.
 */
export async function openDatabaseHold(address: string): Promise<DatabaseHold> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`
    create schema if not exists test_hold;
    grant usage on schema test_hold to public;
    create or replace function test_hold.wait() returns void language sql as 'select pg_advisory_xact_lock(${LOCK})'`);
  const query = async <T>(text: string, values: readonly unknown[] = []) => {
    const { rows } = await client.query({ text, values: [...values], rowMode: "array" });
    return rows.map(([first]) => first as T);
  };
  const othersWith = async (isGranted: boolean) => {
    const [n] = await query<number>(
      `select count(*)::int from pg_locks where locktype = 'advisory' and objid = ${LOCK} and granted = $1
       and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`,
      [isGranted],
    );
    return n!;
  };
  return {
    query,
    run: async (text) => void (await client.query(text)),
    hold: async () => void (await client.query(`select pg_advisory_lock(${LOCK})`)),
    async reached() {
      while ((await othersWith(false)) === 0) await pause(LOOK_MS);
    },
    async release() {
      await client.query(`select pg_advisory_unlock(${LOCK})`);
      while ((await othersWith(false)) + (await othersWith(true)) > 0) await pause(LOOK_MS);
    },
    close: () => client.end(),
  };
}
