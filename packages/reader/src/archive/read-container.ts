import type { FileHandle } from "node:fs/promises";
import { findZipDirectory, readZipEntries, type ZipEntry } from "@assay/contract/file-type";

const END_SEARCH_BYTES = 128 * 1024;
const DIRECTORY_BYTES_MAX = 32 * 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;

/** Reads the directory of a ZIP on disk; `null` if it has none that can be trusted. */
export async function readEntries(handle: FileHandle): Promise<ZipEntry[] | null> {
  const { size } = await handle.stat();
  const range = findZipDirectory(await readRange(handle, Math.max(0, size - END_SEARCH_BYTES), size), size);
  if (!range || range.end - range.start > DIRECTORY_BYTES_MAX) return null;
  return readZipEntries(await readRange(handle, range.start, range.end), range);
}

/** Where an entry's data begins, by its local header; `null` if that lies outside the file or is not one. */
export async function findDataStart(handle: FileHandle, entry: ZipEntry, sizeBytes: number): Promise<number | null> {
  if (entry.headerOffset + LOCAL_HEADER_BYTES > sizeBytes) return null;
  const header = await readRange(handle, entry.headerOffset, entry.headerOffset + LOCAL_HEADER_BYTES);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== 0x04034b50) return null;
  const start = entry.headerOffset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  return start + entry.compressedBytes <= sizeBytes ? start : null;
}

async function readRange(handle: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(end - start);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
  return buffer.subarray(0, bytesRead);
}
