import { type FileType, FORMATS } from "../formats.ts";

const SAVE_AS = (kind: string) => `save it as ${kind} and upload that`;
const WORD = SAVE_AS(".docx or PDF");
const EXCEL = SAVE_AS(".xlsx");
const SLIDES = SAVE_AS(".pptx or PDF");
const PDF = SAVE_AS("PDF");
const PICTURE = SAVE_AS(".png or .jpg");
const NEW_COPY = "open it in the program that made it, save a new copy and upload that";
const PACK = "unpack it and upload the files, or pack them as a .zip or .tar.gz";
const PLAN = "write it as JSON (terraform show -json) and upload that";
const WORDS = "upload a transcript or minutes as text";
const TEXT = "if it is a text file, add .txt to its name and upload that";

/** What to do with a file whose kind is not read, by the extension or by what the bytes are. */
const ADVICE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(["doc", "docm", "dot", "dotx", "odm", "pages", "wpd", "wps"].map((kind) => [kind, WORD])),
    ...Object.fromEntries(["xlsb", "xlsm", "xlt", "xltx", "ots", "numbers"].map((kind) => [kind, EXCEL])),
    ...Object.fromEntries(["ppt", "pptm", "pps", "ppsx", "pot", "odp", "key"].map((kind) => [kind, SLIDES])),
    ...Object.fromEntries(["vsd", "vsdx", "one", "mht", "mhtml", "ps", "eps", "xps", "pub"].map((kind) => [kind, PDF])),
    ...Object.fromEntries(["gif", "bmp", "heic", "heif", "avif", "svg", "ico"].map((kind) => [kind, PICTURE])),
    ...Object.fromEntries(["rar", "7z", "gz", "gzip", "bz2", "bzip2", "xz"].map((kind) => [kind, PACK])),
    ...Object.fromEntries(["mp3", "mp4", "wav", "m4a", "mov", "avi", "webm", "mkv"].map((kind) => [kind, WORDS])),
    ...Object.fromEntries(
      [
        "conf",
        "cfg",
        "ini",
        "toml",
        "env",
        "properties",
        "tf",
        "sql",
        "sh",
        "ps1",
        "py",
        "js",
        "ts",
        "text",
        "asc",
      ].map((kind) => [kind, TEXT]),
    ),
    "an older Office format": SAVE_AS("a present format (.docx, .xlsx, .pptx) or PDF"),
    "an encrypted Office file": "remove its password and upload that",
    "office package": SAVE_AS(".docx, .xlsx or .pptx"),
    opendocument: SAVE_AS(".odt, .xlsx, .pptx or PDF"),
    text: TEXT,
  }),
);

const TEXT_NAMES: ReadonlySet<string> = new Set(
  [...ADVICE].flatMap(([name, advice]) => (advice === TEXT ? [name] : [])),
);

/** Whether an extension represents a format that is not read: then its bytes do not make it another. */
export function isKnown(extension: string): boolean {
  return ADVICE.has(extension) && !TEXT_NAMES.has(extension);
}

/** What the person who uploads a file can do, as a part of a sentence. */
export function adviseOnFile({
  extension,
  named,
  found,
}: {
  readonly extension: string;
  readonly named: FileType | undefined;
  readonly found: string;
}): string {
  if (extension === "tfplan") return PLAN;
  const format = FORMATS.find(({ type }) => type === found);
  // Many programs pack their files so: another name makes no archive of documents of them.
  if (format?.type === "zip") return ADVICE.get(extension) ?? (named ? NEW_COPY : PACK);
  if (format) return `if it is ${format.label}, name it .${format.extensions[0]}`;
  if (named) return (found === "text" ? undefined : ADVICE.get(found)) ?? NEW_COPY;
  return ADVICE.get(extension) ?? ADVICE.get(found) ?? PDF;
}
