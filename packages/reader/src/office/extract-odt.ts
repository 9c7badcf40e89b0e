import { Parser } from "htmlparser2";
import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import { createSectionWriter, type SectionWriter, type TextPart, writeSections } from "../formats/section-writer.ts";
import { createRowWriter, type TableCell } from "../formats/write-table-row.ts";
import { writeComments } from "../text/write-comments.ts";
import { cutAnnotations } from "./cut-annotations.ts";
import { createOdfControls } from "./odf-controls.ts";
import { createOdfCounter, type OdfLists, readOdfLists } from "./odf-lists.ts";
import { isHidden, isStruck, type Place, readLook } from "./odf-looks.ts";
import { createOdfNames } from "./odf-names.ts";
import { type OdfStyles, readOdfStyles } from "./odf-styles.ts";
import { openOdf } from "./open-odf.ts";
import { localName } from "./read-paragraphs.ts";
import { listPictures, writePictures } from "./write-pictures.ts";

const SPACES_MAX = 100;

export const extractOdt: ExtractFormat = async (bytes, sink) => {
  const { parts, content } = openOdf(bytes);
  const common = parts.read("styles.xml") ?? "";
  const styles = readOdfStyles(common, content);
  const writer = createSectionWriter();
  const annotations = cutAnnotations(content);
  scan(annotations.xml, writer, { within: "body", styles, lists: readOdfLists(common, content) });
  await writeSections(writer.sections(), sink);
  for (const [location, element] of [
    ["Header", "header"],
    ["Footer", "footer"],
  ] as const) {
    const beside = createSectionWriter();
    scan(common, beside, { within: element, styles: readOdfStyles(common), lists: readOdfLists(common) });
    const found = beside.sections();
    for (const [at, { content }] of found.entries()) {
      const before = found.slice(0, at).some((section) => section.content.text === content.text);
      if (!before) await sink.write({ location, content });
    }
  }
  await writeComments(sink, annotations.comments, { location: "Comments" });
  const summary = noteDocument(sink);
  const pictures = [...content.matchAll(/<draw:image\b[^>]*?xlink:href="([^"]+)"/g)].map(([, href = ""]) => href);
  await writePictures(sink, listPictures(parts, pictures), (number) => `Picture ${number}`);
  return summary;
};

