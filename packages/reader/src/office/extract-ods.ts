import { Parser } from "htmlparser2";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { TextPart } from "../formats/section-writer.ts";
import { createTextBuilder } from "../text/marked-text.ts";
import { createRowBlocks } from "../text/row-blocks.ts";
import { writeComments } from "../text/write-comments.ts";
import { describeRange } from "../xlsx/describe-range.ts";
import { createRepeatBudget, fillMergedCells } from "../xlsx/merged-cells.ts";
import { warnOfUncomputed } from "../xlsx/warn-of-uncomputed.ts";
import { readOdfStyles } from "./odf-styles.ts";
import { openOdf } from "./open-odf.ts";
import { localName } from "./read-paragraphs.ts";
import { type OdsSheet, scanOds } from "./scan-ods.ts";
import { listPictures, writePictures } from "./write-pictures.ts";

/** As many as LibreOffice opens. */
const SHEETS_MAX = 10_000;

/** Rows of each sheet of an OpenDocument spreadsheet, as of an Excel one: what its cells show. */
export const extractOds: ExtractFormat = async (bytes, sink) => {
  const { parts, content } = openOdf(bytes);
  const body = content.search(/<(?:[\w.-]+:)?body\b/);
  const styles = readOdfStyles(parts.read("styles.xml") ?? "", content.slice(0, Math.max(0, body)));
  const repeats = createRepeatBudget();
  const drawn: { readonly title: string; readonly pictures: readonly string[] }[] = [];
  let pagesWithText = 0;
  for await (const { sheet, rows } of scanOds(content, styles)) {
    if (drawn.length >= SHEETS_MAX)
      throw new ExtractionFailure(
        "EXTRACTION_LIMIT_EXCEEDED",
        `Cannot read the file because it has too many sheets: at most ${SHEETS_MAX} are allowed`,
      );
    const title = sheet.hidden ? `${sheet.name} (hidden)` : sheet.name;
    const before = sink.count;
    const blocks = createRowBlocks(sink, {
      hidden: sheet.hidden,
      title,
      locate: (range) => `${title}!${describeRange(range)}`,
    });
    const fill = fillMergedCells(sheet.merged, repeats);
    for await (const row of rows) {
      await blocks.add(fill(row));
      sink.progress();
    }
    await blocks.flush();
    warnOfUncomputed(sink, title, sheet.uncomputed);
    for (const [at, lines] of sheet.boxes.entries())
      await sink.write({ location: `${title} text box ${at + 1}`, context: title, content: join(lines, sheet) });
    for (const [at, object] of sheet.objects.entries()) {
      const text = readObject(parts.read(`${object.replace(/^\.\//, "")}/content.xml`) ?? "");
      if (text.length > 0)
        await sink.write({ location: `${title} chart ${at + 1}`, context: title, content: join(text, sheet) });
    }
    if (sink.count > before) pagesWithText += 1;
    const isRead = sink.count > before;
    await writeComments(sink, sheet.comments, { location: `${title} comments`, context: title, hidden: sheet.hidden });
    sink.page({ label: title.slice(0, 200).toWellFormed(), state: isRead ? "TEXT" : "EMPTY" });
    drawn.push({ title, pictures: sheet.pictures });
  }
  if (drawn.length === 0)
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file because it has no sheet");
  const shown = listPictures(
    parts,
    drawn.flatMap(({ pictures }) => pictures),
  );
  for (const { title, pictures } of drawn) {
    const own = new Set(pictures.map((part) => parts.find(part)));
    const ofSheet = shown.filter(({ part }) => own.has(part));
    await writePictures(sink, ofSheet, (number) => `${title}, picture ${number}`);
  }
  return { pages: drawn.length, pagesWithText };
};

function join(lines: readonly (readonly TextPart[])[], { hidden: allHidden }: OdsSheet) {
  const builder = createTextBuilder();
  for (const [at, line] of lines.entries()) {
    if (at > 0) builder.add("\n", allHidden);
    for (const { text, hidden, struck } of line) builder.add(text, allHidden || hidden, struck);
  }
  return builder.build();
}

const OBJECT_TEXTS_MAX = 500;

/** Title, axes and legend of a chart: its values are those of the sheet. */
function readObject(xml: string): TextPart[][] {
  const lines: TextPart[][] = [];
  let tables = 0;
  let line: string | null = null;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (localName(name) === "table") tables += 1;
        else if (localName(name) === "p" && tables === 0) line = "";
      },
      ontext(text) {
        if (line !== null) line += text;
      },
      onclosetag(name) {
        if (localName(name) === "table") tables -= 1;
        else if (localName(name) === "p" && line !== null) {
          if (line.trim() !== "" && lines.length < OBJECT_TEXTS_MAX) lines.push([{ text: line.trim(), hidden: false }]);
          line = null;
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return lines;
}
