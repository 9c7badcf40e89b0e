/** How a format's bytes are told: by what they begin with, by the parts of a ZIP, or, being text, by the name alone. */
type Bytes =
  | { readonly in: "pdf" }
  | { readonly in: "text" }
  /** The main part of an Office package, and its folder where the part has another name. */
  | { readonly in: "office"; readonly part: RegExp; readonly folder: string }
  | { readonly in: "opendocument"; readonly mimetype: string }
  | { readonly in: "zip" };

export interface Format {
  readonly type: string;
  /** What people call it. */
  readonly label: string;
  /** Without the dot; the first is the usual one. */
  readonly extensions: readonly [string, ...string[]];
  readonly bytes: Bytes;
  /** What servers say of it, where the bytes cannot tell. */
  readonly mediaTypes?: readonly string[];
  /** A container of documents, never evidence itself. */
  readonly container?: true;
}

/**
 * The formats that are read, once: detection, the wire's file types, upload dialogs and the docs are made from it. A new
 * one is a row here, and a reader in `adapters/extract`.
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
  { type: "csv", label: "CSV", extensions: ["csv"], bytes: { in: "text" }, mediaTypes: ["text/csv"] },
  { type: "txt", label: "text", extensions: ["txt"], bytes: { in: "text" }, mediaTypes: ["text/plain"] },
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
  { type: "eml", label: "e-mail", extensions: ["eml"], bytes: { in: "text" }, mediaTypes: ["message/rfc822"] },
  { type: "zip", label: "ZIP", extensions: ["zip"], bytes: { in: "zip" }, container: true },
] as const satisfies readonly Format[];

type TypesOf<F extends readonly { readonly type: string }[]> = { readonly [I in keyof F]: F[I]["type"] };

export const FILE_TYPES = FORMATS.map(({ type }) => type) as unknown as TypesOf<typeof FORMATS>;
export type FileType = (typeof FORMATS)[number]["type"];

const rows: readonly (Format & { readonly type: FileType })[] = FORMATS;

/** The formats that hold text themselves. */
export const DOCUMENT_FORMATS = rows.filter(({ container }) => !container);

/** The format of an extension, without the dot and in lower case; undefined for an unknown one. */
export function formatOfExtension(extension: string): (typeof rows)[number] | undefined {
  return rows.find(({ extensions }) => extensions.includes(extension));
}

/** `.pdf,.docx,…`: what a file dialog offers. */
export function acceptOf(formats: readonly Format[]): string {
  return formats.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)).join();
}
