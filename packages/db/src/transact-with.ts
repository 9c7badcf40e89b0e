import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./connection.ts";
import { PASS_GATE } from "./schema-gate.ts";

/** Settings of the server that hold for one transaction, such as its role. */
export type TransactionSettings = Readonly<Record<string, string>>;

/** What `transaction` takes next to the driver's own options, where the database is marked for it. */
export interface SettingsOption {
  readonly settings?: TransactionSettings;
  /** Ends with its first statement, in the same packet. */
  readonly ofOneRead?: boolean;
}

const SENDS_SETTINGS = Symbol("sends settings with begin");

/** Marks a database whose `transaction` sends settings with `begin`. */
export function markSending(db: Database): void {
  Object.assign(db, { [SENDS_SETTINGS]: true });
}

/** Runs `act` in a transaction that begins with these settings. */
export function transactWith<T>(
  db: Database,
  settings: TransactionSettings,
  act: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return begin(db, { settings }, act);
}

/** As `transactWith`, for an act that sends one statement and writes nothing: one round trip in place of two. */
export function readWith<T>(
  db: Database,
  settings: TransactionSettings,
  act: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return begin(db, { settings, ofOneRead: true, accessMode: "read only" }, act);
}

function begin<T>(
  db: Database,
  options: SettingsOption & { settings: TransactionSettings; accessMode?: "read only" },
  act: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (SENDS_SETTINGS in db) return db.transaction(act, options);
  const { settings, accessMode } = options;
  return db.transaction(async (tx) => {
    const calls = Object.entries(settings).map(
      ([name, value]) => sql`set_config(${sql.raw(`'${name}'`)}, ${value}, true)`,
    );
    await tx.execute(sql`select ${sql.join([...calls, sql.raw(PASS_GATE)], sql`, `)}`);
    return act(tx);
  }, accessMode && { accessMode });
}
