import type { Database } from "@assay/db";
import type { Config } from "../config.ts";
import { openDatabase } from "../parts/database.ts";
import { requireIsolation } from "../parts/require-isolation.ts";
import { openForOperator } from "./open-for-operator.ts";

/** As `openForOperator`, for what needs the database alone: with `DATABASE_URL` a running service is in nobody's way. */
export async function openDatabaseForOperator(
  config: Config,
  purpose: string,
): Promise<{ readonly db: Database; close(): Promise<void> }> {
  if (!config.DATABASE_URL) return openForOperator(config, purpose);
  const connection = await openDatabase(config, "");
  try {
    await requireIsolation(connection.db, { anyLogin: false });
    return { db: connection.db, close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
