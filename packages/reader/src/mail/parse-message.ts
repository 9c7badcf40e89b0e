import { decodeTransfer } from "./decode-transfer.ts";
import { type ContentField, type Headers, parseContentField, parseHeaders } from "./parse-headers.ts";

const LEVELS_MAX = 20;
const PARTS_MAX = 5000;

/** A part of a message, or the message itself. */
export interface MailPart {
  readonly headers: Headers;
  /** In lower case, such as `text/plain`. */
  readonly mediaType: string;
  readonly type: ContentField;
  readonly disposition: ContentField;
  /** Of a multipart. */
  readonly parts: readonly MailPart[];
  /** Whether it is a multipart whose parts could not be distinguished, or were too many. */
  readonly broken: boolean;
  /** The bytes below the headers, decoded; of a multipart those that are written. */
  content(): Buffer;
}

/** Parts a message by its MIME headers. Never throws: what is not well formed is one part. */
export function parseMessage(bytes: Uint8Array): MailPart {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return parsePart(skipMailboxLine(whole), { parts: 0 }, { level: 0, defaultType: "text/plain" });
}

/** Programs that keep mails in one file begin each with a line of their own. */
function skipMailboxLine(bytes: Buffer): Buffer {
  if (!/^From +[^\s:]/.test(bytes.subarray(0, 100).toString("latin1"))) return bytes;
  const end = bytes.indexOf(10);
  return end < 0 ? bytes : bytes.subarray(end + 1);
}

interface Place {
  readonly level: number;
  readonly defaultType: string;
}

function parsePart(bytes: Buffer, count: { parts: number }, { level, defaultType }: Place): MailPart {
  count.parts += 1;
  const split = splitAtBlankLine(bytes);
  const headers = parseHeaders(bytes.subarray(0, split.headersEnd));
  const body = bytes.subarray(split.bodyStart);
  const written = headers.get("content-type");
  const type = parseContentField(written ?? defaultType);
  const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(type.value) ? type.value : "text/plain";
  const boundary = boundaryOf(mediaType, type, body);
  const part = { headers, type, disposition: parseContentField(headers.get("content-disposition") ?? "") };
  if (boundary === undefined) {
    const content = () => decodeTransfer(body, headers.get("content-transfer-encoding") ?? "");
    return { ...part, mediaType, parts: [], broken: mediaType.startsWith("multipart/") && !isBlank(body), content };
  }
  const inner: Place = {
    level: level + 1,
    defaultType: mediaType === "multipart/digest" ? "message/rfc822" : "text/plain",
  };
  const parts: MailPart[] = [];
  let broken = level >= LEVELS_MAX;
  for (const piece of broken ? [] : splitAtBoundary(body, boundary)) {
    broken ||= count.parts >= PARTS_MAX;
    if (broken) break;
    parts.push(parsePart(piece, count, inner));
  }
  const multipart = mediaType.startsWith("multipart/") ? mediaType : "multipart/mixed";
  return { ...part, mediaType: multipart, parts, broken, content: () => body };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= 0x20);
}

function splitAtBlankLine(bytes: Buffer): { headersEnd: number; bodyStart: number } {
  if (bytes[0] === 10) return { headersEnd: 0, bodyStart: 1 };
  if (bytes[0] === 13 && bytes[1] === 10) return { headersEnd: 0, bodyStart: 2 };
  const ends = ["\r\n\r\n", "\n\n", "\n\r\n"]
    .map((mark) => ({ at: bytes.indexOf(mark, 0, "latin1"), length: mark.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const [end] = ends;
  return end
    ? { headersEnd: end.at, bodyStart: end.at + end.length }
    : { headersEnd: bytes.length, bodyStart: bytes.length };
}

const SAYS_MULTIPART = /^\s*(?:--|this is a (?:cryptographically signed )?(?:multi-?part )?message in mime format)/i;

/** What parts the body: as its header says, else as the body itself shows. Undefined where it has no parts. */
function boundaryOf(mediaType: string, type: ContentField, body: Buffer): string | undefined {
  const multipart = mediaType.startsWith("multipart/");
  const named = multipart ? type.parameters.get("boundary") : undefined;
  if (named && findBoundary(body, named, 0)) return named;
  const beginning = body.subarray(0, 8192).toString("latin1");
  if (!multipart && (mediaType !== "text/plain" || !SAYS_MULTIPART.test(beginning))) return undefined;
  return /^--(\S[^\r\n]{0,200}?)[ \t]*\r?\nContent-[\w-]+:/im.exec(beginning)?.[1];
}

function splitAtBoundary(body: Buffer, boundary: string): Buffer[] {
  const pieces: Buffer[] = [];
  let open = findBoundary(body, boundary, 0);
  while (open && !open.last) {
    const next = findBoundary(body, boundary, open.end);
    pieces.push(body.subarray(open.end, next ? lineBreakBefore(body, next.start) : body.length));
    open = next;
  }
  return pieces;
}

/** The next line that is the boundary and nothing else. */
function findBoundary(body: Buffer, boundary: string, from: number) {
  const mark = Buffer.from(`--${boundary}`, "latin1");
  for (let at = body.indexOf(mark, from); at >= 0; at = body.indexOf(mark, at + 1)) {
    if (at > 0 && body[at - 1] !== 10) continue;
    const line = body.indexOf(10, at);
    const end = line < 0 ? body.length : line + 1;
    const rest = body.subarray(at + mark.length, Math.min(end, at + mark.length + 200)).toString("latin1");
    if (/^(?:--)?\s*$/.test(rest)) return { start: at, end, last: rest.startsWith("--") };
  }
  return undefined;
}

/** The line break before a boundary is part of the boundary. */
function lineBreakBefore(body: Buffer, at: number): number {
  if (body[at - 1] !== 10) return at;
  return body[at - 2] === 13 ? at - 2 : at - 1;
}
