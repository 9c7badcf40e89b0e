import { join } from "node:path";
import { AssayError, type FileType } from "@assay/contract";
import { detectFileType } from "@assay/contract/file-type";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { ArchiveLimits } from "../extraction.ts";
import type { InflatedEntry } from "./inflate-entry.ts";

/** Directories and inner archives do not count as files, but reading them is not free. */
const ENTRIES_PER_FILE_MAX = 10;

/** What counts over a whole tree. */
export interface Walk {
  readonly spoolDir: string;
  readonly limits: ArchiveLimits;
  readonly progress: () => void;
  files: number;
  entries: number;
  bytes: number;
  spooled: number;
}

/** Counts before any work is done. */
export function chargeEntries(walk: Walk, entries: readonly { name: string; directory?: boolean }[]): void {
  walk.entries += entries.length;
  walk.files += entries.filter(({ directory, name }) => !directory && !/\.zip$/i.test(name)).length;
  if (walk.files > walk.limits.filesMax) throw limitExceeded("files", walk.limits.filesMax);
  const entriesMax = walk.limits.filesMax * ENTRIES_PER_FILE_MAX;
  if (walk.entries > entriesMax) throw limitExceeded("entries", entriesMax);
}

export function chargeBytes(walk: Walk, count: number): void {
  walk.bytes += count;
  if (walk.bytes > walk.limits.bytesMax) throw limitExceeded("bytes", walk.limits.bytesMax);
}

/** A new file in the folder of the walk. */
export function spoolPath(walk: Walk): string {
  return join(walk.spoolDir, `inner-${walk.spooled++}`);
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
