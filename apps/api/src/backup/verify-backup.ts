import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkRestored, listOriginals } from "@assay/core/backup-contents";
import { type Database, rowsOf } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { sql } from "drizzle-orm";
import type { Config } from "../config.ts";
import { hashOriginalsList, originalsOf, readOriginalsList } from "./backup-set.ts";
import { findChanged, findLinks, hashFile } from "./copy-tree.ts";
import { DUMP, EMBEDDED, FOLDER, type Manifest, ORIGINALS_LIST, readManifest } from "./manifest.ts";
import { findProgram, runProgram, withDatabase } from "./postgres-programs.ts";
import { backupAddress, connectAsOperator, readServerFacts } from "./source-database.ts";

/** Databases of trials: one that nobody is connected to was left by a trial that was killed. */
const SCRATCH = "assay_verify_";

export interface VerifiedBackup {
  readonly manifest: Manifest;
  /** Nothing where the set is whole. */
  readonly problems: readonly string[];
}

/**
 * Restores a set's database as a trial, where nobody else looks, and compares it, and the bytes of the set, with the
 * manifest. Nothing of the trial stays. Throws ConfigError where it cannot be tried.
 */
export async function verifyBackup(config: Config, set: string, signal: AbortSignal): Promise<VerifiedBackup> {
  const manifest = await readManifest(set);
  const problems = [...(await findDamagedFiles(set, manifest)), ...(await findDamagedOriginals(set, manifest, signal))];
  // What has other bytes is restored nowhere.
  if (problems.length > 0) return { manifest, problems };
  const tryIt = manifest.database.kind === "server" ? tryServer : tryEmbedded;
  return { manifest, problems: await tryIt(config, set, manifest, signal) };
}

/** The database, the list of originals and the rest of the data folder, byte for byte. */
export async function findDamagedFiles(set: string, { database, originals, folder }: Manifest): Promise<string[]> {
  const problems =
    database.kind === "embedded"
      ? await findChanged(join(set, EMBEDDED), database.files)
      : await findChanged(set, [{ path: DUMP, sizeBytes: database.sizeBytes, sha256: database.sha256 }]);
  problems.push(...(await findChanged(join(set, FOLDER), folder)));
  for (const name of [EMBEDDED, FOLDER]) problems.push(...(await findLinks(join(set, name))));
  const list = await hashFile(join(set, ORIGINALS_LIST));
  if (list?.sha256 !== originals.sha256) problems.push(`'${ORIGINALS_LIST}' has other bytes`);
  return problems;
}

async function findDamagedOriginals(set: string, { originals }: Manifest, signal: AbortSignal): Promise<string[]> {
  const store = originalsOf(set);
  const missing = new Set(originals.missing);
  const problems: string[] = [];
  let count = 0;
  for await (const page of readOriginalsList(set)) {
    for (const { key, sizeBytes, sha256 } of page) {
      signal.throwIfAborted();
      count += 1;
      if (missing.has(key)) continue;
      const found = await store.rehash(key);
      if (!found) problems.push(`Original '${key}' is missing`);
      else if (found.sizeBytes !== sizeBytes || found.sha256 !== sha256)
        problems.push(`Original '${key}' has other bytes`);
    }
  }
  if (count !== originals.count) problems.push(`The list names ${count} originals, the manifest ${originals.count}`);
  return problems;
}

async function tryServer(config: Config, set: string, manifest: Manifest, signal: AbortSignal): Promise<string[]> {
  const address = backupAddress(config);
  const server = connectAsOperator(withDatabase(address, "postgres"), config);
  const name = `${SCRATCH}${manifest.id.replaceAll("-", "")}_${randomBytes(4).toString("hex")}`;
  try {
    const { version } = await readServerFacts(server);
    const tool = findProgram("pg_restore", Math.max(version, toolOf(manifest)));
    const scratch = connectAsOperator(withDatabase(address, name), config);
    try {
      try {
        // Connected before another trial looks for what nobody is connected to.
        await inTurn(server.db, async () => {
          await dropAbandoned(server.db);
          await server.db.execute(sql`create database ${sql.identifier(name)} template template0`);
          await scratch.db.execute(sql`select 1`);
        });
        const args = ["--exit-on-error", `--dbname=${name}`, join(set, DUMP)];
        await runProgram(tool, args, { address: withDatabase(address, name), signal });
        return await compare(scratch.db, manifest);
      } finally {
        await scratch.close();
      }
    } finally {
      await server.db.execute(sql`drop database if exists ${sql.identifier(name)} with (force)`);
    }
  } finally {
    await server.close();
  }
}

/** Trials on one server begin one after the other. */
function inTurn(db: Database, act: () => Promise<void>): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${SCRATCH}))`);
    await act();
  });
}

async function compare(db: Database, { contents, originals }: Manifest): Promise<string[]> {
  const problems = await checkRestored(db, contents);
  const sha256 = await db.transaction((tx) => hashOriginalsList(listOriginals(tx)));
  if (sha256 !== originals.sha256) problems.push(`'${ORIGINALS_LIST}' does not name the files that the database names`);
  return problems;
}

async function dropAbandoned(db: Database): Promise<void> {
  const names = await rowsOf<{ name: string }>(
    db,
    sql`select datname::text as name from pg_database where datname like ${`${SCRATCH.replaceAll("_", "\\_")}%`}
        and not exists (select from pg_stat_activity activity where activity.datname = pg_database.datname)`,
  );
  for (const { name } of names) await db.execute(sql`drop database if exists ${sql.identifier(name)}`);
}

function toolOf({ database }: Manifest): number {
  return database.kind === "server" ? database.toolVersion : 0;
}

async function tryEmbedded(_: Config, set: string, manifest: Manifest): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), "assay-verify-"));
  try {
    await cp(join(set, EMBEDDED), join(scratch, "postgres"), { recursive: true });
    const connection = await connectEmbedded({ dataDir: join(scratch, "postgres") });
    try {
      return await compare(connection.db, manifest);
    } finally {
      await connection.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
