import { existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import {
  type DatabaseContents,
  findDeleted,
  listOriginals,
  type Original,
  readContents,
} from "@assay/core/backup-contents";
import { copyAll, type MovedFiles } from "@assay/core/move-files";
import type { MarkedFileStore } from "@assay/core/ports";
import { type Connection, type Database, newId, oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { type Config, ConfigError } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { VERSION } from "../version.ts";
import {
  findNewestSet,
  linkOriginal,
  originalsOf,
  pruneOriginals,
  readOriginalsList,
  UNFINISHED,
  writeOriginalsList,
} from "./backup-set.ts";
import { copyTree, hashFile } from "./copy-tree.ts";
import { withOriginals } from "./deployed-originals.ts";
import { DUMP, EMBEDDED, FOLDER, type Manifest, ORIGINALS_LIST, writeManifest } from "./manifest.ts";
import { findProgram, runProgram } from "./postgres-programs.ts";
import { backupAddress, connectAsOperator, openEmbedded, readServerFacts } from "./source-database.ts";

/** Documents that are deleted while their files are copied make the snapshot of the database old: it is taken again. */
const ROUNDS_MAX = 3;
/** Of the data folder: what has a place of its own in a set, and what nobody needs. */
const NOT_KEPT = new Set([
  ...["postgres", "files", "temp", "postgres.restored", "assay.log"],
  ...["owner.lock", "owner.lock-journal", "maintenance-asked.json", "maintenance-said.json"],
]);

export interface CreateOptions {
  readonly signal: AbortSignal;
  /** Called when the database is held, before the originals are copied; again where that had to be repeated. */
  onDatabase?(round: number): void | Promise<void>;
}

export interface CreatedBackup {
  readonly set: string;
  readonly manifest: Manifest;
  readonly manifestHash: string;
  readonly sizeBytes: number;
  /** Missing originals of which the service did not know yet. */
  readonly newlyLost: readonly string[];
}

/**
 * Makes a set in a folder: the database first, as one snapshot, then the originals that it names. A set that was cut off
 * is continued. Throws ConfigError where it cannot be made.
 */
export async function createBackup(config: Config, to: string, options: CreateOptions): Promise<CreatedBackup> {
  const inner = relative(resolve(config.ASSAY_DATA_DIR), resolve(to));
  if (!inner.startsWith("..") && !isAbsolute(inner))
    throw new ConfigError(`Cannot back up into '${to}' as it is in the data folder: name a folder elsewhere`);
  const lock = await openDataFolder(to).catch((error) => {
    if (error instanceof ConfigError) throw new ConfigError(`Cannot back up into '${to}': ${error.message}`);
    throw error;
  });
  try {
    const work = join(lock.path, UNFINISHED);
    await mkdir(work, { recursive: true, mode: 0o700 });
    const made = config.DATABASE_URL
      ? await backUpServer(config, lock.path, work, options)
      : await backUpEmbedded(config, lock.path, work, options);
    const folder = existsSync(config.ASSAY_DATA_DIR)
      ? await copyTree(config.ASSAY_DATA_DIR, join(work, FOLDER), NOT_KEPT)
      : [];
    const { originals, newlyLost, ...rest } = made;
    const manifest: Manifest = { version: 1, id: newId(), release: VERSION, ...rest, originals, folder };
    const manifestHash = await writeManifest(work, manifest);
    const set = join(lock.path, manifest.takenAt.replaceAll(/[:.]/g, "-"));
    await rename(work, set);
    return { set, manifest, manifestHash, sizeBytes: sizeOf(manifest), newlyLost };
  } finally {
    await lock.release();
  }
}

type Made = Pick<Manifest, "takenAt" | "database" | "contents" | "originals"> & { newlyLost: string[] };

async function backUpServer(config: Config, folder: string, work: string, options: CreateOptions): Promise<Made> {
  const { signal } = options;
  const address = backupAddress(config);
  const connection = connectAsOperator(address, config);
  try {
    const { version, seesAll } = await readServerFacts(connection);
    if (!seesAll)
      throw new ConfigError(
        "Cannot back up as this login, which sees no tenant's rows: DATABASE_BACKUP_URL must be of a superuser or of a login with BYPASSRLS",
      );
    const tool = findProgram("pg_dump", version);
    for (let round = 1; round <= ROUNDS_MAX; round++) {
      const { takenAt, contents } = await inSnapshot(connection.db, async (tx, snapshot) => {
        const read = await readSource(tx, work);
        const args = ["--format=custom", `--file=${join(work, DUMP)}`, `--snapshot=${snapshot}`];
        await runProgram(tool, args, { address, signal });
        return read;
      });
      await options.onDatabase?.(round);
      const { deleted, ...copied } = await withOriginals(
        config,
        { dataDir: config.ASSAY_DATA_DIR, embedded: undefined },
        (from) => copyOriginals(from, folder, work, { contents, db: connection.db, signal }),
      );
      if (deleted.length > 0) continue;
      await syncFile(join(work, DUMP));
      const dump = (await hashFile(join(work, DUMP)))!;
      await rm(join(work, EMBEDDED), { recursive: true, force: true });
      const database = { kind: "server" as const, serverVersion: version, toolVersion: tool.version, ...dump };
      return { takenAt, contents, database, ...copied };
    }
    throw new ConfigError(
      `Cannot make a consistent backup as documents were deleted during each of ${ROUNDS_MAX} rounds: use maintenance mode (npm run maintenance), then run this again`,
    );
  } finally {
    await connection.close();
  }
}

/** Nobody else has an embedded database open, so that its folder is a snapshot. */
async function backUpEmbedded(
  config: Config,
  folder: string,
  work: string,
  { signal, onDatabase }: CreateOptions,
): Promise<Made> {
  const owner = await openDataFolder(config.ASSAY_DATA_DIR).catch((error) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`Cannot back up an embedded database while a service uses it: ${error.message}`);
  });
  try {
    const connection = await openEmbedded(owner.path);
    let read: Awaited<ReturnType<typeof readSource>>;
    let copied: Omit<Made, "takenAt" | "database" | "contents">;
    try {
      read = await connection.db.transaction((tx) => readSource(tx, work));
      await onDatabase?.(1);
      const { deleted: _, ...rest } = await withOriginals(
        config,
        { dataDir: owner.path, embedded: connection.db },
        (from) => copyOriginals(from, folder, work, { contents: read.contents, db: connection.db, signal }),
      );
      copied = rest;
    } finally {
      await connection.close();
    }
    await rm(join(work, DUMP), { force: true });
    const files = await copyTree(join(owner.path, "postgres"), join(work, EMBEDDED));
    return { ...read, database: { kind: "embedded", files }, ...copied };
  } finally {
    await owner.release();
  }
}

