import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { runOnServer } from "@assay/testing/test-database-server";
import { expect, onTestFinished } from "vitest";
import { ROOT } from "./launch-process.ts";
import { testFolder } from "./start-process.ts";

/** Runs the script with which the container's database starts. */
export function initDatabase(address: URL, name: string, passwords: Readonly<Record<string, string>>): void {
  const init = spawnSync("sh", [join(ROOT, "container/init-database.sh")], {
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      PGHOST: address.hostname,
      PGPORT: address.port,
      PGPASSWORD: address.password,
      POSTGRES_USER: address.username,
      POSTGRES_DB: name,
      ROLES_SQL: join(ROOT, "container/roles.sql"),
      ...passwords,
    },
  });
  expect(init.status, init.stderr).toBe(0);
}

/** A new database with the roles of an operator, a folder that is mounted, and no data folder. */
export async function makeOperatorDatabase() {
  const server = process.env.ASSAY_TEST_POSTGRES_URL!;
  const name = `assay_two_${randomBytes(6).toString("hex")}`;
  await runOnServer(server, `create database ${name}`);
  onTestFinished(() => runOnServer(server, `drop database ${name} with (force)`));
  const address = new URL(server);
  initDatabase(address, name, { ASSAY_OWNER_PASSWORD: "ownerpass1", ASSAY_APP_PASSWORD: "assay_app" });
  return {
    ASSAY_DATA_DIR: join(await testFolder(), "data"),
    FILES_DIR: await testFolder(),
    DATABASE_URL: `postgres://assay_app:assay_app@${address.host}/${name}`,
    DATABASE_MIGRATE_URL: `postgres://assay_owner:ownerpass1@${address.host}/${name}`,
    CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
  };
}
