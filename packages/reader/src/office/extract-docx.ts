import { zipSync } from "fflate";
import mammoth from "mammoth";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { noteDocument } from "../child/note-document.ts";
import { listOfficeFiles } from "../embedded/list-office-files.ts";
import { OPENED_BYTES_MAX } from "../embedded/open-embedded-files.ts";
import { warnOfUnread } from "../embedded/warn-of-unread.ts";
import { type HtmlOptions, htmlToSections } from "../formats/html-to-sections.ts";
import { writeSections } from "../formats/section-writer.ts";
import { createTextBuilder, type MarkedText, markText } from "../text/marked-text.ts";
import { writeComments } from "../text/write-comments.ts";
import { HIDDEN_MARKS, markHiddenRuns, STRUCK_MARKS, splitAtMarks } from "./mark-hidden-runs.ts";
import { numberParagraphs, readNumbering } from "./number-paragraphs.ts";
import { openPackage, type Package } from "./open-package.ts";
import { prepareWordXml } from "./prepare-word-xml.ts";
import { readChart } from "./read-chart.ts";
import { readParagraphs } from "./read-paragraphs.ts";
import { readWordComments } from "./read-word-comments.ts";
import { readRelationships } from "./relationships.ts";
import { readWordStyles, type WordStyles } from "./word-styles.ts";
import { listPictures, writePictures } from "./write-pictures.ts";

/** The body by mammoth, from a copy that holds only checked XML parts; then what mammoth omits. */
export const extractDocx: ExtractFormat = async (bytes, sink) => {
  const parts = openPackage(bytes);
  const styles = readWordStyles(parts);
  const html = await convert(parts, styles);
  sink.progress();
  const marks = { hiddenMarks: HIDDEN_MARKS, struckMarks: STRUCK_MARKS };
  const sections = htmlToSections(html, {
    partOf: createNoteNamer(),
    ...marks,
    numbersInText: true,
    spansCrossGroups: true,
  });
  await writeSections(sections, sink);
  for (const [location, pattern] of PARTS_OUTSIDE_BODY) {
    const names = parts.names.filter((name) => pattern.test(name));
    const lines = new Set(names.flatMap((name) => readLines(parts, name, styles)).filter(isMoreThanPageNumber));
    if (lines.size > 0) await sink.write({ location, content: markLines([...lines]) });
  }
  await writeComments(sink, readWordComments(parts, findDocument(parts)), { location: "Comments" });
  const charts = parts.names.filter((name) => /^word\/charts\/chart\d*\.xml$/i.test(name));
  for (const name of charts) {
    const lines = readChart(parts.read(name) ?? "");
    if (lines.length > 0) await sink.write({ location: "Chart", content: markText(lines.join("\n")) });
  }
  const summary = noteDocument(sink);
  const references = [...readRelationships(parts, findDocument(parts)).values()];
  const pictures = references.filter(({ type }) => type === "image").map(({ target }) => target);
  await writePictures(sink, listPictures(parts, pictures), (number) => `Picture ${number}`);
  await warnOfUnread(sink, () => listOfficeFiles(parts), { reachable: bytes.length <= OPENED_BYTES_MAX });
  return summary;
};

function findDocument(parts: Package): string {
  const root = [...readRelationships(parts, "").values()].find(({ type }) => type === "officeDocument");
  return root?.target ?? "word/document.xml";
}

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

/** Word counts pages while it shows them: what is in the file is the number of one of them. */
function isMoreThanPageNumber(line: string): boolean {
  return !/^(?:(?:page|seite|página|pagina|strona|страница|第)?[\s\d]*(?:(?:of|von|de|sur|di|z|из|页|\/|\|)[\s\d]*)?|[-–—\s\d]+)$/i.test(
    line,
  );
}

function markLines(lines: readonly string[]): MarkedText {
  const builder = createTextBuilder();
  for (const { text, hidden, struck } of splitAtMarks(lines.join("\n"))) builder.add(text, hidden, struck);
  return builder.build();
}

/** mammoth appends notes as a list. */
function createNoteNamer(): NonNullable<HtmlOptions["partOf"]> {
  let isNamed = false;
  return (tag, { id = "" }) => {
    if (isNamed || tag !== "li" || !/^(?:foot|end)note-/.test(id)) return null;
    isNamed = true;
    return "Notes";
  };
}
