import { existsSync } from "node:fs";
import { join } from "node:path";
import type { VersionForecast } from "@assay/contract";
import { findChainsAtFault } from "@assay/core/checkpoints";
import { countReadEarlierDocuments, findWrongUsage } from "@assay/core/documents";
import { readForecasts } from "@assay/core/forecasts";
import { areJobsLeft } from "@assay/core/jobs";
import { listLateRetention } from "@assay/core/retention";
import { findReplacing, hasRecommendedVersion } from "@assay/core/retrieval-versions";
import { countDamagedRuns, countDamagedTenants } from "@assay/core/runs";
import { hasMembers, verifyIsolation } from "@assay/core/tenancy";
import type { Connection, Database } from "@assay/db";
import { oneRow, rowsOf } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { readMigrations } from "@assay/db/migrate";
import { sql } from "drizzle-orm";
import type { Config } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { connectTo } from "../parts/database.ts";
import { firstTenantAdvice } from "../parts/first-tenant.ts";
import { checkBackups } from "./check-backups.ts";
import type { Finding } from "./finding.ts";

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { DATABASE_URL: url } = config;
  if (!url) return checkEmbedded(config);
  const connection = connectTo(url, config, { poolSize: 1 });
  try {
    return await inspect(connection, config);
  } catch (error) {
    const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? "no answer";
    return [
      {
        ok: false,
        text: `Database cannot be used (${code}): check DATABASE_URL, that the server runs, and the grants of docs/operate/self-hosting.md`,
      },
    ];
  } finally {
    await connection.close();
  }
}

async function checkEmbedded(config: Config): Promise<Finding[]> {
  const { ASSAY_DATA_DIR: dir } = config;
  const finding = { ok: true, text: "Database: embedded, in the data folder" };
  if (!existsSync(join(dir, "postgres"))) return [finding, noMembers(config)];
  // A running service holds it, and has said in its log whether anybody can sign in.
  const folder = await openDataFolder(dir).catch(() => undefined);
  if (!folder) return [finding];
  try {
    const connection = await connectEmbedded({ dataDir: join(folder.path, "postgres") });
    try {
      if (!(await hasMembers(connection.db))) return [finding, noMembers(config)];
      return [finding, ...(await checkBackups(connection.db))];
    } finally {
      await connection.close();
    }
  } catch {
    return [{ ok: false, text: `Database in ${dir} cannot be read: start the service and see its log` }];
  } finally {
    await folder.release();
  }
}

/** Nothing that is wrong: every deployment begins like this. */
function noMembers(config: Config): Finding {
  return { ok: true, text: `There is no tenant, and ${firstTenantAdvice(config)}` };
}

async function checkResults(db: Connection["db"]): Promise<Finding> {
  const damaged = await countDamagedRuns(db);
  if (damaged === 0) return { ok: true, text: "No damaged results of runs are known" };
  return {
    ok: false,
    text:
      `The stored results of ${damaged} runs are damaged: the audit log names them ` +
      "(integrity.failed); restore the database from a backup, see docs/operate/operations.md",
  };
}

async function checkRecords(db: Connection["db"]): Promise<Finding> {
  const damaged = await countDamagedTenants(db);
  if (damaged === 0) return { ok: true, text: "No damaged exceptions, members, requirements or guidance are known" };
  return {
    ok: false,
    text:
      `Exceptions, members, requirements or guidance of ${damaged} tenants are damaged: the audit log names them ` +
      "(integrity.failed); restore the database from a backup, see docs/operate/operations.md",
  };
}

/** A day and what a checkpoint needs to leave. */
const LEFT_WITHIN_MS = 25 * 3_600_000;

async function checkChains(db: Database, config: Config): Promise<Finding[]> {
  const { broken, kept } = await findChainsAtFault(db, { leftWithinMs: LEFT_WITHIN_MS });
  const findings: Finding[] = broken.map(({ tenantId, sequence, problem }) => ({
    ok: false,
    text: `The audit chain of tenant ${tenantId} is broken at entry ${sequence} (${problem}): nothing of it is signed or captured until you restore the database or run \`npm run audit:resume\`, see docs/operate/operations.md`,
  }));
  if (kept === 0) return findings;
  const { CHECKPOINT_FOLDER, CHECKPOINT_GIT_URL, CHECKPOINT_S3_BUCKET, CHECKPOINT_WITNESS_URL } = config;
  const isSet = [CHECKPOINT_FOLDER, CHECKPOINT_GIT_URL, CHECKPOINT_S3_BUCKET, CHECKPOINT_WITNESS_URL].some(Boolean);
  const text = isSet
    ? `No checkpoint of ${kept} tenants has left for over a day: see where they went in the console, under Audit log`
    : `The checkpoints of ${kept} tenants are in this database alone, where somebody with the key could rewrite them: set CHECKPOINT_FOLDER, CHECKPOINT_GIT_URL, CHECKPOINT_S3_BUCKET or CHECKPOINT_WITNESS_URL, see docs/operate/configuration.md`;
  return [...findings, { ok: true, warns: true, text }];
}

