import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import type { MailAttachment } from "../mail/list-contents.ts";
import { MAIL_BYTES_MAX } from "../mail/mail-bytes-max.ts";
import { readMail } from "../mail/read-mail.ts";
import { isTnef } from "../mail/tnef.ts";
import type { WalkedMember } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { HEAD_BYTES, TAIL_BYTES } from "./inflate-entry.ts";
import { chargeBytes, chargeEntries, judgeType, spoolPath, type Walk } from "./walk.ts";

/** Smaller images in a text are logos and lines. */
const INLINE_BYTES_MIN = 10_000;

/** Walks what is inside a member: its own members, or `null` if it has none to walk. */
type WalkInner = (fileType: string, path: string) => Promise<WalkedMember[] | null>;

/** The files with a mail; a mail without any is no level. `null` for such a mail, and for one too long to be parted. */
export async function walkMail(
  walk: Walk,
  { fileType, path }: { fileType: "eml" | "msg"; path: string },
  inner: WalkInner,
  beginLevel: () => void,
): Promise<WalkedMember[] | null> {
  if ((await stat(path)).size > MAIL_BYTES_MAX) return null;
  const attachments = await listAttachments(fileType, await readFile(path));
  if (attachments.length === 0) return null;
  beginLevel();
  chargeEntries(walk, attachments);
  const shown = new Set<string>();
  const members: WalkedMember[] = [];
  for (const attachment of attachments) {
    walk.progress();
    const member = await walkAttachment(walk, attachment, shown, inner);
    if (member) members.push(member);
  }
  return members;
}

/** None of a message that cannot be read: its own reading says why. */
async function listAttachments(fileType: "eml" | "msg", bytes: Uint8Array): Promise<readonly MailAttachment[]> {
  try {
    return (await readMail(fileType, bytes)).attachments;
  } catch {
    return [];
  }
}

async function walkAttachment(
  walk: Walk,
  attachment: MailAttachment,
  shown: Set<string>,
  inner: WalkInner,
): Promise<WalkedMember | null> {
  const name = cleanEntryName(attachment.name);
  const content = attachment.content();
  if (!content) return { kind: "skipped", name, reason: "CORRUPT" };
  chargeBytes(walk, content.length);
  if (content.length === 0) return { kind: "skipped", name, reason: "EMPTY" };
  const sha256 = createHash("sha256").update(content).digest("hex");
  if (attachment.inline) {
    // An image may be shown at several places of one text.
    if (shown.has(sha256)) return null;
    shown.add(sha256);
    if (content.length < INLINE_BYTES_MIN) return { kind: "skipped", name, reason: "INLINE_IMAGE" };
  }
  const sizeBytes = content.length;
  const sample = { head: content.subarray(0, HEAD_BYTES), tail: content.subarray(-TAIL_BYTES), sizeBytes };
  const type = isTnef(attachment) ? null : judgeType(name, sample);
  if (!type) return { kind: "skipped", name, reason: "UNSUPPORTED_FILE_TYPE" };
  const path = spoolPath(walk);
  await writeFile(path, content, { mode: 0o600 });
  const source = { path, start: 0, compressedBytes: sizeBytes, deflated: false };
  const archive = type.mismatch ? null : await inner(type.fileType, path);
  return { kind: "file", name, ...type, sizeBytes, sha256, source, archive };
}
