import type { Accounts } from "@assay/core/ports";
import type { Database } from "@assay/db";
import { type Config, ConfigError } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { openDatabase } from "../parts/database.ts";
import { keepsState } from "../parts/folder.ts";
import { openIdentity } from "../parts/identity.ts";
import { requireIsolation } from "../parts/require-isolation.ts";
import { supabaseParts } from "../parts/supabase.ts";

export interface ForOperator {
  readonly db: Database;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

/**
 * The configured database, migrated, and people, for a command; `purpose` completes "Cannot …". Throws ConfigError where
 * one of the two is in a data folder that a running service uses.
 */
export async function openForOperator(config: Config, purpose: string): Promise<ForOperator> {
  const supabase = supabaseParts(config);
  const isElsewhere = (config.DATABASE_URL && supabase) || !keepsState(config);
  const folder = isElsewhere ? undefined : await openFree(config, purpose);
  const path = folder?.path ?? "";
  try {
    const connection = await openDatabase(config, path);
    const close = async () => {
      await connection.close();
      await folder?.release();
    };
    try {
      await requireIsolation(connection.db, { anyLogin: connection.driver === "pglite" });
      const { accounts } = await openIdentity(config, supabase, { dataDir: path, db: connection.db });
      return { db: connection.db, accounts, close };
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    await folder?.release();
    throw error;
  }
}

async function openFree({ ASSAY_DATA_DIR: dir }: Config, purpose: string) {
  try {
    return await openDataFolder(dir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(
      `Cannot ${purpose} while a service uses the data folder '${dir}': stop the service and run this again, or use its API as a SUPER_ADMIN (docs/integrate/api.md, Administration)`,
    );
  }
}
