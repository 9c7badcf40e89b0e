import type { Package } from "../office/open-package.ts";
import { readRelationships } from "../office/relationships.ts";
import { type EmbeddedFile, UNLISTED } from "./embedded-file.ts";
import { nameByContent, openOleObject } from "./ole-object.ts";

/** What is never an embedded file, though it is a part: most packages have nothing else. */
const OTHER_PARTS =
  /(?:\.(?:rels|vml|png|jpe?g|jpe|jfif|gif|bmp|tiff?|emf|wmf|emz|wmz|svg|wdp|odttf|fntdata|sigs)|vbaProject\.bin|printerSettings\d*\.bin)$/i;
const EMBEDDING = /^\/?(?:word|xl|ppt)\/embeddings\//i;
/** A document whose text Word takes in when it opens the file. */
const ALTERNATIVE = "aFChunk";
const TYPES: ReadonlySet<string> = new Set(["package", "oleObject", ALTERNATIVE]);

/** The files inside an Office file: objects, packages, and documents that are part of its text. */
export function listOfficeFiles(parts: Package): EmbeddedFile[] {
  const mayEmbed = parts.names.some(
    (name) => !OTHER_PARTS.test(name) && (!/\.xml$/i.test(name) || /(?:af|alt)_?chunk/i.test(name)),
  );
  if (!mayEmbed) return [];
  try {
    return [...listParts(parts)].map((part) => toFile(parts, part));
  } catch {
    return [UNLISTED];
  }
}

/** The workbook behind a chart is omitted: the chart is read. */
function listParts(parts: Package): Set<string> {
  const [embedded, charted] = [new Set<string>(), new Set<string>()];
  for (const name of parts.names) {
    const owner = /^(.*?)_rels\/([^/]+)\.rels$/.exec(name);
    if (!owner || owner[2] === "") continue;
    const source = `${owner[1]}${owner[2]}`;
    const found = /(?:^|\/)charts?(?:ex)?\//i.test(source) ? charted : embedded;
    for (const { type, target } of readRelationships(parts, source).values()) {
      const part = TYPES.has(type) ? parts.find(target) : undefined;
      if (part !== undefined) found.add(part);
    }
  }
  for (const name of parts.names) if (EMBEDDING.test(name) && !charted.has(name)) embedded.add(name);
  return embedded;
}

function toFile(parts: Package, part: string): EmbeddedFile {
  const name = part.slice(part.lastIndexOf("/") + 1);
  const read = () => {
    try {
      return parts.readBytes(part);
    } catch {
      return null;
    }
  };
  // A part in the format of OLE has its name inside.
  if (/\.(?:bin|ole|dat)$/i.test(name)) return openOleObject(name, read());
  return { name: nameByContent(name, read), inline: false, content: read };
}