/** Paragraphs, headings, rows and notes inside elements called `within`; deleted text is omitted. */
function scan(
  xml: string,
  writer: SectionWriter,
  { within, styles, lists }: { within: string; styles: OdfStyles; lists: OdfLists },
): void {
  const counter = createOdfCounter(lists);
  /** Of the item or heading whose text has not begun. */
  let mark = "";
  const cells: OdfCell[] = [];
  const rows: TableCell[][] = [];
  const written = createRowWriter(writer);
  const places: Place[] = [];
  let tables = 0;
  const open: { readonly table: number; inHeadingRows: boolean }[] = [];
  let inside = 0;
  let dropped = 0;
  let forms = 0;
  const controls = createOdfControls();
  const named = createOdfNames();
  let heading: number | null = null;
  let line: TextPart[] = [];
  const lines: TextPart[][] = [];

  const put = (text: string) => {
    if (inside > 0 && dropped === 0)
      line.push({ text, hidden: isHidden(places, styles.page), struck: isStruck(places) });
  };
  const endParagraph = () => {
    const cell = cells.at(-1);
    const isBlank = line.every(({ text }) => text.trim() === "");
    if (cell) addLine(cell, line);
    else if (!isBlank || heading !== null) {
      const number = heading === null || mark !== BULLET ? mark : "";
      const marked = number === "" || isBlank ? line : [{ text: `${number} `, hidden: false }, ...line];
      if (heading === null) writeLine(writer, marked);
      else writer.heading(heading, marked);
      mark = "";
    }
    heading = null;
    line = lines.pop() ?? [];
  };
  const parser = new Parser(
    {
      onopentag(name, given) {
        const tag = localName(name);
        const attributes = named(given);
        if (tag === within) inside += 1;
        // Elements of forms have names that others have, too.
        if (tag === "forms") forms += 1;
        if (forms > 0) {
          controls.open(tag, attributes);
          return;
        }
        places.push({ tag, look: readLook(tag, attributes, styles) });
        if (tag === "tracked-changes" || tag === "note-citation") dropped += 1;
        else if (tag === "p" || tag === "h") {
          lines.push(line);
          line = [];
          if (tag === "h" && cells.length === 0) {
            heading = Number(attributes["text:outline-level"] ?? 1);
            if (inside > 0 && dropped === 0 && mark === "") mark = counter.heading(heading, attributes);
          }
        } else if (tag === "s") put(" ".repeat(Math.min(SPACES_MAX, Number(attributes["text:c"] ?? 1) || 1)));
        else if (tag === "tab") put("\t");
        else if (tag === "control" && lines.length > 0) put(controls.show(attributes["draw:control"] ?? ""));
        else if (tag === "line-break") put(" ");
        else if (tag === "table") {
          tables += 1;
          open.push({ table: tables, inHeadingRows: false });
        } else if (tag === "table-header-rows") setHeading(open.at(-1), true);
        else if (tag === "table-row") rows.push([]);
        else if (tag === "table-cell")
          cells.push({
            content: [],
            columns: countOf(attributes["table:number-columns-spanned"]),
            rows: countOf(attributes["table:number-rows-spanned"]),
            repeated: countOf(attributes["table:number-columns-repeated"]),
          });
        else if (tag === "list" && inside > 0 && dropped === 0) counter.openList(attributes);
        else if (tag === "list-item" && inside > 0 && dropped === 0) {
          const number = counter.item(attributes);
          if (cells.length === 0) mark = number || BULLET;
        }
      },
      ontext: (text) => {
        if (lines.length > 0) put(text.replace(/[\r\n\t ]+/g, " "));
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === within) inside -= 1;
        if (forms > 0) {
          if (tag === "forms") forms -= 1;
          return;
        }
        if (tag === "tracked-changes" || tag === "note-citation") dropped -= 1;
        else if (tag === "p" || tag === "h") endParagraph();
        else if (tag === "list" && inside > 0 && dropped === 0) counter.closeList();
        else if (tag === "list-item" && cells.length === 0) mark = "";
        else if (tag === "table-cell") {
          const { repeated, ...cell } = cells.pop() ?? { ...NO_CELL };
          for (let at = 0; at < repeated; at += 1) rows.at(-1)?.push(cell);
        } else if (tag === "table-row") {
          const at = open.at(-1);
          const row = rows.pop() ?? [];
          const done = { cells: row, table: at?.table ?? 0, group: 0, isHeading: at?.inHeadingRows === true };
          const outer = cells.at(-1);
          if (row.length > 0 && outer) outer.content.push(done);
          else if (row.length > 0) written.write(done);
        } else if (tag === "table-header-rows") setHeading(open.at(-1), false);
        else if (tag === "table") open.pop();
        places.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

interface OdfCell extends TableCell {
  /** As many cells with the same words follow one another. */
  readonly repeated: number;
}

const NO_CELL: OdfCell = { content: [], columns: 1, rows: 1, repeated: 1 };
/** Empty cells to the end of a sheet are written as one that is repeated. */
const REPEATED_MAX = 64;

function countOf(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, REPEATED_MAX) : 1;
}

function addLine({ content }: TableCell, line: readonly TextPart[]): void {
  if (line.every(({ text }) => text.trim() === "")) return;
  const last = content.at(-1);
  if (last && !("cells" in last)) content.push({ text: " ", hidden: false });
  content.push(...line);
}

function setHeading(open: { inHeadingRows: boolean } | undefined, inHeadingRows: boolean): void {
  if (open) open.inHeadingRows = inHeadingRows;
}

const BULLET = "-";

function writeLine(writer: SectionWriter, line: readonly TextPart[]): void {
  for (const { text, hidden, struck } of line) writer.add(text, hidden, struck);
  writer.endLine();
}