/** In one transaction that others can read with: what they read is what it reads. */
function inSnapshot<T>(db: Database, act: (tx: Transaction, snapshot: string) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      const rows = await rowsOf<{ snapshot: string }>(tx, sql`select pg_export_snapshot() as snapshot`);
      return act(tx, oneRow(rows).snapshot);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function readSource(
  tx: Transaction,
  work: string,
): Promise<{ readonly takenAt: string; readonly contents: DatabaseContents }> {
  const { now } = oneRow(await rowsOf<{ now: string | Date }>(tx, sql`select now() as now`));
  const contents = await readContents(tx, "RECORDED");
  await writeOriginalsList(work, listOriginals(tx));
  return { takenAt: new Date(now).toISOString(), contents };
}

interface Source {
  readonly contents: DatabaseContents;
  readonly db: Connection["db"];
  readonly signal: AbortSignal;
}

/** Copies what the list of the set names. `deleted` are those of documents that are gone from the database by now. */
async function copyOriginals(from: MarkedFileStore, folder: string, work: string, { contents, db, signal }: Source) {
  const to = originalsOf(work);
  await to.writeMarker(contents.deploymentId);
  const previous = await findNewestSet(folder);
  const moved: MovedFiles = { copied: 0, copiedBytes: 0, found: 0, removed: 0, missing: [], damaged: [] };
  const known = new Set<string>();
  let count = 0;
  let sizeBytes = 0;
  for await (const page of readOriginalsList(work)) {
    signal.throwIfAborted();
    if (count === 0 && page.length > 0) await requireOwnStore(from, contents.deploymentId);
    if (previous) for (const each of page) await takePrevious(previous, work, each);
    await copyAll(page, { from, to }, moved);
    for (const each of page) {
      if (each.isKnownLost) known.add(each.key);
      count += 1;
      sizeBytes += each.sizeBytes;
    }
  }
  await pruneOriginals(work);
  const missing = [...moved.missing, ...moved.damaged];
  const unknown = missing.filter((key) => !known.has(key));
  const deleted = await findDeleted(db, unknown);
  const list = (await hashFile(join(work, ORIGINALS_LIST)))!;
  return { deleted, newlyLost: unknown, originals: { count, sizeBytes, sha256: list.sha256, missing } };
}

async function takePrevious(previous: string, work: string, original: Original): Promise<void> {
  if (!(await originalsOf(work).stat(original.key))) await linkOriginal(previous, work, original);
}

async function requireOwnStore(store: MarkedFileStore, deploymentId: string): Promise<void> {
  if ((await store.readMarker()) === deploymentId) return;
  throw new ConfigError(
    "Cannot back up files as the marker of the file store is not that of this database: check the settings of both (docs/operate/operations.md)",
  );
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function sizeOf({ database, originals, folder }: Manifest): number {
  const files = database.kind === "embedded" ? database.files : [database];
  return originals.sizeBytes + [...files, ...folder].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
