import { cleanEntryName } from "../archive/clean-entry-name.ts";
import { HEAD_BYTES, TAIL_BYTES } from "../archive/inflate-entry.ts";
import { judgeType } from "../archive/walk.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { contentOf, type EmbeddedFile, FILES_INSIDE } from "./embedded-file.ts";

const NAME_LENGTH_MAX = 80;
const NAMES_LENGTH_MAX = 160;
/** Of the warnings that a document may have. */
const WARNINGS_MAX = 6;
const FILES_MAX = 1000;

/** Names in warnings the files inside a document that become no documents of their own; `reachable`: some may. */
export async function warnOfUnread(
  sink: SegmentSink,
  list: () => readonly EmbeddedFile[] | Promise<readonly EmbeddedFile[]>,
  { reachable = true } = {},
): Promise<void> {
  if (!sink.opensFiles) return warnOf(sink, [FILES_INSIDE]);
  sink.files(true);
  const unread: string[] = [];
  for (const file of (await list()).slice(0, FILES_MAX)) {
    if (file.inline) continue;
    sink.progress();
    if (!reachable || !(await isRead(file))) unread.push(shortName(file.name));
  }
  sink.files(false);
  warnOf(sink, unread);
}

function warnOf(sink: SegmentSink, unread: readonly string[]): void {
  const groups = groupNames(unread);
  let left = unread.length;
  for (const [at, group] of groups.entries()) {
    const isLast = at === WARNINGS_MAX - 1;
    if (at >= WARNINGS_MAX) break;
    const more = isLast && left > group.length ? ` and ${left - group.length} more` : "";
    left -= group.length;
    sink.warn({
      code: "ATTACHMENT_NOT_READ",
      message: `Not read of what is inside the document: ${group.map((name) => `'${name}'`).join(", ")}${more}. Take the files out, save them in a format that is read, and upload them`,
    });
  }
}

async function isRead(file: EmbeddedFile): Promise<boolean> {
  const bytes = await contentOf(file);
  if (!bytes) return false;
  if (bytes.length === 0) return true;
  const sample = { head: bytes.subarray(0, HEAD_BYTES), tail: bytes.subarray(-TAIL_BYTES), sizeBytes: bytes.length };
  return judgeType(cleanEntryName(file.name), sample) !== null;
}

/** Its end, where the extension is. */
function shortName(name: string): string {
  const clean = cleanEntryName(name);
  return clean.length > NAME_LENGTH_MAX ? `…${clean.slice(1 - NAME_LENGTH_MAX)}` : clean;
}

function groupNames(names: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = 0;
  for (const name of names) {
    const last = groups.at(-1);
    length += name.length + 4;
    if (last && length <= NAMES_LENGTH_MAX) last.push(name);
    else {
      groups.push([name]);
      length = name.length + 4;
    }
  }
  return groups;
}
