import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkRestored } from "@assay/core/backup-contents";
import { copyAll, type MovedFiles } from "@assay/core/move-files";
import type { MarkedFileStore } from "@assay/core/ports";
import { type Database, oneRow, rowsOf } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { sql } from "drizzle-orm";
import { type Config, ConfigError } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { keepsFiles } from "../parts/folder.ts";
import { configuredKeyWrapper } from "../parts/key-wrapper.ts";
import { originalsOf, readOriginalsList } from "./backup-set.ts";
import { hashFile } from "./copy-tree.ts";
import { storeOf, withOriginals } from "./deployed-originals.ts";
import { DUMP, EMBEDDED, FOLDER, MANIFEST, type Manifest, readManifest } from "./manifest.ts";
import { databaseOf, findProgram, runProgram } from "./postgres-programs.ts";
import { backupAddress, connectAsOperator, openEmbedded, readServerFacts } from "./source-database.ts";
import { findDamagedFiles } from "./verify-backup.ts";

const SESSIONS_WITHIN_MS = 10_000;
const LOOK_MS = 100;

export interface RestoreOptions {
  /** Replaces what the database and the data folder hold. */
  readonly replaces: boolean;
  readonly signal: AbortSignal;
}

export interface RestoredBackup {
  readonly manifest: Manifest;
  readonly manifestHash: string;
  readonly originals: MovedFiles;
  /** How the database differs from the manifest. */
  readonly problems: readonly string[];
}

/**
 * Brings a set into the configured places: the data folder's files, originals, and last the database, in one step. One
 * that was cut off has no database yet and is run again. With a key that encrypts originals they come after the database,
 * which has the keys of tenants; the store gets its marker behind them, so that no service takes it for whole before.
 * Throws ConfigError for a target that holds something.
 */
export async function restoreBackup(config: Config, set: string, options: RestoreOptions): Promise<RestoredBackup> {
  const manifest = await readManifest(set);
  const damaged = await findDamagedFiles(set, manifest);
  if (damaged.length > 0) throw new ConfigError(`Cannot restore a damaged backup:\n  ${damaged.join("\n  ")}`);
  const isServer = manifest.database.kind === "server";
  if (isServer !== (config.DATABASE_URL !== undefined))
    throw new ConfigError(
      isServer
        ? "Cannot restore this backup of a PostgreSQL server without DATABASE_URL and DATABASE_BACKUP_URL"
        : "Cannot restore this backup of an embedded database into a server: unset DATABASE_URL",
    );
  if ((manifest.contents.tables.file_keys ?? 0) > 0 && !configuredKeyWrapper(config))
    throw new ConfigError(
      "Cannot restore without the key that encrypts originals, as they would be stored in plain: set FILES_KEY or FILES_KMS as the deployment of the backup had it",
    );
  const owner = await openDataFolder(config.ASSAY_DATA_DIR);
  try {
    await requireTarget(config, owner.path, manifest, options);
    await restoreFolder(owner.path, set, manifest);
    const restoreDatabase = () =>
      isServer ? restoreServer(config, set, manifest, options) : restoreEmbedded(owner.path, set, manifest);
    const { originals, problems } = await (configuredKeyWrapper(config) ? databaseFirst : originalsFirst)({
      config,
      dataDir: owner.path,
      restoreDatabase,
      restoreInto: (store) => restoreOriginals(store, set, manifest, options),
    });
    const { sha256: manifestHash } = (await hashFile(join(set, MANIFEST)))!;
    return { manifest, manifestHash, originals, problems };
  } finally {
    await owner.release();
  }
}

interface Steps {
  readonly config: Config;
  readonly dataDir: string;
  /** Returns how the database differs from the manifest. */
  restoreDatabase(): Promise<string[]>;
  restoreInto(store: MarkedFileStore): Promise<MovedFiles>;
}

async function originalsFirst({ config, dataDir, restoreDatabase, restoreInto }: Steps) {
  if (keepsFiles(config)) await mkdir(join(dataDir, "files"), { recursive: true });
  const originals = await restoreInto(storeOf(config, dataDir));
  return { originals, problems: await restoreDatabase() };
}

async function databaseFirst({ config, dataDir, restoreDatabase, restoreInto }: Steps) {
  const problems = await restoreDatabase();
  if (problems.length > 0) return { originals: nothingMoved(), problems };
  if (keepsFiles(config)) await mkdir(join(dataDir, "files"), { recursive: true });
  const connection = config.DATABASE_URL ? undefined : await openEmbedded(dataDir);
  try {
    const originals = await withOriginals(config, { dataDir, embedded: connection?.db }, restoreInto);
    return { originals, problems };
  } finally {
    await connection?.close();
  }
}

const nothingMoved = (): MovedFiles => ({ copied: 0, copiedBytes: 0, found: 0, removed: 0, missing: [], damaged: [] });

/** Everything that can be refused, before anything is changed. */
async function requireTarget(
  config: Config,
  dataDir: string,
  manifest: Manifest,
  { replaces }: RestoreOptions,
): Promise<void> {
  const marker = await storeOf(config, dataDir).readMarker();
  if (marker !== null && marker !== manifest.contents.deploymentId)
    throw new ConfigError("Cannot restore into a file store of another deployment: use one that is empty");
  if (manifest.database.kind === "server") await requireServer(config, manifest, replaces);
  else if (!replaces && (await holdsSomething(join(dataDir, "postgres"))))
    throw notEmpty(`the data folder '${dataDir}' has a database`);
  if (replaces) return;
  for (const { path, sha256 } of manifest.folder) {
    const there = await hashFile(join(dataDir, path));
    if (there && there.sha256 !== sha256) throw notEmpty(`'${path}' in the data folder has other bytes`);
  }
}

