import { isContainer } from "./containers.ts";

/** How a format's bytes are told: by what they begin with, by the parts of a ZIP, or, being text, by the name alone. */
type Bytes =
  | { readonly in: "pdf" }
  /** What the first bytes are, as latin1. */
  | { readonly in: "image"; readonly begins: RegExp }
  | { readonly in: "text" }
  | { readonly in: "rtf" }
  /** An older Office file: the names of streams of which it has one. */
  | { readonly in: "compound"; readonly streams: readonly string[] }
  /** The main part of an Office package, and its folder where the part has another name. */
  | { readonly in: "office"; readonly part: RegExp; readonly folder: string }
  /** A ZIP whose first entry says what it is; books are packed so, too. */
  | { readonly in: "opendocument"; readonly mimetype: string }
  | { readonly in: "zip" }
  | { readonly in: "tar" }
  /** Mails one after another: what the first line is. */
  | { readonly in: "mbox"; readonly begins: RegExp };

export interface Format {
  readonly type: string;
  /** What people call it. */
  readonly label: string;
  /** Without the dot; the first is the usual one. */
  readonly extensions: readonly [string, ...string[]];
  readonly bytes: Bytes;
  /** What servers say of it, where the bytes cannot tell. */
  readonly mediaTypes?: readonly string[];
  /** A message: evidence by its own text, and a parent by the files with it. */
  readonly message?: true;
}

/**
 * The formats that are read, once: detection, the wire's file types, upload dialogs and the docs are made from it. A new
 * one is a row here, and a reader in `packages/reader`.
 */
export const FORMATS = [
  { type: "pdf", label: "PDF", extensions: ["pdf"], bytes: { in: "pdf" } },
  {
    type: "docx",
    label: "Word",
    extensions: ["docx"],
    bytes: { in: "office", part: /^\/?word\/document\d*\.xml$/, folder: "word" },
  },
  {
    type: "xlsx",
    label: "Excel",
    extensions: ["xlsx"],
    bytes: { in: "office", part: /^\/?xl\/workbook\d*\.xml$/, folder: "xl" },
  },
  {
    type: "pptx",
    label: "PowerPoint",
    extensions: ["pptx"],
    bytes: { in: "office", part: /^\/?ppt\/presentation\d*\.xml$/, folder: "ppt" },
  },
  {
    type: "odt",
    label: "OpenDocument text",
    extensions: ["odt"],
    bytes: { in: "opendocument", mimetype: "application/vnd.oasis.opendocument.text" },
  },
  {
    type: "ods",
    label: "OpenDocument spreadsheet",
    extensions: ["ods"],
    bytes: { in: "opendocument", mimetype: "application/vnd.oasis.opendocument.spreadsheet" },
  },
  {
    type: "epub",
    label: "EPUB",
    extensions: ["epub"],
    bytes: { in: "opendocument", mimetype: "application/epub+zip" },
  },
  { type: "csv", label: "CSV", extensions: ["csv", "tsv"], bytes: { in: "text" }, mediaTypes: ["text/csv"] },
  { type: "txt", label: "text", extensions: ["txt", "ics"], bytes: { in: "text" }, mediaTypes: ["text/plain"] },
  {
    type: "md",
    label: "Markdown",
    extensions: ["md", "markdown"],
    bytes: { in: "text" },
    mediaTypes: ["text/markdown"],
  },
  {
    type: "html",
    label: "HTML",
    extensions: ["html", "htm"],
    bytes: { in: "text" },
    mediaTypes: ["text/html", "application/xhtml+xml"],
  },
  {
    type: "eml",
    label: "e-mail",
    extensions: ["eml"],
    bytes: { in: "text" },
    mediaTypes: ["message/rfc822"],
    message: true,
  },
  {
    type: "png",
    label: "PNG",
    extensions: ["png"],
    bytes: { in: "image", begins: /^\x89PNG\r\n/ },
    mediaTypes: ["image/png"],
  },
  {
    type: "jpg",
    label: "JPEG",
    extensions: ["jpg", "jpeg"],
    bytes: { in: "image", begins: /^\xff\xd8\xff/ },
    mediaTypes: ["image/jpeg"],
  },
  {
    type: "tiff",
    label: "TIFF",
    extensions: ["tiff", "tif"],
    bytes: { in: "image", begins: /^(?:II\*\0|MM\0\*|II\+\0|MM\0\+)/ },
    mediaTypes: ["image/tiff"],
  },
  {
    type: "webp",
    label: "WebP",
    extensions: ["webp"],
    bytes: { in: "image", begins: /^RIFF[\s\S]{4}WEBP/ },
    mediaTypes: ["image/webp"],
  },
  {
    type: "msg",
    label: "Outlook message",
    extensions: ["msg"],
    bytes: { in: "compound", streams: ["__substg1.0", "__properties_version1.0"] },
    message: true,
  },
  {
    type: "json",
    label: "JSON",
    extensions: ["json", "ndjson", "jsonl", "sarif", "cklb", "tfplan"],
    bytes: { in: "text" },
    mediaTypes: ["application/json", "application/x-ndjson"],
  },
  {
    type: "yaml",
    label: "YAML",
    extensions: ["yaml", "yml"],
    bytes: { in: "text" },
    mediaTypes: ["application/yaml", "application/x-yaml", "text/yaml"],
  },
  {
    type: "xml",
    label: "XML",
    extensions: ["xml", "nessus", "ckl"],
    bytes: { in: "text" },
    mediaTypes: ["application/xml", "text/xml"],
  },
  { type: "log", label: "log", extensions: ["log"], bytes: { in: "text" } },
  { type: "rtf", label: "rich text", extensions: ["rtf"], bytes: { in: "rtf" } },
  {
    type: "xls",
    label: "Excel 97-2003",
    extensions: ["xls"],
    bytes: { in: "compound", streams: ["Workbook", "Book"] },
  },
  {
    type: "mbox",
    label: "mailbox",
    extensions: ["mbox"],
    bytes: { in: "mbox", begins: /^From [^\r\n]{0,500}\r?\n(?:>From [^\r\n]{0,500}\r?\n)?[!-9;-~]{1,100}:/ },
  },
  { type: "tar", label: "TAR", extensions: ["tar", "tar.gz", "tgz"], bytes: { in: "tar" } },
  { type: "zip", label: "ZIP", extensions: ["zip"], bytes: { in: "zip" } },
] as const satisfies readonly Format[];

