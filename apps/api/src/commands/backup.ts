import { parseArgs } from "node:util";
import { noteVerified, recordBackup, recordRestore } from "@assay/core/backups";
import { readMaintenance } from "@assay/core/maintenance-mode";
import type { Connection, Database } from "@assay/db";
import { rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { createBackup } from "../backup/create-backup.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { openEmbedded } from "../backup/source-database.ts";
import { verifyBackup } from "../backup/verify-backup.ts";
import { type Config, ConfigError } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { connectTo } from "../parts/database.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage:
  npm run backup -- create --to <folder>
  npm run backup -- verify <set>
  npm run backup -- restore <set> [--replace]`;
const SHOWN_MAX = 20;

/** Makes, verifies and restores backups: see docs/operate/operations.md. */
await runCommand(async () => {
  const stop = new AbortController();
  // What is under way ends, and takes with it what it made for itself.
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(new Stopped(name)));
  const config = readProcessConfig(process.env);
  const { act, set, to, replaces } = readOptions();
  try {
    if (act === "create") await create(config, to, stop.signal);
    else if (act === "verify") await verify(config, set, stop.signal);
    else await restore(config, set, { replaces, signal: stop.signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    throw new ConfigError(`Stopped (${(stop.signal.reason as Error).message}): run this again to continue`);
  }
});

class Stopped extends Error {}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: "string" }, replace: { type: "boolean", default: false } },
  });
  const [act, set, ...further] = positionals;
  const replaces = values.replace;
  if (act === "create" && values.to && !set && !replaces) return { act, to: values.to, set: "", replaces } as const;
  const reads = act === "verify" || act === "restore";
  if (reads && set && further.length === 0 && !values.to && (act === "restore" || !replaces))
    return { act, to: "", set, replaces } as const;
  throw new ConfigError(USAGE);
}

async function create(config: Config, to: string, signal: AbortSignal): Promise<void> {
  const { set, manifest, manifestHash, sizeBytes, newlyLost } = await createBackup(config, to, {
    signal,
    onDatabase: (round) =>
      console.log(round === 1 ? "The database is held: copying originals" : "Documents were deleted: holding it again"),
  });
  const { contents, originals } = manifest;
  console.log(
    `Backed up ${contents.tenants.length} tenants and ${originals.count - originals.missing.length} originals (${sizeBytes} bytes) as of ${manifest.takenAt}`,
  );
  console.log(`Set: ${set}`);
  console.log(`SHA-256 of its manifest: ${manifestHash}`);
  if (newlyLost.length > 0) {
    process.exitCode = 1;
    list("originals are lost or damaged in the file store, and are not in the set", newlyLost);
    return;
  }
  const taken = { id: manifest.id, takenAt: new Date(manifest.takenAt), originals: originals.count };
  const isRecorded = await withDatabase(config, (db) => recordBackup(db, { ...taken, sizeBytes, manifestHash }));
  if (!isRecorded) console.log("Not recorded in the database, which lacks migrations of this release");
}

async function verify(config: Config, set: string, signal: AbortSignal): Promise<void> {
  const { manifest, problems } = await verifyBackup(config, set, signal);
  if (problems.length > 0) {
    process.exitCode = 1;
    list("differences from the manifest", problems);
    return;
  }
  const { tenants } = manifest.contents;
  const sum = (of: (tenant: (typeof tenants)[number]) => number) => tenants.reduce((all, each) => all + of(each), 0);
  console.log(
    `Restored as a trial and whole: ${tenants.length} tenants, ${sum((each) => each.snapshots.count)} snapshots, ` +
      `${sum((each) => each.audit.entries)} audit entries, ${manifest.originals.count - manifest.originals.missing.length} originals`,
  );
  if (manifest.originals.missing.length > 0)
    console.log(`${manifest.originals.missing.length} originals were lost before the backup: the manifest names them`);
  await withDatabase(config, (db) => noteVerified(db, manifest.id));
}

async function restore(config: Config, set: string, options: Parameters<typeof restoreBackup>[2]): Promise<void> {
  const { manifest, manifestHash, originals, problems } = await restoreBackup(config, set, options);
  if (problems.length > 0) {
    process.exitCode = 1;
    list("differences from the manifest", problems);
    return;
  }
  console.log(
    `Restored as of ${manifest.takenAt}: ${manifest.contents.tenants.length} tenants, ${originals.copied + originals.found} originals`,
  );
  await withDatabase(config, async (db) => {
    await recordRestore(db, { id: manifest.id, manifestHash });
    if (await readMaintenance(db))
      console.log("It is in maintenance mode, as it was: end it with npm run maintenance -- off");
  });
  console.log("Now run npm run db:migrate and npm run doctor, then start the service");
}

/** Acts on the deployment's own database, where it is up to date and free; returns whether it did. */
async function withDatabase(config: Config, act: (db: Database) => Promise<unknown>): Promise<boolean> {
  const { connection, release } = await openOwn(config);
  if (!connection) return false;
  try {
    const [known] = await rowsOf<{ table: string | null }>(
      connection.db,
      sql`select to_regclass('deployment_entries')::text as table`,
    );
    if (!known?.table) return false;
    await act(connection.db);
    return true;
  } finally {
    await connection.close();
    await release();
  }
}

async function openOwn(config: Config): Promise<{ connection?: Connection; release(): Promise<void> }> {
  const release = async () => {};
  if (config.DATABASE_URL) return { connection: connectTo(config.DATABASE_URL, config, { poolSize: 1 }), release };
  const folder = await openDataFolder(config.ASSAY_DATA_DIR).catch(() => undefined);
  if (!folder) return { release };
  try {
    return { connection: await openEmbedded(folder.path), release: folder.release };
  } catch (error) {
    await folder.release();
    if (error instanceof ConfigError) return { release };
    throw error;
  }
}

function list(what: string, names: readonly string[]): void {
  console.error(`${names.length} ${what}:`);
  for (const name of names.slice(0, SHOWN_MAX)) console.error(`  ${name}`);
}
