import { mkdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ConfigError } from "./config.ts";

/** Within the data folder. */
export const CHECKPOINT_KEY_FOLDER = "checkpoints";
export const SECRET_KEY_FOLDER = "webhooks";

const LOCK_FILE = "owner.lock";
const SQLITE_BUSY = 5;

/** Referenced, as a lock that is garbage-collected is released. */
const held = new Set<DatabaseSync>();

/**
 * Makes the data folder this process's own until it ends, however it ends. The lock is an exclusive SQLite transaction
 * on an empty file: a lock of the operating system, taken in one act and released with the process, even after a kill.
 * Throws ConfigError while another process holds it, and where no folder of one's own can be there.
 */
export async function openDataFolder(dir: string): Promise<{ path: string; release(): Promise<void> }> {
  const path = await makeDataFolder(dir);
  const lock = new DatabaseSync(join(path, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    throw isBusy(error) ? inUse(path) : error;
  }
  held.add(lock);
  const release = async () => {
    held.delete(lock);
    lock.close();
  };
  return { path, release };
}

/** Makes the folder where it is missing, and a file in it as a trial. Returns its real path. Throws ConfigError. */
export async function makeDataFolder(dir: string, write = writeFile): Promise<string> {
  try {
    await makeFolder(resolve(dir));
    const path = await realpath(dir);
    const trial = join(path, `.trial-${process.pid}`);
    await write(trial, "", { mode: 0o600 });
    await rm(trial);
    return path;
  } catch (error) {
    throw unusable(resolve(dir), error as NodeJS.ErrnoException);
  }
}

/** As `mkdir -p`. Node's own tries for ever where the parent is there and takes no folder, as /proc. */
async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(dir)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(dir) === dir) throw error;
    await makeFolder(dirname(dir));
    await mkdir(dir, { mode: 0o700 });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: "it is a file",
  ENOTDIR: "it is below a file",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its file system is read-only",
  ENOENT: "no folder can be made there",
  ENOSPC: "its disk is full",
};

function unusable(dir: string, { code = "unknown" }: NodeJS.ErrnoException): ConfigError {
  const reason = REASONS[code] ?? `the system says ${code}`;
  return new ConfigError(
    `Cannot use the data folder '${dir}' because ${reason}: set ASSAY_DATA_DIR to a folder that this user can write to`,
  );
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function inUse(path: string): ConfigError {
  return new ConfigError(
    `Cannot open the data folder '${path}' because another process uses it: stop that one, or set ASSAY_DATA_DIR`,
  );
}