type TypesOf<F extends readonly { readonly type: string }[]> = { readonly [I in keyof F]: F[I]["type"] };

export const FILE_TYPES = FORMATS.map(({ type }) => type) as unknown as TypesOf<typeof FORMATS>;
export type FileType = (typeof FORMATS)[number]["type"];

const rows: readonly (Format & { readonly type: FileType })[] = FORMATS;

const MESSAGES: ReadonlySet<string> = new Set(rows.filter(({ message }) => message).map(({ type }) => type));

/** Whether files of this type are messages, whose attachments are documents of their own. */
export function isMessage(type: FileType): boolean {
  return MESSAGES.has(type);
}

const EMBEDDING: ReadonlySet<Format["bytes"]["in"]> = new Set(["pdf", "office", "compound"]);

/** Whether documents of this type may have files inside, which become documents of their own. */
export function mayEmbedFiles(type: FileType): boolean {
  return isMessage(type) || rows.some((row) => row.type === type && EMBEDDING.has(row.bytes.in));
}

/** The formats that are evidence themselves. */
export const DOCUMENT_FORMATS = rows.filter(({ type }) => !isContainer(type));

/** The archives of such. */
export const CONTAINER_FORMATS = rows.filter(({ type }) => isContainer(type));

/** Those with a text of their own: the words of the others are read from an image. */
export const WRITTEN_FORMATS = DOCUMENT_FORMATS.filter(({ bytes }) => bytes.in !== "image");

type ImageFormat = Extract<(typeof FORMATS)[number], { bytes: { in: "image" } }>;
export const IMAGE_FORMATS = FORMATS.filter((format): format is ImageFormat => format.bytes.in === "image");

/** The format of an extension, without the dot and in lower case; undefined for an unknown one. */
export function formatOfExtension(extension: string): (typeof rows)[number] | undefined {
  return rows.find(({ extensions }) => extensions.includes(extension));
}

/** `.pdf,.docx,…`: what a file dialog offers. */
export function acceptOf(formats: readonly Format[]): string {
  return formats.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)).join();
}

/** UTF-16 code units of one segment of a document at most: a longer section comes as several. */
export const SEGMENT_LENGTH_MAX = 50_000;

/** Languages whose words are looked for in images, by the names of Tesseract's data; the first is tried first. */
export const OCR_LANGUAGES = ["eng", "deu", "fra", "spa", "ita", "por", "nld"] as const;
