import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { SourceFile } from "./extraction.ts";
import { isSystemError, workspaceUnavailable } from "./workspace-error.ts";

/** A private folder that holds a copy of one file while it is read. */
export interface Spool extends AsyncDisposable {
  readonly dir: string;
  readonly path: string;
}

/** Copies the file to disk, since parsers need it whole or by ranges. Leaves nothing behind when it throws. */
export async function spoolFile(file: SourceFile, tempDir: string, signal: AbortSignal): Promise<Spool> {
  const dir = join(tempDir, `assay-spool-${randomUUID()}`);
  const path = join(dir, "source");
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 3 });
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.fromWeb((await file.open()) as NodeReadableStream<Uint8Array>),
      createWriteStream(path, { mode: 0o600 }),
      { signal },
    );
  } catch (error) {
    await remove().catch(() => {});
    signal.throwIfAborted();
    throw isSystemError(error) ? workspaceUnavailable(error.code) : error;
  }
  return { dir, path, [Symbol.asyncDispose]: remove };
}
