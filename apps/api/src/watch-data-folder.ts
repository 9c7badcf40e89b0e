import { stat } from "node:fs/promises";
import { join } from "node:path";

export interface FolderWatch {
  /** Resolves with what is wrong, in words for the operator; never, while nothing is. */
  readonly lost: Promise<string>;
  stop(): void;
}

/** What is watched within the data folder, next to the folder itself; what is not there at the start is not missed. */
const PARTS = [".", "postgres", "identity"];

/**
 * Notices that the data folder was deleted, moved away or replaced under the running service: what it continues to write
 * would be lost, and acknowledged all the same. An error that is not that is no sign of it. Without a folder there is
 * nothing to lose.
 */
export async function watchDataFolder(
  dir: string | undefined,
  { everyMs }: { readonly everyMs: number },
): Promise<FolderWatch> {
  const { promise: lost, resolve } = Promise.withResolvers<string>();
  const known = new Map<string, string>();
  for (const part of dir === undefined ? [] : PARTS) {
    const path = join(dir!, part);
    const found = await identityOf(path);
    if (found) known.set(path, found);
  }
  const look = async () => {
    for (const [path, identity] of known) {
      const found = await identityOf(path).catch(() => identity);
      if (found !== identity)
        resolve(
          `Cannot go on because the folder '${path}' was ${found ? "replaced" : "deleted or moved"} while in use`,
        );
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return { lost, stop: () => clearInterval(timer) };
}

/** The folder itself, whatever is at the path; undefined where nothing is. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