async function inspect({ db }: Connection, config: Config): Promise<Finding[]> {
  const one = async <T>(query: ReturnType<typeof sql>) => oneRow(await rowsOf<T>(db, query));
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
  const applied = await rowsOf<{ name: string }>(db, sql`select name from assay_migrations`);
  const names = new Set(applied.map(({ name }) => name));
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
      ? [{ ok: true, text: "The database isolates tenants, and the service connects with its own role" }]
      : problems.map((text) => ({ ok: false, text }))),
  );
  // What follows reads tables, for which the rights must be there.
  if (problems.length > 0 || missing.length > 0) return findings;
  findings.push(
    await checkResults(db),
    ...(await checkForecasts(db)),
    await checkRecords(db),
    await countReadEarlier(db),
    await checkEngineVersion(db),
  );
  findings.push(...(await checkChains(db, config)));
  findings.push(...(await checkUsage(db)), ...(await checkRetention(db)), ...(await checkJobs(db, config)));
  findings.push(...((await hasMembers(db)) ? await checkBackups(db) : [noMembers(config)]));
  return findings;
}

/** Said only where something is wrong: nothing but a change by hand or a partial restore leaves a count behind. */
async function checkUsage(db: Database): Promise<Finding[]> {
  return (await findWrongUsage(db)).map(({ tenantId, counted, held }) => ({
    ok: false,
    text:
      `The quota of tenant ${tenantId} counts ${counted.documents} documents and ${counted.bytes} bytes, and it has ` +
      `${held.documents} and ${held.bytes}: set the count right, see docs/operate/operations.md`,
  }));
}

/** Rows that are to go by a tenant's rule, and stay. */
async function checkRetention(db: Database): Promise<Finding[]> {
  return (await listLateRetention(db)).map((tenantId) => ({
    ok: true,
    warns: true,
    text: `What tenant ${tenantId} is to have removed by its rules has not all been for three days: look for a service that runs and takes jobs, and for failed jobs of the stage 'retain' in its log`,
  }));
}

/** Asked where this process leaves the jobs to others: a service that is stopped has jobs that wait, and nothing is wrong. */
async function checkJobs(db: Database, { TAKE_JOBS }: Config): Promise<Finding[]> {
  if (TAKE_JOBS !== "off" || !(await areJobsLeft(db))) return [];
  return [
    { ok: false, text: "Jobs have waited for over a minute and no process does any: start one without TAKE_JOBS=off" },
  ];
}

/** Nothing that is wrong either: runs start, though perhaps with another engine than somebody chose. */
async function checkEngineVersion(db: Database): Promise<Finding> {
  const replacing = await findReplacing(db);
  if (replacing)
    return {
      ...{ ok: true, warns: true },
      text: `Engine version ${replacing.id} is active: the service activated it because it no longer runs ${replacing.replacedVersionId} (audit log: retrieval_version.replaced); check it in the console, under Engine versions`,
    };
  return {
    ok: true,
    text: (await hasRecommendedVersion(db))
      ? "An engine version is recommended and not activated: compare it with the one in force in the console, under Engine versions, see docs/use/evidence-over-time.md"
      : "The engine version in force is as this release recommends, or an administrator has decided otherwise",
  };
}

/** Verdicts that the version which is to judge would lower stay as they are until the next run. */
async function checkForecasts(db: Database): Promise<Finding[]> {
  const { forecasts, pendingTenants, retrievalVersionId, isActive } = await readForecasts(db);
  if (retrievalVersionId === null) return [];
  const version = `the ${isActive ? "active" : "recommended"} engine version`;
  const falling = forecasts.filter(({ falling }) => falling > 0);
  const needing = forecasts.filter(({ state }) => state === "NEEDS_RUN");
  const warnings = [
    ...falling.slice(0, FORECASTS_SHOWN).map(describeFall),
    ...(falling.length > FORECASTS_SHOWN ? [`${falling.length - FORECASTS_SHOWN} further packs of tenants`] : []),
    ...(needing.length > 0 ? [`${needing.length} packs of tenants whose change cannot be foreseen without a run`] : []),
    ...(pendingTenants > 0 ? [`${pendingTenants} tenants that are yet to be looked at`] : []),
  ];
  if (warnings.length === 0)
    return [{ ok: true, text: `No stored verdict of a newest run would fall under ${version}` }];
  const text = `Under ${version}: ${warnings.join("; ")}. Verdicts stay as they are until the next run; see the console, under Engine versions`;
  return [{ ok: true, warns: true, text }];
}

const FORECASTS_SHOWN = 5;

const describeFall = ({ tenantName, packName, complete, completeFalling, falling, rising }: VersionForecast) =>
  `${tenantName}, ${packName}: ${completeFalling} of ${complete} COMPLETE would fall, ${falling - completeFalling} others, ${rising} would rise`;

async function countReadEarlier(db: Database): Promise<Finding> {
  const count = await countReadEarlierDocuments(db);
  return {
    ok: true,
    text:
      count === 0
        ? "All documents were read by the current reader"
        : `${count} READY documents were read by an earlier reader and can still be quoted: an ADMIN of each tenant reprocesses them with POST /api/admin/documents/reprocess { "olderThanReader": true }`,
  };
}
