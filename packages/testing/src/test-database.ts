import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Connection, ServerOptions } from "@assay/db";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import { inject } from "vitest";
import { connectDriver, connectThroughProxy, type ProxiedConnection } from "./connect-driver.ts";
import type { ServerTemplate } from "./database-template.ts";
import { runOnServer } from "./test-database-server.ts";
import { watchStatements } from "./watch-statements.ts";

const OBJECT_IN_USE = "55006";
/** As long as a test may take: how slow a machine is decides nothing. */
const OWNER_STATEMENT_MS = 600_000;

export interface TestDatabase extends Connection {
  /** What the service connects with: never the owner of the tables. Absent on an embedded database. */
  readonly url?: string;
  /** Absent on an embedded database. */
  readonly superuserUrl?: string;
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
  watchStatements(connection.db);
  return { ...connection, asOwner: async () => ({ ...connection, close: async () => {} }) };
}

/** As `openTestDatabase`, on a server, behind a proxy that can fail: for suites named `*.server.test.ts`. */
export async function openProxiedDatabase(options: ServerOptions = {}): Promise<TestDatabase & ProxiedConnection> {
  const template = inject("databaseTemplate");
  if (template.driver === "pglite")
    throw new Error("Cannot put a proxy before PGlite: name the suite *.server.test.ts");
  const { driver } = template;
  return copyTemplate(template, (url) => connectThroughProxy(driver, url, { poolSize: 5, ...options }));
}

function openServer(template: ServerTemplate): Promise<TestDatabase> {
  return copyTemplate(template, (url) => connectDriver(template.driver, url, { poolSize: 5 }));
}

/**
 * Autovacuum looks at a template too, and PostgreSQL waits five seconds for its end, then refuses to copy: too short for
 * a busy disk.
 */
async function copyWhenFree(url: string, copy: string, attempts = 5): Promise<void> {
  try {
    await runOnServer(url, copy);
  } catch (error) {
    if (attempts === 1 || (error as { code?: string }).code !== OBJECT_IN_USE) throw error;
    await copyWhenFree(url, copy, attempts - 1);
  }
}

async function copyTemplate<T extends Connection>(
  { url, name }: ServerTemplate,
  connect: (url: string) => Promise<T>,
): Promise<TestDatabase & T> {
  const database = `assay_test_${randomBytes(6).toString("hex")}`;
  await copyWhenFree(url, `create database ${database} template ${name}`);
  const at = (user?: string) => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    if (user) {
      address.username = user;
      address.password = user;
    }
    return address.href;
  };
  const connection = await connect(at("assay_app"));
  watchStatements(connection.db);
  return {
    ...connection,
    url: at("assay_app"),
    superuserUrl: at(),
    asOwner: async () => connectServer(at(), { poolSize: 1, statementTimeoutMs: OWNER_STATEMENT_MS }),
    async close() {
      await connection.close();
      await runOnServer(url, `drop database ${database} with (force)`);
    },
  };
}
