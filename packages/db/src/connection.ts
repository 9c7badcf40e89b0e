import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

export type Database = PgDatabase<PgQueryResultHKT>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export interface Connection {
  readonly db: Database;
  readonly driver: "pglite" | "pg" | "neon";
  /** Of a database in this process: resolves with its last words when it has ended itself. */
  readonly ended?: Promise<Error>;
  /** Of a database in this process: does now and then what a server does by itself. Returns the tables that needed it. */
  readonly tend?: () => Promise<readonly string[]>;
  /** Of a server: how its connections are used now. */
  readonly pool?: () => PoolUse;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  /** Callers without a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** How a server is reached, whichever driver does it. */
export interface ServerOptions {
  /** Most connections that are open at a time; 10 where it is not given. */
  poolSize?: number;
  /** Longest wait for a connection, a server that must wake up included; 10 s where it is not given. */
  connectTimeoutMs?: number;
  /** Longest statement; 30 s where it is not given. */
  statementTimeoutMs?: number;
  /** Longest pause inside a transaction, after which the server ends it; 10 s where it is not given. */
  idleInTransactionMs?: number;
}
