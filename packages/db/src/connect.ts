import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Connection, ServerOptions } from "./connection.ts";
import { dropRowTypes } from "./drop-row-types.ts";
import { compileLate, SMALL_BUFFERS } from "./embedded-memory.ts";
import { failFast } from "./fail-fast.ts";
import { hearErrors } from "./hear-errors.ts";
import { letOthersRun } from "./let-others-run.ts";
import { poolConnection } from "./pooled-connection.ts";
import { serverOptions } from "./server-options.ts";
import { createStatementNames } from "./statement-names.ts";
import { tendTables } from "./tend-tables.ts";

/** `loadDataDir` seeds a new database from a dump; without `dataDir` the database lives in memory. */
export interface EmbeddedOptions {
  dataDir?: string;
  loadDataDir?: Blob;
}

/** PostgreSQL inside this process. The caller keeps other processes away from `dataDir`. */
export async function connectEmbedded(options: EmbeddedOptions = {}): Promise<Connection & { client: PGlite }> {
  compileLate();
  const [{ PGlite }, { vector }, { drizzle }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite-pgvector"),
    import("drizzle-orm/pglite"),
  ]);
  const client = await PGlite.create({
    ...options,
    extensions: { vector },
    startParams: [...PGlite.defaultStartParams, ...SMALL_BUFFERS],
  });
  const panic = failFast(client);
  letOthersRun(client);
  dropRowTypes(client);
  return {
    db: drizzle(client),
    driver: "pglite",
    client,
    ended: panic.ended,
    tend: () => tendTables(client),
    close: async () => {
      if (!panic.hasEnded()) await client.close();
    },
  };
}

/** Any PostgreSQL from version 15 with pgvector. It opens nothing until the first query. */
export function connectServer(url: string, options: ServerOptions = {}): Connection {
  const full = serverOptions(options);
  const pool = new pg.Pool({
    connectionString: url,
    max: full.poolSize,
    connectionTimeoutMillis: full.connectTimeoutMs,
    keepAlive: true,
    Client: hearErrors(pg.Client),
    // What is sent at once, such as `begin` with a first statement, is not held back until each is answered.
    pipeline: true,
  });
  const open = (client: object) => drizzlePg(client as pg.PoolClient);
  return poolConnection("pg", pool, full, open, createStatementNames());
}
