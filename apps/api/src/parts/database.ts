import { join } from "node:path";
import { findRestoreProblems } from "@assay/core/tenancy";
import type { Connection, ServerOptions } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { connectByUrl } from "@assay/db/connect-by-url";
import { migrate } from "@assay/db/migrate";
import { type Config, ConfigError } from "../config.ts";
import { driverFor } from "../settings/database-driver.ts";
import { tryAgain } from "./try-again.ts";

/** A migration may rewrite a table, and waits while another process migrates. */
const MIGRATION_STATEMENT_MS = 15 * 60_000;

/** The configured database, migrated: a server's, through its driver, else the embedded one in the data folder. */
export async function openDatabase(config: Config, dataDir: string): Promise<Connection> {
  if (!config.DATABASE_URL) {
    const embedded = await connectEmbedded({ dataDir: join(dataDir, "postgres") });
    await migrate(embedded);
    return embedded;
  }
  await migrateServer(config.DATABASE_URL, config);
  return connectTo(config.DATABASE_URL, config);
}

/**
 * Brings the server's database up to date as the owner of its tables, who also gives the service's role what it needs;
 * without an owner's address, as the service's role, which suffices where nothing is missing. Returns the
 * names applied. Throws ConfigError where a restore omitted what keeps tenants apart.
 */
export function migrateServer(url: string, config: Config, onPending?: OnPending): Promise<string[]> {
  return tryAgain(() => migrateOnce(url, config, onPending));
}

type OnPending = NonNullable<Parameters<typeof migrate>[1]>["onPending"];

async function migrateOnce(url: string, config: Config, onPending: OnPending): Promise<string[]> {
  const owner = config.DATABASE_MIGRATE_URL;
  const connection = connectTo(owner ?? url, config, { poolSize: 1, statementTimeoutMs: MIGRATION_STATEMENT_MS });
  const serviceRole = decodeURIComponent(new URL(url).username);
  try {
    const problems = await findRestoreProblems(connection.db);
    if (problems.length > 0) throw new ConfigError(`Cannot migrate this database:\n  ${problems.join("\n  ")}`);
    const ofService = owner && new URL(owner).username !== serviceRole ? { serviceRole } : {};
    return await migrate(connection, { ...ofService, onPending });
  } finally {
    await connection.close();
  }
}

/** As the owner of the tables; undefined where no address of theirs is set, as the service's role may be it. */
export function connectOwner(config: Config): Connection | undefined {
  const { DATABASE_URL: url, DATABASE_MIGRATE_URL: owner } = config;
  if (!url || !owner) return undefined;
  return connectTo(owner, config, { poolSize: 1, statementTimeoutMs: MIGRATION_STATEMENT_MS });
}

/** Through Neon's driver where the address is Neon's or a proxy is before it. */
export function connectTo(url: string, config: Config, options: ServerOptions = {}): Connection {
  const { DATABASE_POOL_SIZE: poolSize, DATABASE_WS_PROXY: wsProxy } = config;
  return connectByUrl(url, { driver: driverFor(url, config), poolSize, wsProxy, ...options });
}
