import { AssayError } from "../errors.ts";
import { type FileType, FORMATS, type Format, formatOfExtension, IMAGE_FORMATS } from "../formats.ts";
import { adviseOnFile, isKnown } from "./advise-on-file.ts";
import { findStructure, isMailbox } from "./find-structure.ts";
import { findWideEncoding } from "./find-wide-encoding.ts";
import { listRootStreams } from "./list-root-streams.ts";
import { readZipDirectory } from "./read-zip-directory.ts";
import { splitExtension } from "./split-extension.ts";

const PDF_HEADER_WITHIN = 1024;
const MAGIC_BYTES = 16;

export interface FileSample {
  readonly filename: string;
  /** The first bytes, up to 64 KiB. */
  readonly head: Uint8Array;
  /** The last bytes, up to 4 MiB; may overlap `head`. */
  readonly tail: Uint8Array;
  readonly sizeBytes: number;
}

/**
 * The bytes decide, and the extension must agree. Throws AssayError UNSUPPORTED_FILE_TYPE, whose message says what
 * both are and what to do; `details.named` is the type that the extension represents, or null.
 */
export function detectFileType(sample: FileSample): FileType {
  const { extension } = splitExtension(sample.filename);
  const format = formatOfExtension(extension);
  const named = format?.type;
  const found = identify(sample, format);
  if (named && found === named) return named;
  // A name that says nothing leaves it to the bytes.
  const structure =
    found === "text" && !named && !isKnown(extension) ? findStructure(sample.head, isWhole(sample)) : null;
  if (structure) return structure;
  const advice = adviseOnFile({ extension, named, found });
  throw new AssayError(
    "UNSUPPORTED_FILE_TYPE",
    `Cannot accept '${sample.filename}' because ${whyNot({ extension, named, found })}: ${advice}`,
    { details: { extension, named: named ?? null, found, advice } },
  );
}

function isWhole({ head, sizeBytes }: FileSample): boolean {
  return head.length >= sizeBytes;
}

function whyNot({
  extension,
  named,
  found,
}: {
  extension: string;
  named: FileType | undefined;
  found: string;
}): string {
  const is = describe(found);
  if (named) return `the extension says '${extension}' and the bytes are ${is}`;
  if (extension === "") return `there is no extension and the bytes are ${is}`;
  if (found === extension || found === "binary") return `files of type '${extension}' are not read`;
  return `files with the extension '${extension}' are not read (its bytes are ${is})`;
}

/** What the bytes are, in a word; a text format cannot be told from its bytes, so the name settles which. */
function identify(sample: FileSample, named: Format | undefined): string {
  const { head, tail, sizeBytes } = sample;
  if (startsWith(head, "PK\x03\x04") || startsWith(head, "PK\x05\x06") || startsWith(head, "PK\x07\x08")) {
    return identifyZip(head, tail, sizeBytes, named);
  }
  if (startsWith(head, "\xd0\xcf\x11\xe0")) return identifyCompoundFile(sample, named);
  const pdfAt = indexOf(head.subarray(0, PDF_HEADER_WITHIN + 5), "%PDF-");
  if (pdfAt === 0 || (pdfAt > 0 && named?.type === "pdf")) return "pdf";
  const image = IMAGE_FORMATS.find(({ bytes }) => bytes.begins.test(latin1(head.subarray(0, MAGIC_BYTES))));
  if (image) return image.type;
  if (isTar(head) || (named?.type === "tar" && (startsWith(head, "\x1f\x8b") || isBareTar(head)))) return "tar";
  const binary = BINARY_FORMATS.find(([magic]) => startsWith(head, magic));
  if (binary) return binary[1];
  if (startsWith(head, "{\\rtf")) return "rtf";
  if (!isText(head) && !(named?.type === "html" && isDamagedPage(head))) return "binary";
  if (named?.type === "mbox" && isMailbox(latin1(head.subarray(0, 1024)))) return "mbox";
  return named?.bytes.in === "text" ? named.type : "text";
}

const TAR_BLOCK = 512;

/** By the mark in its first header. */
function isTar(head: Uint8Array): boolean {
  return startsWith(head.subarray(257), "ustar");
}

