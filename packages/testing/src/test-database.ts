import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Connection } from "@assay/db";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import type { SQL } from "drizzle-orm";
import { inject } from "vitest";
import { connectDriver } from "./connect-driver.ts";
import type { ServerDriver } from "./database-template.ts";
import { runOnServer } from "./test-database-server.ts";

export interface TestDatabase extends Connection {
  /** What the service connects with: never the owner of the tables. Absent on an embedded database. */
  readonly url?: string;
  /** Connects as the owner, for what the service itself may not do. */
  asOwner(): Promise<Connection>;
}

/** The tables and roles of the migrations, empty, and nobody else's: on PGlite or PostgreSQL, by the driver that the project says. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject("databaseTemplate");
  return template.driver === "pglite" ? openEmbedded(template.dump) : openServer(template);
}

async function openEmbedded(dump: string): Promise<TestDatabase> {
  const connection = await connectEmbedded({ loadDataDir: new Blob([await readFile(dump)]) });
  return { ...connection, asOwner: async () => ({ ...connection, close: async () => {} }) };
}

async function openServer(template: { driver: ServerDriver; url: string; name: string }): Promise<TestDatabase> {
  const { driver, url, name } = template;
  const database = `assay_test_${randomBytes(6).toString("hex")}`;
  await runOnServer(url, `create database ${database} template ${name}`);
  const at = (user?: string) => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    if (user) {
      address.username = user;
      address.password = user;
    }
    return address.href;
  };
  const connection = await connectDriver(driver, at("assay_app"), { poolSize: 5 });
  return {
    ...connection,
    url: at("assay_app"),
    asOwner: async () => connectServer(at(), { poolSize: 1 }),
    async close() {
      await connection.close();
      await runOnServer(url, `drop database ${database} with (force)`);
    },
  };
}

/** For tests that look at the tables themselves. */
export async function rowsOf<T>(connection: Pick<Connection, "db">, query: SQL): Promise<T[]> {
  return ((await connection.db.execute(query)) as unknown as { rows: T[] }).rows;
}
