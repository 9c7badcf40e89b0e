import { join } from "node:path";
import { verifyIsolation } from "@assay/core/tenancy";
import type { Connection, Database } from "@assay/db";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import { connectNeon } from "@assay/db/connect-neon";
import { migrate } from "@assay/db/migrate";
import { type Config, ConfigError } from "../config.ts";

/** The configured database, migrated: a server's, through its driver, else the embedded one in the data folder. */
export async function openDatabase(config: Config, dataDir: string): Promise<Connection> {
  const { DATABASE_URL, DATABASE_MIGRATE_URL } = config;
  if (!DATABASE_URL) {
    const embedded = await connectEmbedded({ dataDir: join(dataDir, "postgres") });
    await migrate(embedded);
    return embedded;
  }
  const migrating = connectTo(DATABASE_MIGRATE_URL ?? DATABASE_URL, config);
  try {
    await migrate(migrating);
  } finally {
    await migrating.close();
  }
  return connectTo(DATABASE_URL, config);
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

/** Throws ConfigError where a tenant could see another's rows. */
export async function requireIsolation(db: Database): Promise<void> {
  const problems = await verifyIsolation(db);
  if (problems.length > 0)
    throw new ConfigError(
      `Cannot start as the database does not keep tenants apart:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
}
