import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as schema from "@assay/db";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { PROBES, SPANNING_TABLES } from "./spanning-statements.ts";
import { unboundTables } from "./tenant-predicates.ts";
import type { WatchedRole } from "./watch-statements.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** A shorter piece of text proves nothing about who wrote a statement. */
const PIECE_LENGTH_MIN = 20;

/** Tables whose rows belong to a tenant. */
export const TENANT_TABLES: ReadonlySet<string> = new Set(
  Object.values(schema)
    .filter((each) => is(each, PgTable))
    .map((table) => getTableConfig(table))
    .filter(({ columns }) => columns.some(({ name }) => name === "tenant_id"))
    .map(({ name }) => name),
);

const judged = new Map<string, string | null>();

/** Those of the service's statements that read or change rows of tenants without naming the tenant. */
export async function looseStatements(role: WatchedRole, statements: readonly string[]): Promise<string[]> {
  const loose: string[] = [];
  for (const statement of statements) {
    const key = `${role} ${statement}`;
    if (!judged.has(key)) judged.set(key, await judge(role, statement));
    const found = judged.get(key);
    if (found) loose.push(found);
  }
  return loose;
}

async function judge(role: WatchedRole, statement: string): Promise<string | null> {
  const tables = unboundTables(statement, TENANT_TABLES);
  if (tables.length === 0) return null;
  const text = plain(statement);
  if (PROBES.some((probe) => text.startsWith(probe))) return null;
  if (role === "assay_system") return isSpanning(text, tables) ? null : `${tables.join(", ")}: ${text}`;
  return (await isOfSuites(statement)) ? null : `${tables.join(", ")}: ${text}`;
}

function isSpanning(text: string, tables: readonly string[]): boolean {
  const changed = /^(?:update|delete from) (\w+)/.exec(text)?.[1];
  return tables.every((table) => SPANNING_TABLES[table]?.[table === changed ? "changed" : "read"] !== undefined);
}

/** Written out in a suite, and nowhere in the service: suites look at the tables themselves. */
async function isOfSuites(statement: string): Promise<boolean> {
  const pieces = statement
    .split(/\$\d+|'[^']*'/)
    .map(plain)
    .filter((piece) => piece.length >= PIECE_LENGTH_MIN);
  if (pieces.length === 0) return false;
  sources ??= readSources();
  const { service, suites } = await sources;
  return pieces.every((piece) => suites.includes(piece)) && !pieces.some((piece) => service.includes(piece));
}

let sources: Promise<{ service: string; suites: string }> | undefined;

async function readSources(): Promise<{ service: string; suites: string }> {
  const [service, suites] = await Promise.all([readFolders("src"), readFolders("test")]);
  return { service, suites };
}

/** All TypeScript of the packages that talk to the database, as one text. */
async function readFolders(folder: "src" | "test"): Promise<string> {
  const texts = await Promise.all(
    ["packages/core", "packages/db", "apps/api"].map(async (owner) => {
      const path = join(ROOT, owner, folder);
      const files = (await readdir(path, { recursive: true })).filter((name) => name.endsWith(".ts"));
      return Promise.all(files.map((name) => readFile(join(path, name), "utf8")));
    }),
  );
  return plain(texts.flat().join("\n"));
}

function plain(text: string): string {
  return text.replaceAll('"', "").replace(/\s+/g, " ").trim();
}
