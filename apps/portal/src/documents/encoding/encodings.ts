import type { ReadEncoding, TextEncoding } from "@assay/client";
import { formatPercent } from "@assay/site/format";

/** Encodings by their WHATWG names, as people know them, in groups of a region. */
export const ENCODINGS: readonly { readonly name: TextEncoding; readonly label: string }[] = [
  { name: "utf-8", label: "Unicode (UTF-8)" },
  { name: "windows-1252", label: "Western European (Windows-1252)" },
  { name: "iso-8859-15", label: "Western European (ISO 8859-15)" },
  { name: "macintosh", label: "Western European (Mac)" },
  { name: "windows-1250", label: "Central European (Windows-1250)" },
  { name: "iso-8859-2", label: "Central European (ISO 8859-2)" },
  { name: "windows-1257", label: "Baltic (Windows-1257)" },
  { name: "windows-1251", label: "Cyrillic (Windows-1251)" },
  { name: "koi8-r", label: "Cyrillic (KOI8-R)" },
  { name: "iso-8859-5", label: "Cyrillic (ISO 8859-5)" },
  { name: "windows-1253", label: "Greek (Windows-1253)" },
  { name: "windows-1254", label: "Turkish (Windows-1254)" },
  { name: "windows-1255", label: "Hebrew (Windows-1255)" },
  { name: "windows-1256", label: "Arabic (Windows-1256)" },
  { name: "windows-1258", label: "Vietnamese (Windows-1258)" },
  { name: "windows-874", label: "Thai (Windows-874)" },
  { name: "shift_jis", label: "Japanese (Shift_JIS)" },
  { name: "euc-jp", label: "Japanese (EUC-JP)" },
  { name: "iso-2022-jp", label: "Japanese (ISO-2022-JP)" },
  { name: "gbk", label: "Chinese, simplified (GBK)" },
  { name: "gb18030", label: "Chinese, simplified (GB18030)" },
  { name: "big5", label: "Chinese, traditional (Big5)" },
  { name: "euc-kr", label: "Korean (EUC-KR)" },
  { name: "utf-16le", label: "Unicode (UTF-16, little-endian)" },
  { name: "utf-16be", label: "Unicode (UTF-16, big-endian)" },
];

export function nameOfEncoding(name: string): string {
  return ENCODINGS.find((encoding) => encoding.name === name)?.label ?? name;
}

const SOURCES: Readonly<Record<string, string>> = {
  MARK: "by its mark",
  DECLARED: "as the file says",
  VALID_UTF8: "by its bytes",
  DETECTED: "guessed",
  USER: "as a person chose",
};

/** `Japanese (Shift_JIS), guessed with a certainty of 62%`. */
export function describeEncoding({ name, source, certainty }: ReadEncoding): string {
  const how = SOURCES[source] ?? source;
  const sure = source === "DETECTED" ? ` with a certainty of ${formatPercent(certainty, 1)}` : "";
  return `${nameOfEncoding(name)}, ${how}${sure}`;
}

/** Whose bytes follow rules: a text that keeps them is seldom in another encoding. */
const STRICT: ReadonlySet<string> = new Set(["utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "big5", "euc-kr"]);
/** Control characters that no text has. */
const CONTROLS = /[\u0080-\u009f\ue000-\uf8ff]/;

/** How the first lines look in each encoding that their bytes may be in, the likely ones first. */
export function previewsOf(bytes: Uint8Array, present: string | undefined) {
  const rank = ({ name }: { name: string }) => (name === present ? 0 : STRICT.has(name) ? 1 : 2);
  return ENCODINGS.flatMap((encoding) => {
    const preview = previewOf(bytes, encoding.name);
    const isLikely = preview !== undefined && (encoding.name === present || !CONTROLS.test(preview));
    return isLikely ? [{ ...encoding, preview }] : [];
  }).sort((a, b) => rank(a) - rank(b));
}

const SHOWN_BYTES = 240;
const LINES = 3;

/** The first lines with letters beyond ASCII, as an encoding reads them; undefined where it cannot be their encoding. */
export function previewOf(bytes: Uint8Array, encoding: string): string | undefined {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  // Whole lines, and in the units of UTF-16 whole letters too.
  const lineStart = first <= 0 ? 0 : bytes.lastIndexOf(0x0a, first) + 1;
  const start = encoding.startsWith("utf-16") ? lineStart & ~1 : lineStart;
  const text = new TextDecoder(encoding).decode(bytes.subarray(start, start + SHOWN_BYTES), { stream: true });
  if (text.includes("\ufffd")) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.slice(0, LINES).join("\n");
}
