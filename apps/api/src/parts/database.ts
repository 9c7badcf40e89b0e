import { join } from "node:path";
import type { Connection } from "@assay/db";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import { connectNeon } from "@assay/db/connect-neon";
import { migrate } from "@assay/db/migrate";
import type { Config } from "../config.ts";

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
 * without an owner's address, as the service's role, which suffices where nothing is missing. Answers the names applied.
 */
export async function migrateServer(url: string, config: Config): Promise<string[]> {
  const owner = config.DATABASE_MIGRATE_URL;
  const connection = connectTo(owner ?? url, config);
  const serviceRole = decodeURIComponent(new URL(url).username);
  try {
    return await migrate(connection, owner && new URL(owner).username !== serviceRole ? { serviceRole } : {});
  } finally {
    await connection.close();
  }
}

/** Through Neon's driver where the address is Neon's or the settings say so. */
export function connectTo(url: string, config: Config): Connection {
  const poolSize = config.DATABASE_POOL_SIZE;
  return driverOf(url, config) === "neon"
    ? connectNeon(url, { poolSize, wsProxy: config.DATABASE_WS_PROXY })
    : connectServer(url, { poolSize });
}

function driverOf(url: string, { DATABASE_DRIVER }: Config): "pg" | "neon" {
  return DATABASE_DRIVER ?? (URL.parse(url)?.hostname.endsWith(".neon.tech") ? "neon" : "pg");
}
