import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { ConfigError } from "../config.ts";

/** Where Debian and Ubuntu install a version's programs. */
const INSTALLED = "/usr/lib/postgresql";

export interface PostgresProgram {
  readonly path: string;
  readonly version: number;
}

/**
 * `pg_dump` or `pg_restore` of this version, else of a later one, which also reads what this one writes. Throws
 * ConfigError where there is none.
 */
export function findProgram(name: "pg_dump" | "pg_restore", versionMin: number): PostgresProgram {
  const candidates = [`${INSTALLED}/${versionMin}/bin/${name}`, name];
  const found = candidates.map(versionOf).filter((each) => each !== undefined);
  const fitting = found.find(({ version }) => version >= versionMin);
  if (fitting) return fitting;
  const there = found.map(({ version }) => version).join(", ");
  throw new ConfigError(
    `Cannot find ${name} of PostgreSQL ${versionMin} or later${there ? `: the one here is ${there}` : ""}. Install the server's client programs (Debian: postgresql-client-${versionMin}) or put them on PATH`,
  );
}

function versionOf(path: string): PostgresProgram | undefined {
  if (path.startsWith("/") && !existsSync(path)) return undefined;
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  const version = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1]);
  return version ? { path, version } : undefined;
}

/** Of an address, what the programs read from their environment: arguments would show the password to everybody here. */
const PARAMETERS: Readonly<Record<string, string>> = {
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
  channel_binding: "PGCHANNELBINDING",
  options: "PGOPTIONS",
  host: "PGHOST",
  port: "PGPORT",
};

function environmentOf(address: string): Record<string, string> {
  const url = new URL(address);
  const parameters = [...url.searchParams].flatMap(([name, value]) => {
    const variable = PARAMETERS[name];
    return variable ? [[variable, value] as const] : [];
  });
  return {
    ...(url.hostname && { PGHOST: decodeURIComponent(url.hostname) }),
    ...(url.port && { PGPORT: url.port }),
    ...(url.username && { PGUSER: decodeURIComponent(url.username) }),
    ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }),
    PGDATABASE: databaseOf(address),
    ...Object.fromEntries(parameters),
  };
}

/** The name of the database of an address. */
export function databaseOf(address: string): string {
  return decodeURIComponent(new URL(address).pathname.slice(1));
}

/** The same address with another database. */
export function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

const WORDS_MAX = 2000;

/** Runs a program on the database of an address until it ends. Throws ConfigError with its last words where it fails. */
export async function runProgram(
  { path }: PostgresProgram,
  args: readonly string[],
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Promise<void> {
  const child = spawn(path, [...args, "--no-password"], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: "C", ...environmentOf(address) },
    stdio: ["ignore", "ignore", "pipe"],
    signal,
  });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = `${words}${text}`.slice(-WORDS_MAX);
  });
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new ConfigError(`${path} failed (${code ?? "ended"}): ${words.trim()}`);
}