function notEmpty(what: string): ConfigError {
  return new ConfigError(`Cannot restore as ${what}: use an empty target, or --replace to lose what is there`);
}

const holdsSomething = async (folder: string) => existsSync(folder) && (await readdir(folder)).length > 0;

async function requireServer(config: Config, manifest: Manifest, replaces: boolean): Promise<void> {
  const address = backupAddress(config);
  const name = databaseOf(address);
  if (name !== databaseOf(config.DATABASE_URL!))
    throw new ConfigError(
      `Cannot restore as DATABASE_BACKUP_URL names the database '${name}' and DATABASE_URL '${databaseOf(config.DATABASE_URL!)}'`,
    );
  const connection = connectAsOperator(address, config);
  try {
    const { version } = await readServerFacts(connection);
    findProgram("pg_restore", Math.max(version, toolOf(manifest)));
    const state = oneRow(
      await rowsOf<{ tables: string | number; missing: string[]; isSuper: boolean }>(
        connection.db,
        sql`select (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables,
              array(select name from unnest(array['assay_owner', 'assay_app', 'assay_tenant', 'assay_system', 'assay_catalog']) as name
                where to_regrole(name) is null) as missing,
              (select rolsuper from pg_roles where rolname = current_user) as "isSuper"`,
      ),
    );
    if (!state.isSuper)
      throw new ConfigError("Cannot restore as this login: DATABASE_BACKUP_URL must be of a superuser");
    if (state.missing.length > 0)
      throw new ConfigError(
        `Cannot restore without the roles ${state.missing.join(", ")}, which are in no dump: run container/roles.sql first (docs/operate/operations.md, Restore)`,
      );
    await requireNoService(connection.db);
    if (!replaces && Number(state.tables) > 0) throw notEmpty(`the database '${name}' has tables`);
  } finally {
    await connection.close();
  }
}

/** Sessions of a service that has just ended go within moments. */
async function requireNoService(db: Database): Promise<void> {
  const until = Date.now() + SESSIONS_WITHIN_MS;
  for (;;) {
    const sessions = await rowsOf<{ one: number }>(
      db,
      sql`select 1 as one from pg_stat_activity where datname = current_database() and usename = 'assay_app'`,
    );
    if (sessions.length === 0) return;
    if (Date.now() > until)
      throw new ConfigError(
        "Cannot restore while a service, or its pooler, is connected to the database: stop it first",
      );
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const toolOf = ({ database }: Manifest) => (database.kind === "server" ? database.toolVersion : 0);

async function restoreOriginals(
  to: MarkedFileStore,
  set: string,
  { contents, originals }: Manifest,
  { signal }: RestoreOptions,
): Promise<MovedFiles> {
  const missing = new Set(originals.missing);
  const moved = nothingMoved();
  for await (const page of readOriginalsList(set)) {
    signal.throwIfAborted();
    const held = page.filter(({ key }) => !missing.has(key));
    // What is there already counts by its bytes: it may be why there is a restore.
    await copyAll(held, { from: originalsOf(set), to: { ...to, stat: (key) => to.rehash(key) } }, moved);
  }
  if (moved.missing.length + moved.damaged.length > 0)
    throw new ConfigError(
      `Cannot restore as the backup lacks originals that its manifest names: ${[...moved.missing, ...moved.damaged].slice(0, 5).join(", ")}`,
    );
  await to.writeMarker(contents.deploymentId);
  return moved;
}

async function restoreFolder(dataDir: string, set: string, { folder }: Manifest): Promise<void> {
  for (const { path } of folder) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
    await cp(join(set, FOLDER, path), join(dataDir, path), { force: true });
    await chmod(join(dataDir, path), 0o600);
  }
}

async function restoreServer(
  config: Config,
  set: string,
  manifest: Manifest,
  { replaces, signal }: RestoreOptions,
): Promise<string[]> {
  const address = backupAddress(config);
  const connection = connectAsOperator(address, config);
  try {
    const { version } = await readServerFacts(connection);
    if (replaces) await emptyDatabase(connection.db);
    const tool = findProgram("pg_restore", Math.max(version, toolOf(manifest)));
    const args = ["--single-transaction", "--exit-on-error", `--dbname=${databaseOf(address)}`, join(set, DUMP)];
    await runProgram(tool, args, { address, signal });
    return await checkRestored(connection.db, manifest.contents);
  } finally {
    await connection.close();
  }
}

/** As a new database is after `container/roles.sql`. */
async function emptyDatabase(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`drop schema public cascade`);
    await tx.execute(sql`create schema public authorization pg_database_owner`);
    await tx.execute(sql`grant usage on schema public to public`);
    await tx.execute(sql`grant usage, create on schema public to assay_owner`);
    await tx.execute(sql`grant usage on schema public to assay_app`);
  });
}

async function restoreEmbedded(dataDir: string, set: string, { contents }: Manifest): Promise<string[]> {
  const [aside, target] = [join(dataDir, "postgres.restored"), join(dataDir, "postgres")];
  await rm(aside, { recursive: true, force: true });
  await cp(join(set, EMBEDDED), aside, { recursive: true });
  const connection = await connectEmbedded({ dataDir: aside });
  let problems: string[];
  try {
    problems = await checkRestored(connection.db, contents);
  } finally {
    await connection.close();
  }
  if (problems.length > 0) {
    await rm(aside, { recursive: true, force: true });
    return problems;
  }
  await rm(target, { recursive: true, force: true });
  await rename(aside, target);
  return [];
}
