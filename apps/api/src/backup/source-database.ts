import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "@assay/db";
import { oneRow, rowsOf } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { sql } from "drizzle-orm";
import { type Config, ConfigError } from "../config.ts";
import { connectTo } from "../parts/database.ts";

const DAY_MS = 86_400_000;
/** One transaction is open for as long as a dump takes. */
const LONG = { poolSize: 2, statementTimeoutMs: DAY_MS, idleInTransactionMs: DAY_MS };

/** A database by the address of a login that sees all tenants. */
export function connectAsOperator(address: string, config: Config): Connection {
  return connectTo(address, config, LONG);
}

/** The address of a login that sees all tenants. Throws ConfigError. */
export function backupAddress({ DATABASE_BACKUP_URL }: Config): string {
  if (DATABASE_BACKUP_URL) return DATABASE_BACKUP_URL;
  throw new ConfigError(
    "Cannot do this without DATABASE_BACKUP_URL: the address of the same database for a superuser, or to create a backup a login with BYPASSRLS, past any pooler",
  );
}

export interface ServerFacts {
  readonly version: number;
  readonly seesAll: boolean;
}

export async function readServerFacts({ db }: Connection): Promise<ServerFacts> {
  return oneRow(
    await rowsOf<ServerFacts>(
      db,
      sql`select current_setting('server_version_num')::int / 10000 as version,
            rolsuper or rolbypassrls as "seesAll" from pg_roles where rolname = current_user`,
    ),
  );
}

/** The embedded database in a folder as it is there: nothing is migrated. */
export async function openEmbedded(dataDir: string): Promise<Connection> {
  const folder = join(dataDir, "postgres");
  if (!existsSync(folder)) throw new ConfigError(`Cannot find an embedded database in '${dataDir}'`);
  return connectEmbedded({ dataDir: folder });
}
