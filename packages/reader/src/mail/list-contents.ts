import { decodeWords } from "postal-mime";
import { isText, readText } from "./body-part.ts";
import { chooseBody, type MailText } from "./choose-body.ts";
import { type MailPart, parseMessage } from "./parse-message.ts";
import { readCalendar } from "./read-calendar.ts";

/** Signed parts within signed parts. */
const SEALS_MAX = 5;

export interface MailAttachment {
  readonly name: string;
  readonly mediaType: string;
  /** An image that the text of the mail shows. */
  readonly inline: boolean;
  /** Null where it cannot be taken out. */
  content(): Buffer | null;
}

/** A part that should be text and cannot be read: `because` ends a sentence. */
export interface UnreadPart {
  readonly because: string;
  readonly encrypted: boolean;
}

export interface MailContents {
  /** What a mail program shows as the text, in order. */
  readonly bodies: readonly (MailText | UnreadPart)[];
  readonly attachments: readonly MailAttachment[];
}

/** What a message holds: its own text, and the files with it. What is inside other messages is theirs. */
export async function listContents(message: MailPart): Promise<MailContents> {
  const bodies: (MailText | UnreadPart)[] = [];
  const attachments: MailAttachment[] = [];
  const unread = (because: string, encrypted = false) => void bodies.push({ because, encrypted });

  const visit = async (part: MailPart, seals: number, shown: boolean): Promise<void> => {
    const { mediaType } = part;
    if (part.broken) unread("its parts cannot be told apart: open it in a mail program and save it again");
    else if (mediaType === "multipart/encrypted") unread(ENCRYPTED, true);
    else if (mediaType === "multipart/alternative") {
      const { text, rest } = chooseBody(part);
      if (text) bodies.push(text);
      for (const other of rest) await visit(other.part, seals, other.shown);
    } else if (mediaType.startsWith("multipart/")) {
      const related = shown || mediaType === "multipart/related";
      for (const inner of part.parts) await visit(inner, seals, related);
    } else if (isSealed(part)) {
      const opened = seals < SEALS_MAX ? await open(part.content()) : null;
      if (opened?.signed) await visit(parseMessage(opened.signed), seals + 1, shown);
      else if (opened?.encrypted) unread(ENCRYPTED, true);
      else unread("its signed content cannot be opened: upload its text and its attachments");
    } else if (mediaType === "message/partial") {
      unread("it is one piece of a message that was sent in several: upload the whole message");
    } else if (mediaType === "text/calendar" && part.disposition.value !== "attachment") {
      const { text, unsure } = readText(part);
      bodies.push({ plain: readCalendar(text), html: null, unsure });
    } else if (isBody(part, message)) bodies.push(readBody(part));
    else if (!NOTES.has(mediaType)) attachments.push(toAttachment(part, attachments.length + 1, shown));
  };
  await visit(message, 0, false);
  return { bodies, attachments };
}

const ENCRYPTED = "it is encrypted: open it in a mail program, and upload its text and its attachments";

// Loaded only where it is needed, so that a process is ready at once.
async function open(bytes: Buffer) {
  const { openSealed } = await import("./open-sealed.ts");
  return openSealed(bytes);
}

function isSealed({ mediaType }: MailPart): boolean {
  return mediaType === "application/pkcs7-mime" || mediaType === "application/x-pkcs7-mime";
}

/** What mail systems write for each other. */
const NOTES = new Set([
  "text/rfc822-headers",
  "text/x-amp-html",
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
  "application/pgp-signature",
  "application/pgp-keys",
]);

/** A text without a name is what the mail says; one with a name is a file. */
function isBody(part: MailPart, message: MailPart): boolean {
  if (!isText(part) || part.disposition.value === "attachment") return false;
  return part === message || nameOf(part) === null;
}

function readBody(part: MailPart): MailText {
  const { text, unsure } = readText(part);
  return part.mediaType === "text/html" ? { plain: null, html: text, unsure } : { plain: text, html: null, unsure };
}

function nameOf({ type, disposition }: MailPart): string | null {
  return disposition.parameters.get("filename") ?? type.parameters.get("name") ?? null;
}

function toAttachment(part: MailPart, number: number, shown: boolean): MailAttachment {
  const { mediaType, disposition, headers } = part;
  const inText = shown || headers.has("content-id") || disposition.value === "inline";
  return {
    name: nameOf(part) ?? nameFor(part, number),
    mediaType,
    inline: mediaType.startsWith("image/") && disposition.value !== "attachment" && inText,
    content: () => part.content(),
  };
}

/** A name for what has none, with the extension that its media type represents. */
function nameFor(part: MailPart, number: number): string {
  if (part.mediaType === "message/rfc822") {
    const subject = decodeWords(parseMessage(part.content()).headers.get("subject") ?? "").trim();
    if (subject !== "") return `${subject.replace(/[/\\]/g, "-").slice(0, 150)}.eml`;
  }
  const extension = EXTENSIONS[part.mediaType];
  return extension ? `attachment-${number}.${extension}` : `attachment-${number}`;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  "message/rfc822": "eml",
  "message/global": "eml",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/x-tar": "tar",
  "application/mbox": "mbox",
  "application/epub+zip": "epub",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/json": "json",
  "application/xml": "xml",
  "text/xml": "xml",
  "application/yaml": "yaml",
  "application/rtf": "rtf",
  "text/rtf": "rtf",
  "application/vnd.ms-outlook": "msg",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "text/plain": "txt",
  "text/html": "html",
  "text/csv": "csv",
  "text/markdown": "md",
  "text/calendar": "ics",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/tiff": "tiff",
  "image/webp": "webp",
  "image/gif": "gif",
};