/** A tape archive of before that mark, by its checksum, or one without files. */
function isBareTar(head: Uint8Array): boolean {
  const block = head.subarray(0, TAR_BLOCK);
  if (block.length < TAR_BLOCK) return false;
  if (block.every((byte) => byte === 0)) return true;
  const stated = Number.parseInt(
    latin1(block.subarray(148, 156))
      .replace(/[\0 ]+$/, "")
      .trim(),
    8,
  );
  return stated === block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

const BINARY_FORMATS: readonly (readonly [magic: string, name: string])[] = [
  ["GIF8", "gif"],
  ["\x7fELF", "elf"],
  ["MZ", "exe"],
  ["Rar!\x1a", "rar"],
  ["7z\xbc\xaf\x27\x1c", "7z"],
  ["\x1f\x8b", "gzip"],
  ["BZh", "bzip2"],
  ["\xfd7zXZ", "xz"],
];

function identifyZip(head: Uint8Array, tail: Uint8Array, sizeBytes: number, named: Format | undefined): string {
  const mimetype = readMimetype(head);
  if (mimetype) return OPEN_DOCUMENTS.find(({ bytes }) => bytes.mimetype === mimetype)?.type ?? mimetype;
  const directory = readZipDirectory(tail, sizeBytes);
  if (!directory) return named && isPackage(named) ? named.type : "zip";
  const names = new Set(directory.entries.map((entry) => entry.name.replaceAll("\\", "/").toLowerCase()));
  if (names.has("[content_types].xml")) return identifyOfficePackage([...names]);
  if (names.has("content.xml") && names.has("meta-inf/manifest.xml"))
    return named?.bytes.in === "opendocument" ? named.type : "opendocument";
  if (names.has("meta-inf/container.xml") && names.has("mimetype")) return "epub";
  return "zip";
}

function isPackage({ bytes }: Format): boolean {
  switch (bytes.in) {
    case "office":
    case "opendocument":
    case "zip":
      return true;
    case "pdf":
    case "image":
    case "text":
    case "rtf":
    case "compound":
    case "tar":
    case "mbox":
      return false;
    default:
      return bytes satisfies never;
  }
}

const OFFICE = FORMATS.filter(({ bytes }) => bytes.in === "office") as readonly OfficeFormat[];
const OPEN_DOCUMENTS = FORMATS.filter(({ bytes }) => bytes.in === "opendocument") as readonly OpenDocumentFormat[];
const COMPOUND = FORMATS.filter(({ bytes }) => bytes.in === "compound") as readonly FormatIn<"compound">[];
type FormatIn<K extends Format["bytes"]["in"]> = Format & { readonly bytes: Extract<Format["bytes"], { in: K }> };
type OfficeFormat = FormatIn<"office">;
type OpenDocumentFormat = FormatIn<"opendocument">;

function identifyOfficePackage(names: readonly string[]): string {
  const main = OFFICE.find(({ bytes }) => names.some((name) => bytes.part.test(name)));
  if (main) return main.type;
  if (names.some((name) => name.endsWith("workbook.bin"))) return "xlsb";
  // The main part may have any name; its folder still tells.
  const inFolder = (name: string, { bytes }: OfficeFormat) => name.replace(/^\//, "").startsWith(`${bytes.folder}/`);
  const part = names.find((name) => name.endsWith(".xml") && OFFICE.some((format) => inFolder(name, format)));
  return (part && OFFICE.find((format) => inFolder(part, format))?.type) ?? "office package";
}

/** OpenDocument and EPUB put an uncompressed `mimetype` first. */
function readMimetype(head: Uint8Array): string | null {
  const text = latin1(head.subarray(0, 200));
  return /^PK[\s\S]{28}mimetype(application\/[\w.+-]+?)(?:PK|$)/.exec(text)?.[1] ?? null;
}

/** Files within it are below its root. Where what tells it is in no part that is known, its name decides. */
function identifyCompoundFile(sample: FileSample, named: Format | undefined): string {
  const root = listRootStreams(sample);
  const names = root?.names.map((name) => name.toLowerCase()) ?? [];
  const has = (stream: string) => names.some((name) => name.startsWith(stream.toLowerCase()));
  if (has("EncryptedPackage")) return named?.bytes.in === "office" ? named.type : "an encrypted Office file";
  if (has("WordDocument")) return "doc";
  if (has("PowerPoint Document")) return "ppt";
  const found = COMPOUND.find(({ bytes }) => bytes.streams.some(has));
  if (found) return found.type;
  return named?.bytes.in === "compound" && !root?.isWhole ? named.type : "an older Office format";
}

function isText(head: Uint8Array): boolean {
  const marks = ["\xff\xfe", "\xfe\xff", "\0\0\xfe\xff"];
  if (marks.some((mark) => startsWith(head, mark))) return true;
  if (!head.includes(0)) return !isScattered(head) || isUtf8(head);
  return findWideEncoding(head) !== null;
}

const DAMAGED_SHARE_MAX = 1 / 20;

/** Markup of which a few bytes were overwritten: a browser shows the rest. */
function isDamagedPage(head: Uint8Array): boolean {
  const odd = head.reduce((sum, byte) => sum + (byte > 0x7e || (byte < 0x20 && !MAY_BE_IN_TEXT.has(byte)) ? 1 : 0), 0);
  return (
    /^\s*<(?:!doctype|html|head|body)\b/i.test(latin1(head.subarray(0, 64))) && odd <= DAMAGED_SHARE_MAX * head.length
  );
}

/** Control characters that no text has but here and there: a tenth of bytes of any kind. Those that shift and erase aside. */
function isScattered(head: Uint8Array): boolean {
  let controls = 0;
  for (const byte of head) if ((byte < 0x20 && !MAY_BE_IN_TEXT.has(byte)) || byte === 0x7f) controls += 1;
  return controls > 2 && controls * 50 > head.length;
}

const MAY_BE_IN_TEXT: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x1b]);

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function describe(found: string): string {
  return found === "binary" ? "no supported format" : found === "text" ? "plain text" : `'${found}'`;
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return latin1(bytes.subarray(0, magic.length)) === magic;
}

function indexOf(bytes: Uint8Array, needle: string): number {
  const first = needle.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (latin1(bytes.subarray(at, at + needle.length)) === needle) return at;
  }
  return -1;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
