import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "@assay/contract";
import type { StoredFile } from "@assay/core/ports";

export const BYTES_FILE = "bytes";
export const CHECKSUM_FILE = "sha256";

/** Writes the stream and its checksum into a new folder, one chunk in memory at a time, and makes both durable. */
export async function writePart(
  folder: string,
  body: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<StoredFile> {
  await mkdir(folder);
  const hash = createHash("sha256");
  let sizeBytes = 0;
  await writeDurably(join(folder, BYTES_FILE), async (file) => {
    for await (const chunk of body) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) {
        throw new AssayError("FILE_TOO_LARGE", `Cannot store a file as it must be at most ${limitBytes} bytes`, {
          details: { limitBytes },
        });
      }
      hash.update(chunk);
      await writeAll(file, chunk);
    }
  });
  const sha256 = hash.digest("hex");
  await writeDurably(join(folder, CHECKSUM_FILE), (file) => file.writeFile(sha256));
  return { sizeBytes, sha256 };
}

async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, "wx");
  try {
    await write(file);
    await file.sync();
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
