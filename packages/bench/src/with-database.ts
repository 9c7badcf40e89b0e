import { randomBytes } from "node:crypto";
import pg from "pg";

export interface DatabaseSettings {
  readonly DATABASE_URL: string;
  readonly DATABASE_MIGRATE_URL: string;
}

/** Gives `act` the settings for a new database on a superuser's server, and a login for it; drops both afterwards. */
export async function withDatabase<T>(serverUrl: string, act: (settings: DatabaseSettings) => Promise<T>): Promise<T> {
  const name = `assay_bench_${randomBytes(6).toString("hex")}`;
  await runOnServer(serverUrl, `create database ${name}`);
  await runOnServer(serverUrl, `create role ${name} login noinherit nosuperuser nobypassrls password '${name}'`);
  try {
    const owner = new URL(serverUrl);
    owner.pathname = `/${name}`;
    const service = new URL(owner);
    service.username = service.password = name;
    return await act({ DATABASE_URL: service.href, DATABASE_MIGRATE_URL: owner.href });
  } finally {
    await runOnServer(serverUrl, `drop database ${name} with (force)`);
    await runOnServer(serverUrl, `drop role ${name}`);
  }
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
