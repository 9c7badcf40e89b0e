import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { SourceFile } from "@assay/core/ports";

const PREFIX = "assay-spool-";
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

const live = new Set<string>();

/** A private folder that holds a copy of one file while it is read. */
export interface Spool extends AsyncDisposable {
  readonly dir: string;
  readonly path: string;
}

/** Copies the file to disk, since parsers need it whole or by ranges. Leaves nothing behind when it throws. */
export async function spoolFile(file: SourceFile, tempDir: string, signal: AbortSignal): Promise<Spool> {
  const name = `${PREFIX}${process.pid}-${randomUUID()}`;
  const dir = join(tempDir, name);
  const path = join(dir, "source");
  const remove = async () => {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
    live.delete(name);
  };
  live.add(name);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.fromWeb((await file.open()) as NodeReadableStream<Uint8Array>),
      createWriteStream(path, { mode: 0o600 }),
      { signal },
    );
  } catch (error) {
    await remove();
    signal.throwIfAborted();
    throw error;
  }
  return { dir, path, [Symbol.asyncDispose]: remove };
}

/** Removes what processes that have died left in `tempDir`. Call it once, at start. */
export async function removeStaleSpools(tempDir: string = tmpdir()): Promise<void> {
  const names = await readdir(tempDir).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX))) {
    if (live.has(name)) continue;
    const dir = join(tempDir, name);
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (isAlive(pid) && !(await isOlderThan(dir, STALE_AFTER_MS))) continue;
    await rm(dir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  // Our own number without a live spool belongs to a predecessor, as in a container where every start is process 1.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function isOlderThan(path: string, ageMs: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ageMs;
}
