import { type FileHandle, mkdir, type open } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "@assay/contract";
import type { StoredFile } from "@assay/core/ports";
import { hashBytes } from "./hash-bytes.ts";
import { onDisk } from "./storage-error.ts";

export const BYTES_FILE = "bytes";
export const CHECKSUM_FILE = "sha256";

/** Writes the stream and its checksum into a new folder, one chunk in memory at a time, and makes both durable. */
export async function writePart(
  folder: string,
  body: ReadableStream<Uint8Array>,
  { limitBytes, open: openFile }: { readonly limitBytes: number; readonly open: typeof open },
): Promise<StoredFile> {
  await onDisk(() => mkdir(folder));
  const written = await writeDurably(openFile, join(folder, BYTES_FILE), (file) =>
    hashBytes(body, async (chunk, sizeBytes) => {
      if (sizeBytes > limitBytes) {
        throw new AssayError("FILE_TOO_LARGE", `Cannot store a file because it must have at most ${limitBytes} bytes`, {
          details: { limitBytes },
        });
      }
      await onDisk(() => writeAll(file, chunk));
    }),
  );
  await writeDurably(openFile, join(folder, CHECKSUM_FILE), (file) => onDisk(() => file.writeFile(written.sha256)));
  return written;
}

async function writeDurably<T>(
  openFile: typeof open,
  path: string,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await onDisk(() => openFile(path, "wx"));
  try {
    const result = await write(file);
    await onDisk(() => file.sync());
    return result;
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, written);
    written += bytesWritten;
  }
}
