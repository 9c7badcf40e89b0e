import { type FileHandle, open } from "node:fs/promises";
import { type FileType, formatOfExtension, mayEmbedFiles } from "@assay/contract";
import { splitExtension, type ZipEntry } from "@assay/contract/file-type";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { WalkedMember, WalkJob } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { freeEntry, inflateEntry } from "./inflate-entry.ts";
import { findDataStart, readEntries } from "./read-container.ts";
import { chargeBytes, chargeEntries, judgeType, limitExceeded, spoolPath, type Walk } from "./walk.ts";
import { walkEmbedded } from "./walk-embedded.ts";

const STORED = 0;
const DEFLATED = 8;

/**
 * Walks the whole tree of an archive or a document. Throws ExtractionFailure ARCHIVE_LIMIT_EXCEEDED, or UNREADABLE_FILE for
 * the outer archive.
 */
export async function walkTree(job: WalkJob, progress: () => void): Promise<WalkedMember[]> {
  const walk: Walk = {
    spoolDir: job.spoolDir,
    limits: job.limits,
    progress,
    files: 0,
    entries: 0,
    bytes: 0,
    spooled: 0,
  };
  const members = await walkInside(walk, 1)(job.fileType, job.path);
  if (members) return members;
  if (job.fileType !== "zip") return [];
  throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the archive because its central directory is damaged");
}

function walkInside(walk: Walk, depth: number) {
  return async (fileType: FileType, path: string): Promise<WalkedMember[] | null> => {
    if (fileType === "zip") return walkZip(walk, path, depth);
    if (!mayEmbedFiles(fileType)) return null;
    return walkEmbedded(walk, { fileType, path }, walkInside(walk, depth + 1), () => checkDepth(walk, depth));
  };
}

function checkDepth({ limits }: Walk, depth: number): void {
  if (depth > limits.depthMax) throw limitExceeded("levels", limits.depthMax);
}

async function walkZip(walk: Walk, path: string, depth: number): Promise<WalkedMember[] | null> {
  checkDepth(walk, depth);
  await using handle = await open(path);
  const entries = await readEntries(handle);
  if (!entries) return null;
  const files = entries.filter((entry) => !entry.directory);
  chargeEntries(walk, entries);
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

/** What a system adds to a folder for itself. */
const SYSTEM_FILE = /^(?:.*\/)?(?:__MACOSX(?:\/.*)?|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

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
  if (SYSTEM_FILE.test(name)) return skip("SYSTEM_FILE");
  if (entry.special) return skip("SPECIAL_FILE");
  if (entry.encrypted) return skip("ENCRYPTED");
  if (start === null) return skip("CORRUPT");
  if (entry.method !== STORED && entry.method !== DEFLATED) return skip("UNSUPPORTED_FILE_TYPE");

  const source = { path, start, compressedBytes: entry.compressedBytes, deflated: entry.method === DEFLATED };
  const named = formatOfExtension(splitExtension(name).extension)?.type;
  const inner = named === "zip" || (named && mayEmbedFiles(named)) ? spoolPath(walk) : null;
  const inflated = await inflateEntry(handle, entry, source, {
    copyTo: inner,
    onBytes(count) {
      chargeBytes(walk, count);
      walk.progress();
    },
  });
  if (!inflated) return skip("CORRUPT");
  if (inflated.sizeBytes === 0) return skip("EMPTY");
  const type = judgeType(name, inflated);
  freeEntry(inflated);
  if (!type) return skip("UNSUPPORTED_FILE_TYPE");
  return {
    kind: "file",
    name,
    ...type,
    sizeBytes: inflated.sizeBytes,
    sha256: inflated.sha256,
    source,
    archive: inner === null || type.mismatch ? null : await walkInside(walk, depth + 1)(type.fileType, inner),
  };
}
