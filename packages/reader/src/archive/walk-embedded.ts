import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { type Container, type FileType, isContainer, mayEmbedFiles } from "@assay/contract";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { contentOf, type EmbeddedFile } from "../embedded/embedded-file.ts";
import { OPENED_BYTES_MAX, openEmbeddedFiles } from "../embedded/open-embedded-files.ts";
import type { MemberSource, WalkedMember } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { freeBytes, HEAD_BYTES, TAIL_BYTES } from "./inflate-entry.ts";
import { judgeType, spoolPath, takeBytes, takeEntry, type Walk } from "./walk.ts";

/** Smaller images in a text are logos and lines. */
const INLINE_BYTES_MIN = 10_000;
/** Of the files that the walk of a document omits. */
const NAMED_MAX = 100;

interface HoldingFile {
  readonly fileType: FileType;
  readonly path: string;
  /** The level of the files inside. */
  readonly depth: number;
}

/** The files inside a document. Those beyond a limit are omitted and named: its own text may be fine. */
export async function walkEmbedded(walk: Walk, { fileType, path, depth }: HoldingFile): Promise<WalkedMember[]> {
  if ((await stat(path)).size > OPENED_BYTES_MAX) return [];
  const file = await readFile(path);
  await using embedded = await openEmbeddedFiles(fileType, new Uint8Array(file.buffer, file.byteOffset, file.length));
  if (embedded.files.length === 0) freeBytes(file);
  const shown = new Set<string>();
  const members: WalkedMember[] = [];
  const omitted: string[] = [];
  for (const each of embedded.files) {
    walk.progress();
    const isTaken = depth <= walk.limits.depthMax && takeEntry(walk);
    const member = isTaken ? await walkFile(walk, each, { shown, depth }) : null;
    if (!isTaken) omitted.push(each.name);
    else if (member) members.push(member);
  }
  return [...members, ...nameOmitted(omitted)];
}

function nameOmitted(names: readonly string[]): WalkedMember[] {
  const named = names.slice(0, NAMED_MAX).map(cleanEntryName);
  if (names.length > named.length) named.push(`and ${names.length - named.length} more`);
  return named.map((name) => ({ kind: "skipped", name, reason: "OVER_LIMIT" }));
}

async function walkFile(
  walk: Walk,
  embedded: EmbeddedFile,
  { shown, depth }: { shown: Set<string>; depth: number },
): Promise<WalkedMember | null> {
  const name = cleanEntryName(embedded.name);
  const content = await contentOf(embedded);
  if (!content) return { kind: "skipped", name, reason: "CORRUPT" };
  if (!takeBytes(walk, content.length)) return { kind: "skipped", name, reason: "OVER_LIMIT" };
  if (content.length === 0) return { kind: "skipped", name, reason: "EMPTY" };
  const sha256 = createHash("sha256").update(content).digest("hex");
  if (embedded.inline) {
    // An image may be shown at several places of one text.
    if (shown.has(sha256)) return null;
    shown.add(sha256);
    if (content.length < INLINE_BYTES_MIN) return { kind: "skipped", name, reason: "INLINE_IMAGE" };
  }
  const sizeBytes = content.length;
  const sample = { head: content.subarray(0, HEAD_BYTES), tail: content.subarray(-TAIL_BYTES), sizeBytes };
  const type = judgeType(name, sample);
  if (!type) return { kind: "skipped", name, reason: "UNSUPPORTED_FILE_TYPE" };
  // Objects in a format that is not read count as entries alone: a text may have a thousand equations.
  if (!isContainer(type.fileType)) walk.taken.files += 1;
  const path = spoolPath(walk);
  await writeFile(path, content, { mode: 0o600 });
  const source = { path, start: 0, compressedBytes: sizeBytes, deflated: false };
  const file = { kind: "file", name, ...type, sizeBytes, sha256, source } as const;
  if (type.mismatch) return { ...file, archive: null, inside: null };
  if (!isContainer(type.fileType))
    return { ...file, archive: null, inside: mayEmbedFiles(type.fileType) ? { path, depth: depth + 1 } : null };
  const archive = await walkInnerArchive(walk, type.fileType, source, depth + 1);
  return archive === "OVER_LIMIT" ? { kind: "skipped", name, reason: archive } : { ...file, archive, inside: null };
}

/** An archive that a limit has no room for is omitted whole. */
async function walkInnerArchive(
  walk: Walk,
  fileType: Container,
  { path, compressedBytes }: MemberSource,
  depth: number,
): Promise<WalkedMember[] | null | "OVER_LIMIT"> {
  const before = { ...walk.taken };
  try {
    return await walk.walkInner(walk, fileType, path, depth);
  } catch (error) {
    if (!(error instanceof ExtractionFailure)) throw error;
    const bytes = before.bytes - compressedBytes;
    Object.assign(walk.taken, before, { bytes, lost: before.lost + walk.taken.bytes - bytes });
    return "OVER_LIMIT";
  }
}
