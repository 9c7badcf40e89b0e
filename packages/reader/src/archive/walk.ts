import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { AssayError, type Container, type FileType, formatOfExtension, isContainer } from "@assay/contract";
import { detectFileType, splitExtension } from "@assay/contract/file-type";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { ArchiveLimits } from "../extraction.ts";
import type { TakenSoFar, WalkedMember } from "../messages.ts";
import type { InflatedEntry } from "./inflate-entry.ts";

/** Directories and inner archives do not count as files, but reading them is not free. */
const ENTRIES_PER_FILE_MAX = 10;

/** As often as all bytes of a tree may be taken out for nothing before no more is. */
const LOST_FACTOR = 2;

export interface Walk {
  readonly spoolDir: string;
  readonly limits: ArchiveLimits;
  readonly progress: () => void;
  /** Walks an archive in another one; null where it is damaged. */
  readonly walkInner: (walk: Walk, fileType: Container, path: string, depth: number) => Promise<WalkedMember[] | null>;
  readonly taken: { -readonly [Count in keyof TakenSoFar]: number };
}

/** Counts the entries of an archive before any work is done. */
export function chargeEntries({ taken, limits }: Walk, entries: readonly { name: string; directory: boolean }[]): void {
  taken.entries += entries.length;
  taken.files += entries.filter(({ directory, name }) => !directory && !isArchive(name)).length;
  if (taken.files > limits.filesMax) throw limitExceeded("files", limits.filesMax);
  const entriesMax = limits.filesMax * ENTRIES_PER_FILE_MAX;
  if (taken.entries > entriesMax) throw limitExceeded("entries", entriesMax);
}

export function chargeBytes({ taken, limits }: Walk, count: number): void {
  taken.bytes += count;
  if (taken.bytes > limits.bytesMax) throw limitExceeded("bytes", limits.bytesMax);
}

/** Counts what is inside a document before it is looked at; false, and it is not counted, where no limit has room for it. */
export function takeEntry({ taken, limits }: Walk): boolean {
  const { files, entries, bytes, lost } = taken;
  if (files >= limits.filesMax || entries >= limits.filesMax * ENTRIES_PER_FILE_MAX) return false;
  if (bytes >= limits.bytesMax || lost > limits.bytesMax * LOST_FACTOR) return false;
  taken.entries += 1;
  return true;
}

/** The same of the bytes that it has. */
export function takeBytes({ taken, limits }: Walk, count: number): boolean {
  const fits = taken.bytes + count <= limits.bytesMax;
  if (fits) taken.bytes += count;
  else taken.lost += count;
  return fits;
}

function isArchive(name: string): boolean {
  return isContainer(formatOfExtension(splitExtension(name).extension)?.type ?? "");
}

/** A new file in the folder of the walk. */
export function spoolPath({ spoolDir }: Walk): string {
  return join(spoolDir, `inner-${randomUUID()}`);
}

/** A supported extension whose bytes say something else is a mismatch; any other extension is not supported. */
export function judgeType(
  filename: string,
  sample: Pick<InflatedEntry, "head" | "tail" | "sizeBytes">,
): { fileType: FileType; mismatch: boolean } | null {
  const { head, tail, sizeBytes } = sample;
  try {
    return { fileType: detectFileType({ filename, head, tail, sizeBytes }), mismatch: false };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const named = error.details?.named as FileType | null | undefined;
    return named ? { fileType: named, mismatch: true } : null;
  }
}

export function limitExceeded(what: string, max: number): ExtractionFailure {
  return new ExtractionFailure(
    "ARCHIVE_LIMIT_EXCEEDED",
    `Cannot read the archive because it has too many ${what}: at most ${max} are allowed`,
  );
}
