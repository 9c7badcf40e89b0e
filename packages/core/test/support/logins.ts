import { randomBytes } from "node:crypto";
import { type Connection, rowsOf } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { connectDriver } from "@assay/testing/connect-driver";
import { runOnServer } from "@assay/testing/test-database-server";
import { sql } from "drizzle-orm";
import { inject } from "vitest";

/** An empty database with pgvector whose owner is no superuser but may make roles, as on Neon. */
export interface EmptyDatabase {
  readonly owner: string;
  /** Connected as the owner, or as another login. */
  as(login: string): Promise<Connection>;
  /** As the superuser, who made the database. Makes a login of these attributes, and answers its name. */
  makeLogin(attributes: string, ...grants: string[]): Promise<string>;
  close(): Promise<void>;
}

export function openEmptyDatabase(): Promise<EmptyDatabase> {
  const template = inject("databaseTemplate");
  return template.driver === "pglite" ? openEmbedded() : openOnServer(template.driver, template.url);
}

const OWNER = "nosuperuser nobypassrls createrole createdb";
const newName = (kind: string) => `${kind}_${randomBytes(6).toString("hex")}`;

async function openEmbedded(): Promise<EmptyDatabase> {
  const connection = await connectEmbedded();
  const run = (statement: string) => connection.db.execute(sql.raw(statement));
  const makeLogin = async (attributes: string, ...grants: string[]) => {
    const name = newName("login");
    await run("set session authorization postgres");
    await run(`create role ${name} login ${attributes}`);
    for (const granted of grants) await run(`grant ${granted} to ${name}`);
    return name;
  };
  const owner = await makeLogin(OWNER);
  await run("create extension vector");
  const rows = await rowsOf<{ name: string }>(connection.db, sql`select current_database() as name`);
  await run(`alter database ${rows[0]!.name} owner to ${owner}`);
  return {
    owner,
    makeLogin,
    async as(login) {
      await run(`set session authorization ${login}`);
      return { ...connection, close: async () => void (await run("set session authorization postgres")) };
    },
    close: connection.close,
  };
}

async function openOnServer(driver: "pg" | "neon", url: string): Promise<EmptyDatabase> {
  const made: string[] = [];
  const makeLogin = async (attributes: string, ...grants: string[]) => {
    const name = newName("login");
    await runOnServer(url, `create role ${name} login ${attributes}`);
    made.push(name);
    for (const granted of grants) await runOnServer(url, `grant ${granted} to ${name}`);
    return name;
  };
  const owner = await makeLogin(OWNER);
  const database = newName("assay_empty");
  await runOnServer(url, `create database ${database} owner ${owner}`);
  const at = (login?: string) => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    if (login) address.username = login;
    return address.href;
  };
  await runOnServer(at(), "create extension vector");
  return {
    owner,
    makeLogin,
    as: (login) => connectDriver(driver, at(login), { poolSize: 4 }),
    async close() {
      await runOnServer(url, `drop database ${database} with (force)`);
      for (const name of made.reverse()) await runOnServer(url, `drop role ${name}`);
    },
  };
}
