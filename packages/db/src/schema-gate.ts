import { sql } from "drizzle-orm";
import type { Transaction } from "./connection.ts";

/** Every transaction of the service holds it in common; a migration that met a deadlock holds it alone. */
const GATE = 7_305_302;
/** A transaction that is open for longer is not waited for. */
const WAIT_MS = 5000;
const LOCK_NOT_AVAILABLE = "55P03";

/** An expression for the statement that a transaction begins with. */
export const PASS_GATE = `pg_advisory_xact_lock_shared(${GATE})`;

/**
 * Waits until the service's open transactions have ended, and lets none begin before this one has: then none holds a table
 * while it waits for another that a migration holds. Goes on without where one stays open.
 */
export async function closeGate(tx: Transaction): Promise<void> {
  try {
    await tx.transaction(async (attempt) => {
      await attempt.execute(sql`select set_config('lock_timeout', ${String(WAIT_MS)}, true)`);
      await attempt.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(GATE))})`);
      await attempt.execute(sql`select set_config('lock_timeout', '0', true)`);
    });
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: unknown };
    if (code !== LOCK_NOT_AVAILABLE) throw error;
  }
}
