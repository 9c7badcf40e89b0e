import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { AssayError, type FileType } from "@assay/contract";
import { detectFileType, type ZipEntry } from "@assay/core/documents/file-type";
import type { ArchiveLimits } from "@assay/core/ports";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { WalkedMember, WalkJob } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { type InflatedEntry, inflateEntry } from "./inflate-entry.ts";
import { findDataStart, readEntries } from "./read-container.ts";

const STORED = 0;
const DEFLATED = 8;
/** Directories and inner archives do not count as files, but reading them is not free. */
const ENTRIES_PER_FILE_MAX = 10;

interface Walk {
  readonly spoolDir: string;
  readonly limits: ArchiveLimits;
  readonly progress: () => void;
  files: number;
  entries: number;
  bytes: number;
  containers: number;
}

/** Walks the whole tree. Throws ExtractionFailure ARCHIVE_LIMIT_EXCEEDED, or UNREADABLE_FILE for the outer archive. */
export async function walkTree({ path, spoolDir, limits }: WalkJob, progress: () => void): Promise<WalkedMember[]> {
  const walk: Walk = { spoolDir, limits, progress, files: 0, entries: 0, bytes: 0, containers: 0 };
  const members = await walkContainer(walk, path, 1);
  if (!members)
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the archive because its central directory is damaged");
  return members;
}

async function walkContainer(walk: Walk, path: string, depth: number): Promise<WalkedMember[] | null> {
  if (depth > walk.limits.depthMax) throw limitExceeded("levels", walk.limits.depthMax);
  await using handle = await open(path);
  const entries = await readEntries(handle);
  if (!entries) return null;
  const files = entries.filter((entry) => !entry.directory);
  charge(walk, entries);
  const { size } = await handle.stat();
  const starts = await locateData(walk, handle, files, size);
  const members: WalkedMember[] = [];
  for (const entry of files) {
    walk.progress();
    const start = starts.get(entry) ?? null;
    members.push(await walkEntry(walk, { handle, path, entry, start, depth }));
  }
  return members;
}

/** Counts before any work is done. */
function charge(walk: Walk, entries: readonly ZipEntry[]): void {
  walk.entries += entries.length;
  walk.files += entries.filter(({ directory, name }) => !directory && !/\.zip$/i.test(name)).length;
  if (walk.files > walk.limits.filesMax) throw limitExceeded("files", walk.limits.filesMax);
  const entriesMax = walk.limits.filesMax * ENTRIES_PER_FILE_MAX;
  if (walk.entries > entriesMax) throw limitExceeded("entries", entriesMax);
}

/** Entries that share bytes multiply what they inflate to, and no writer makes them. */
async function locateData(
  walk: Walk,
  handle: FileHandle,
  entries: readonly ZipEntry[],
  sizeBytes: number,
): Promise<Map<ZipEntry, number>> {
  const starts = new Map<ZipEntry, number>();
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    const start = await findDataStart(handle, entry, sizeBytes);
    if (start === null) continue;
    if (entry.headerOffset < end) {
      throw new ExtractionFailure(
        "ARCHIVE_LIMIT_EXCEEDED",
        "Cannot read the archive because its entries overlap: this is a zip-bomb technique",
      );
    }
    end = start + entry.compressedBytes;
    starts.set(entry, start);
    walk.progress();
  }
  return starts;
}

interface Position {
  handle: FileHandle;
  path: string;
  entry: ZipEntry;
  start: number | null;
  depth: number;
}

async function walkEntry(walk: Walk, { handle, path, entry, start, depth }: Position): Promise<WalkedMember> {
  const name = cleanEntryName(entry.name);
  const skip = (reason: Extract<WalkedMember, { kind: "skipped" }>["reason"]): WalkedMember => ({
    kind: "skipped",
    name,
    reason,
  });
  if (entry.special) return skip("SPECIAL_FILE");
  if (entry.encrypted) return skip("ENCRYPTED");
  if (start === null) return skip("CORRUPT");
  if (entry.method !== STORED && entry.method !== DEFLATED) return skip("UNSUPPORTED_FILE_TYPE");

  const source = { path, start, compressedBytes: entry.compressedBytes, deflated: entry.method === DEFLATED };
  const inner = /\.zip$/i.test(name) ? join(walk.spoolDir, `inner-${walk.containers++}`) : null;
  const inflated = await inflateEntry(handle, entry, source, {
    copyTo: inner,
    onBytes(count) {
      walk.bytes += count;
      if (walk.bytes > walk.limits.bytesMax) throw limitExceeded("bytes", walk.limits.bytesMax);
      walk.progress();
    },
  });
  if (!inflated) return skip("CORRUPT");
  if (inflated.sizeBytes === 0) return skip("EMPTY");
  const type = judgeType(name, inflated);
  if (!type) return skip("UNSUPPORTED_FILE_TYPE");
  const isArchive = type.fileType === "zip" && !type.mismatch && inner !== null;
  return {
    kind: "file",
    name,
    ...type,
    sizeBytes: inflated.sizeBytes,
    sha256: inflated.sha256,
    source,
    archive: isArchive ? await walkContainer(walk, inner, depth + 1) : null,
  };
}

/** A supported extension whose bytes say something else is a mismatch; any other extension is not supported. */
function judgeType(filename: string, sample: InflatedEntry): { fileType: FileType; mismatch: boolean } | null {
  try {
    return { fileType: detectFileType({ filename, ...sample }), mismatch: false };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const named = error.details?.named as FileType | null | undefined;
    return named ? { fileType: named, mismatch: true } : null;
  }
}

function limitExceeded(what: string, max: number): ExtractionFailure {
  return new ExtractionFailure(
    "ARCHIVE_LIMIT_EXCEEDED",
    `Cannot read the archive because it has too many ${what}: at most ${max} are allowed`,
  );
}
