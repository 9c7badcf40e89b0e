import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
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
 * Throws ConfigError while another process holds it.
 */
export async function openDataFolder(dir: string): Promise<{ path: string; release(): Promise<void> }> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = await realpath(dir);
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

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function inUse(path: string): ConfigError {
  return new ConfigError(
    `Cannot open the data folder '${path}' because another process uses it: stop that one, or set ASSAY_DATA_DIR`,
  );
}
