import { createHash } from "node:crypto";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { decodeWords } from "postal-mime";
import { MAIL_BYTES_MAX } from "../mail/mail-bytes-max.ts";
import { parseMessage } from "../mail/parse-message.ts";
import type { WalkedMember } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { HEAD_BYTES, TAIL_BYTES } from "./inflate-entry.ts";
import { nameMember } from "./judge-member.ts";
import { chargeBytes, chargeEntries, spoolPath, type Walk } from "./walk.ts";

const PIECE_BYTES = 1024 * 1024;
/** Of the line between two mails and the header after it. */
const BORDER_BYTES_MAX = 1536;
const SUBJECT_LENGTH_MAX = 150;
const BORDER = /^From [^\r\n]{0,500}\r?\n(?:>From [^\r\n]{0,500}\r?\n)?[!-9;-~]{1,100}:/;

/** The mails of a mailbox, each a member of its own; null where it does not begin with one. Throws as `walkZip` does. */
export async function walkMbox(walk: Walk, path: string, depth: number): Promise<WalkedMember[] | null> {
  await using handle = await open(path);
  const { size } = await handle.stat();
  const starts = await findStarts(walk, handle, size);
  if (starts[0] !== 0) return null;
  const members: WalkedMember[] = [];
  for (const [at, start] of starts.entries()) {
    walk.progress();
    const range = { start, end: starts[at + 1] ?? size };
    members.push(await walkMail(walk, handle, { range, number: at + 1, depth }));
  }
  return members;
}

/** Where mails begin: at a line `From …` after an empty one, with a header below it. */
async function findStarts(walk: Walk, handle: FileHandle, size: number): Promise<number[]> {
  const starts: number[] = [];
  const piece = Buffer.alloc(PIECE_BYTES + BORDER_BYTES_MAX + 4);
  for (let from = 0; from < size; from += PIECE_BYTES) {
    walk.progress();
    // Four bytes before it tell whether the line above is empty.
    const before = Math.min(4, from);
    const { bytesRead } = await handle.read(
      piece,
      0,
      Math.min(piece.length, PIECE_BYTES + BORDER_BYTES_MAX + before),
      from - before,
    );
    const read = piece.subarray(0, bytesRead);
    for (let at = read.indexOf("From "); at >= 0 && at < PIECE_BYTES + before; at = read.indexOf("From ", at + 1)) {
      if (at < before || !isBorder(read, at, from + at - before)) continue;
      chargeEntries(walk, [{ name: "mail.eml", directory: false }]);
      starts.push(from + at - before);
    }
  }
  return starts;
}

function isBorder(piece: Buffer, at: number, place: number): boolean {
  const above = piece.subarray(Math.max(0, at - 4), at).toString("latin1");
  if (place > 0 && !/\n\r?\n$/.test(above)) return false;
  return BORDER.test(piece.subarray(at, at + BORDER_BYTES_MAX).toString("latin1"));
}

interface Mail {
  readonly range: { readonly start: number; readonly end: number };
  readonly number: number;
  readonly depth: number;
}

async function walkMail(
  walk: Walk,
  handle: FileHandle,
  { range: { start, end }, number, depth }: Mail,
): Promise<WalkedMember> {
  const label = String(number).padStart(4, "0");
  chargeBytes(walk, end - start);
  if (end - start > MAIL_BYTES_MAX) return { kind: "skipped", name: `${label}.eml`, reason: "OVER_LIMIT" };
  const written = Buffer.alloc(end - start);
  const { bytesRead } = await handle.read(written, 0, written.length, start);
  const bytes = unquote(written.subarray(0, bytesRead));
  const name = cleanEntryName(`${[label, subjectOf(bytes)].filter(Boolean).join(" ")}.eml`);
  const inner = spoolPath(walk);
  await writeFile(inner, bytes, { mode: 0o600 });
  const source = { path: inner, start: 0, compressedBytes: bytes.length, deflated: false };
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const ends = { head: bytes.subarray(0, HEAD_BYTES), tail: bytes.subarray(-TAIL_BYTES), sizeBytes: bytes.length };
  return nameMember(walk, { name, source, inner, depth }, { ...ends, sha256 });
}

/** The mail without the lines before it, and as it was before lines like that one in it were marked by `>`. */
function unquote(written: Buffer): Buffer {
  let mail = written.subarray(written.indexOf(10) + 1);
  if (mail.subarray(0, 6).toString("latin1") === ">From ") mail = mail.subarray(mail.indexOf(10) + 1);
  if (mail.indexOf("\n>") < 0) return mail;
  const text = mail.toString("latin1").replace(/^>(>*From )/gm, "$1");
  return text.length === mail.length ? mail : Buffer.from(text, "latin1");
}

function subjectOf(bytes: Buffer): string {
  const subject = decodeWords(parseMessage(bytes).headers.get("subject") ?? "");
  return subject
    .replace(/[/\\\s]+/g, " ")
    .trim()
    .slice(0, SUBJECT_LENGTH_MAX);
}
