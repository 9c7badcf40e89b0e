import type { MarkedFileStore } from "@assay/core/ports";
import { type Database, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import type { Config } from "../config.ts";
import { connectTo } from "../parts/database.ts";
import { chooseStore } from "../parts/files.ts";
import { encryption } from "../parts/guard-store.ts";
import { configuredKeyWrapper } from "../parts/key-wrapper.ts";
import { supabaseParts } from "../parts/supabase.ts";

/** Keys are read by the service's own login, which has their rights, and by the one handle of an embedded database. */
const KEY_CONNECTIONS = 2;

/** The configured file store as it is, without the keys of tenants. */
export function storeOf(config: Config, dataDir: string): MarkedFileStore {
  return chooseStore(config, supabaseParts(config), dataDir);
}

/**
 * Acts on the configured file store as the service does: with a key, it opens and seals originals, which are plain on the
 * outside. `embedded` is the embedded database, where there is no server.
 */
export async function withOriginals<T>(
  config: Config,
  { dataDir, embedded }: { readonly dataDir: string; readonly embedded: Database | undefined },
  act: (store: MarkedFileStore) => Promise<T>,
): Promise<T> {
  const store = storeOf(config, dataDir);
  if (embedded) return act(await openStore(config, store, embedded));
  const connection = connectTo(config.DATABASE_URL!, config, { poolSize: KEY_CONNECTIONS });
  try {
    return await act(await openStore(config, store, connection.db));
  } finally {
    await connection.close();
  }
}

/** A database from before there were keys has nothing sealed. */
async function openStore(config: Config, store: MarkedFileStore, db: Database): Promise<MarkedFileStore> {
  const [known] = await rowsOf<{ table: string | null }>(db, sql`select to_regclass('file_keys')::text as table`);
  return known?.table ? encryption(configuredKeyWrapper(config))(store, db) : store;
}
