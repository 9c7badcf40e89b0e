import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import pg from "pg";
import { letOthersRun } from "./let-others-run.ts";
import * as schema from "./schema/index.ts";

export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export interface Connection {
  readonly db: Database;
  readonly driver: "pglite" | "pg";
  close(): Promise<void>;
}

/** `loadDataDir` seeds a new database from a dump; without `dataDir` the database lives in memory. */
export interface EmbeddedOptions {
  dataDir?: string;
  loadDataDir?: Blob;
}

/** PostgreSQL inside this process. The caller keeps other processes away from `dataDir`. */
export async function connectEmbedded(options: EmbeddedOptions = {}): Promise<Connection & { client: PGlite }> {
  const client = await PGlite.create({ ...options, extensions: { vector } });
  letOthersRun(client);
  return { db: drizzlePglite(client, { schema }), driver: "pglite", client, close: () => client.close() };
}

export interface ServerOptions {
  poolSize?: number;
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
}

/** Any PostgreSQL from version 15 with pgvector. */
export function connectServer(url: string, options: ServerOptions = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    keepAlive: true,
  });
  // An idle connection that the server ends must not end this process; the next query opens a new one.
  pool.on("error", () => {});
  return { db: drizzlePg(pool, { schema }), driver: "pg", close: () => pool.end() };
}
