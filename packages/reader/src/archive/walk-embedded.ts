import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import type { FileType } from "@assay/contract";
import type { EmbeddedFile } from "../embedded/embedded-file.ts";
import { OPENED_BYTES_MAX, openEmbeddedFiles } from "../embedded/open-embedded-files.ts";
import type { WalkedMember } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { freeBytes, HEAD_BYTES, TAIL_BYTES } from "./inflate-entry.ts";
import { chargeBytes, chargeEntries, judgeType, spoolPath, type Walk } from "./walk.ts";

/** Smaller images in a text are logos and lines. */
const INLINE_BYTES_MIN = 10_000;

/** Walks what is inside a member: its own members, or `null` if it has none to walk. */
type WalkInner = (fileType: FileType, path: string) => Promise<WalkedMember[] | null>;

/** The files inside a document; one without any is no level. `null` for such a document. */
export async function walkEmbedded(
  walk: Walk,
  { fileType, path }: { fileType: FileType; path: string },
  inner: WalkInner,
  beginLevel: () => void,
): Promise<WalkedMember[] | null> {
  if ((await stat(path)).size > OPENED_BYTES_MAX) return null;
  const file = await readFile(path);
  await using embedded = await openEmbeddedFiles(fileType, new Uint8Array(file.buffer, file.byteOffset, file.length));
  if (embedded.files.length === 0) {
    freeBytes(file);
    return null;
  }
  beginLevel();
  chargeEntries(walk, embedded.files);
  const shown = new Set<string>();
  const members: WalkedMember[] = [];
  for (const each of embedded.files) {
    walk.progress();
    const member = await walkFile(walk, each, shown, inner);
    if (member) members.push(member);
  }
  return members;
}

async function walkFile(
  walk: Walk,
  embedded: EmbeddedFile,
  shown: Set<string>,
  inner: WalkInner,
): Promise<WalkedMember | null> {
  const name = cleanEntryName(embedded.name);
  const content = await embedded.content();
  if (!content) return { kind: "skipped", name, reason: "CORRUPT" };
  chargeBytes(walk, content.length);
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
  const path = spoolPath(walk);
  await writeFile(path, content, { mode: 0o600 });
  const source = { path, start: 0, compressedBytes: sizeBytes, deflated: false };
  const archive = type.mismatch ? null : await inner(type.fileType, path);
  return { kind: "file", name, ...type, sizeBytes, sha256, source, archive };
}
