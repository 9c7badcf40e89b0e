import { randomBytes } from "node:crypto";
import pg from "pg";

/** Gives `act` the address of a new database on the server and drops it afterwards. */
export async function withDatabase<T>(serverUrl: string, act: (databaseUrl: string) => Promise<T>): Promise<T> {
  const name = `assay_bench_${randomBytes(6).toString("hex")}`;
  await runOnServer(serverUrl, `create database ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await act(url.href);
  } finally {
    await runOnServer(serverUrl, `drop database ${name} with (force)`);
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
