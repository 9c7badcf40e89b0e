import { zipSync } from "fflate";
import mammoth from "mammoth";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { type HtmlOptions, htmlToSections } from "../formats/html-to-sections.ts";
import { writeSections } from "../formats/section-writer.ts";
import { createTextBuilder, type MarkedText } from "../text/marked-text.ts";
import { HIDDEN_MARKS, markHiddenRuns, splitAtMarks } from "./mark-hidden-runs.ts";
import { numberParagraphs, readNumbering } from "./number-paragraphs.ts";
import { openPackage, type Package } from "./open-package.ts";
import { prepareWordXml } from "./prepare-word-xml.ts";
import { readParagraphs } from "./read-paragraphs.ts";
import { readWordStyles, type WordStyles } from "./word-styles.ts";

/** The body by mammoth, from a copy that holds only checked XML parts; then what mammoth leaves out. */
export const extractDocx: ExtractFormat = async (bytes, sink) => {
  const parts = openPackage(bytes);
  const styles = readWordStyles(parts);
  const html = await convert(parts, styles);
  sink.progress();
  const sections = htmlToSections(html, { partOf: createNoteNamer(), hiddenMarks: HIDDEN_MARKS, numbersInText: true });
  await writeSections(sections, sink);
  for (const [location, pattern] of PARTS_OUTSIDE_BODY) {
    const names = parts.names.filter((name) => pattern.test(name));
    const lines = new Set(names.flatMap((name) => readLines(parts, name, styles)));
    if (lines.size > 0) await sink.write({ location, content: markLines([...lines]) });
  }
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};

const PARTS_OUTSIDE_BODY = [
  ["Header", /^word\/header\d*\.xml$/i],
  ["Footer", /^word\/footer\d*\.xml$/i],
  ["Diagram", /^word\/diagrams\/data\d*\.xml$/i],
] as const;

/** The arrows by which mammoth links a note to its place. */
const BACK_REFERENCES = /\s*<a href="#[^"]*-ref-[^"]*">↑<\/a>/g;

async function convert(parts: Package, styles: WordStyles): Promise<string> {
  const kept: Record<string, Uint8Array> = Object.create(null);
  const encoder = new TextEncoder();
  const numbering = readNumbering(parts);
  for (const name of parts.names) {
    if (!isNeeded(name)) continue;
    const xml = parts.read(name) ?? "";
    const numbered = /^word\/document\d*\.xml$/i.test(name) ? numberParagraphs(xml, numbering) : xml;
    kept[name] = encoder.encode(/^word\/[^/]+\.xml$/i.test(name) ? prepareWordXml(numbered, styles) : xml);
  }
  if (!Object.keys(kept).some((name) => /^word\/.+\.xml$/i.test(name))) {
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file because it has no document part");
  }
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(kept, { level: 0 })) },
    {
      styleMap: ["comment-reference => sup"],
      convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
    },
  );
  return value.replace(BACK_REFERENCES, "");
}

function isNeeded(name: string): boolean {
  return (
    /\.(?:xml|rels)$/i.test(name) &&
    !/^(?:customXml|docProps|word\/(?:glossary|theme|media|embeddings|charts|diagrams))\//i.test(name)
  );
}

function readLines(parts: Package, name: string, styles: WordStyles): string[] {
  return readParagraphs(markHiddenRuns(parts.read(name) ?? "", styles));
}

function markLines(lines: readonly string[]): MarkedText {
  const builder = createTextBuilder();
  for (const { text, hidden } of splitAtMarks(lines.join("\n"))) builder.add(text, hidden);
  return builder.build();
}

/** mammoth appends notes as a list and comments as definitions. */
function createNoteNamer(): NonNullable<HtmlOptions["partOf"]> {
  let part: string | null = null;
  return (tag, { id = "" }) => {
    const found =
      tag === "li" && /^(?:foot|end)note-/.test(id)
        ? "Notes"
        : tag === "dt" && id.startsWith("comment-")
          ? "Comments"
          : null;
    if (found === null || found === part) return null;
    part = found;
    return found;
  };
}
