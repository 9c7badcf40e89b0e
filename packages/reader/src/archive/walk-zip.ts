import { type FileHandle, open } from "node:fs/promises";
import type { ZipEntry } from "@assay/contract/file-type";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { WalkedMember } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { inflateEntry } from "./inflate-entry.ts";
import { isSystemFile, mayHold, nameMember } from "./judge-member.ts";
import { findDataStart, readEntries } from "./read-container.ts";
import { chargeBytes, chargeEntries, spoolPath, type Walk } from "./walk.ts";

const STORED = 0;
const DEFLATED = 8;

/**
 * An archive and those in it; null where its directory is damaged. Throws ExtractionFailure ARCHIVE_LIMIT_EXCEEDED. The
 * files inside its documents are left for later: those of one document must not be the end of the others.
 */
export async function walkZip(walk: Walk, path: string, depth: number): Promise<WalkedMember[] | null> {
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
  if (isSystemFile(name)) return skip("SYSTEM_FILE");
  if (entry.special) return skip("SPECIAL_FILE");
  if (entry.encrypted) return skip("ENCRYPTED");
  if (start === null) return skip("CORRUPT");
  if (entry.method !== STORED && entry.method !== DEFLATED) return skip("UNSUPPORTED_FILE_TYPE");

  const source = { path, start, compressedBytes: entry.compressedBytes, deflated: entry.method === DEFLATED };
  const inner = mayHold(name) ? spoolPath(walk) : null;
  const inflated = await inflateEntry(handle, entry, source, {
    copyTo: inner,
    onBytes(count) {
      chargeBytes(walk, count);
      walk.progress();
    },
  });
  return nameMember(walk, { name, source, inner, depth }, inflated);
}
