import { CFB } from "@e965/xlsx";
import { judgeType } from "../archive/walk.ts";
import type { EmbeddedFile } from "./embedded-file.ts";
import { readNativeObject } from "./read-native-object.ts";

interface CompoundFile {
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly { readonly content?: ArrayLike<number>; readonly type: number }[];
}

const STREAM = 2;
const ROOT = "Root Entry/";
/** Formats that are told from their bytes. */
const TOLD_BY_BYTES = ["docx", "xlsx", "pptx", "odt", "ods", "pdf", "png", "jpg", "tiff", "webp", "rtf", "zip"];

/** The streams of a compound file by their path, without the root; none of bytes that are not one. */
export function readStreams(bytes: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  if (bytes[0] !== 0xd0 || bytes[1] !== 0xcf) return found;
  const { FullPaths: paths, FileIndex: entries } = CFB.read(bytes, { type: "array" }) as CompoundFile;
  for (const [at, entry] of entries.entries()) {
    const path = paths[at] ?? "";
    if (entry.type !== STREAM || !entry.content) continue;
    found.set(path.startsWith(ROOT) ? path.slice(ROOT.length) : path, Uint8Array.from(entry.content));
  }
  return found;
}

/** The file in an OLE object; `bytes` is null where the object is damaged. */
export function openOleObject(label: string, bytes: Uint8Array | null): EmbeddedFile {
  const unread: EmbeddedFile = { name: label, inline: false, content: () => bytes };
  if (!bytes) return unread;
  try {
    const streams = readStreams(bytes);
    if (streams.size === 0) return { ...unread, name: nameByContent(label, () => bytes) };
    return openStreams(label, streams, () => bytes) ?? unread;
  } catch {
    return { ...unread, content: () => null };
  }
}

/** What the streams of an object hold; `whole` makes a compound file of them. Undefined for what is not known. */
export function openStreams(
  label: string,
  streams: ReadonlyMap<string, Uint8Array>,
  whole: () => Uint8Array,
): EmbeddedFile | undefined {
  const stem = label.replace(/\.\w+$/, "");
  const file = (name: string, content: () => Uint8Array | null): EmbeddedFile => ({ name, inline: false, content });
  const find = (wanted: RegExp) => [...streams].find(([name]) => wanted.test(name))?.[1];
  const native = find(/^.?Ole10Native$/i);
  if (native) {
    const { name, content } = readNativeObject(native);
    return file(
      nameByContent(name ?? `${stem}.bin`, () => content),
      () => content,
    );
  }
  const plain = find(/^Package$/i) ?? find(/^CONTENTS$/i) ?? find(/^EmbeddedOdf$/i);
  if (plain)
    return file(
      nameByContent(`${stem}.bin`, () => plain),
      () => plain,
    );
  const known = WHOLE.find(([stream]) => find(stream));
  return known && file(`${stem}.${known[1]}`, whole);
}

const WHOLE: readonly (readonly [stream: RegExp, extension: string])[] = [
  [/^(?:Workbook|Book)$/i, "xls"],
  [/^WordDocument$/i, "doc"],
  [/^PowerPoint Document$/i, "ppt"],
  [/^__properties_version1\.0$/i, "msg"],
];

/** A name that says nothing gets the extension that its bytes represent. */
export function nameByContent(name: string, read: () => Uint8Array | null): string {
  if (/\.mht(?:ml)?$/i.test(name)) return `${name}.eml`;
  if (!/\.(?:bin|ole|dat|tmp)$|^[^.]*$/i.test(name)) return name;
  const content = read();
  if (!content) return name;
  const sample = { head: content.subarray(0, 65_536), tail: content.subarray(-4_194_304), sizeBytes: content.length };
  const stem = name.replace(/\.\w+$/, "");
  const told = TOLD_BY_BYTES.find((extension) => judgeType(`a.${extension}`, sample)?.mismatch === false);
  return told ? `${stem}.${told}` : name;
}
