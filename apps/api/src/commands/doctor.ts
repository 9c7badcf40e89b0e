import { access, constants, mkdir, statfs } from "node:fs/promises";
import { verifyIsolation } from "@assay/core/tenancy";
import type { Connection } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { readMigrations } from "@assay/db/migrate";
import { sql } from "drizzle-orm";
import { type Config, readConfig } from "../config.ts";
import { runCommand } from "./run-command.ts";

const FREE_BYTES_MIN = 1024 ** 3;

interface Finding {
  readonly ok: boolean;
  readonly text: string;
}

/** Looks at what the service needs and says, for each thing that is wrong, what mends it. */
await runCommand(async () => {
  const config = readConfig(process.env);
  const findings = [checkNode(), await checkDataFolder(config), ...(await checkDatabase(config))];
  for (const { ok, text } of findings) console.log(`${ok ? "ok   " : "WRONG"} ${text}`);
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
});

function checkNode(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  return {
    ok: major >= 24,
    text: `Node ${process.versions.node}${major >= 24 ? "" : ": start through npm, which brings Node 24"}`,
  };
}

async function checkDataFolder({ ASSAY_DATA_DIR: dir }: Config): Promise<Finding> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await access(dir, constants.W_OK);
    const { bavail, bsize } = await statfs(dir);
    const free = bavail * bsize;
    return free >= FREE_BYTES_MIN
      ? { ok: true, text: `Data folder ${dir} is writable` }
      : { ok: false, text: `Data folder ${dir} has less than 1 GiB free: make room, or set ASSAY_DATA_DIR` };
  } catch (error) {
    return {
      ok: false,
      text: `Data folder ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}): set ASSAY_DATA_DIR`,
    };
  }
}

async function checkDatabase({ DATABASE_URL: url }: Config): Promise<Finding[]> {
  if (!url) return [{ ok: true, text: "Database: embedded, in the data folder" }];
  const connection = connectServer(url, { poolSize: 1 });
  try {
    return await inspect(connection);
  } catch (error) {
    const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? "no answer";
    return [
      {
        ok: false,
        text: `Database cannot be used (${code}): check DATABASE_URL, that the server runs, and the grants of docs/self-hosting.md`,
      },
    ];
  } finally {
    await connection.close();
  }
}

async function inspect({ db }: Connection): Promise<Finding[]> {
  const one = async <T>(query: ReturnType<typeof sql>) =>
    ((await db.execute(query)) as unknown as { rows: T[] }).rows[0]!;
  const { version } = await one<{ version: number }>(
    sql`select current_setting('server_version_num')::int / 10000 as version`,
  );
  const { vector } = await one<{ vector: string | null }>(
    sql`select (select extversion from pg_extension where extname = 'vector') as vector`,
  );
  const { migrated } = await one<{ migrated: boolean }>(
    sql`select to_regclass('assay_migrations') is not null as migrated`,
  );
  const findings: Finding[] = [
    { ok: version >= 15, text: `PostgreSQL ${version}${version >= 15 ? "" : ": version 15 or later is needed"}` },
    {
      ok: vector !== null,
      text: vector ? `pgvector ${vector}` : "pgvector is missing: run `create extension vector` as a superuser",
    },
  ];
  if (!migrated) return [...findings, { ok: false, text: "The tables are missing: run `npm run db:migrate`" }];
  const applied = await db.execute(sql`select name from assay_migrations`);
  const names = new Set((applied as unknown as { rows: { name: string }[] }).rows.map(({ name }) => name));
  const missing = (await readMigrations()).filter(({ name }) => !names.has(name));
  findings.push({
    ok: missing.length === 0,
    text:
      missing.length === 0
        ? "All migrations are applied"
        : `${missing.length} migrations are missing: run \`npm run db:migrate\``,
  });
  const problems = await verifyIsolation(db);
  findings.push(
    ...(problems.length === 0
      ? [{ ok: true, text: "The database keeps tenants apart, and the service connects as a role of its own" }]
      : problems.map((text) => ({ ok: false, text }))),
  );
  return findings;
}
