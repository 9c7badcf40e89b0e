import { randomBytes } from "node:crypto";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import { migrate } from "@assay/db/migrate";
import { inject } from "vitest";
import { connectDriver } from "./connect-driver.ts";
import type { Dump } from "./dump.ts";
import type { TestDatabase } from "./test-database.ts";
import { runOnServer } from "./test-database-server.ts";
import { watchStatements } from "./watch-statements.ts";

/** The names of the migrations that the dump did not have. */
interface Upgraded extends TestDatabase {
  readonly applied: readonly string[];
}

/** The database of a previous version with the migrations of this one: on PGlite or PostgreSQL, as the project says. */
export async function openDumpedDatabase(dump: Dump): Promise<Upgraded> {
  const template = inject("databaseTemplate");
  if (template.driver === "pglite") return openDumpEmbedded(dump);
  const { url, driver } = template;
  const name = `assay_dump_${randomBytes(6).toString("hex")}`;
  await runOnServer(url, `create database ${name} template template0`);
  const at = (user?: string) => {
    const address = new URL(url);
    address.pathname = `/${name}`;
    if (user) Object.assign(address, { username: user, password: user });
    return address.href;
  };
  await runOnServer(at(), dump.sql);
  const owner = await connectDriver(driver, at(), { poolSize: 2 });
  const applied = await migrate(owner, { serviceRole: "assay_app" });
  await owner.close();
  const connection = await connectDriver(driver, at("assay_app"), { poolSize: 5 });
  watchStatements(connection.db);
  return {
    ...connection,
    applied,
    url: at("assay_app"),
    superuserUrl: at(),
    asOwner: async () => connectServer(at(), { poolSize: 1 }),
    async close() {
      await connection.close();
      await runOnServer(url, `drop database ${name} with (force)`);
    },
  };
}

/** As `openDumpedDatabase`, on PGlite whatever the project says. */
export async function openDumpEmbedded({ sql }: Dump): Promise<Upgraded> {
  const connection = await connectEmbedded();
  await connection.client.exec(sql);
  // A dump sets a session as it wants it: without a search path, for one.
  await connection.client.exec("reset all");
  const applied = await migrate(connection);
  watchStatements(connection.db);
  return { ...connection, applied, asOwner: async () => ({ ...connection, close: async () => {} }) };
}
