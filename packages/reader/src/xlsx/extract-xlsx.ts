import type { ExtractFormat } from "../child/extract-format.ts";
import { listOfficeFiles } from "../embedded/list-office-files.ts";
import { OPENED_BYTES_MAX } from "../embedded/open-embedded-files.ts";
import { warnOfUnread } from "../embedded/warn-of-unread.ts";
import { openPackage } from "../office/open-package.ts";
import { listPictures, writePictures } from "../office/write-pictures.ts";
import { markText } from "../text/marked-text.ts";
import { createRowBlocks } from "../text/row-blocks.ts";
import { writeComments } from "../text/write-comments.ts";
import { columnName, describeRange } from "./describe-range.ts";
import { createRepeatBudget, readMergedAreas } from "./merged-cells.ts";
import { readComments } from "./read-comments.ts";
import { createControlPlacer, readControls } from "./read-controls.ts";
import { readDrawings } from "./read-drawings.ts";
import { readWorkbook } from "./read-workbook.ts";
import { scanRows } from "./scan-rows.ts";
import { warnOfUncomputed } from "./warn-of-uncomputed.ts";

/** Blocks of rows with their exact range; sheets that Excel hides are read, labelled and marked hidden. */
export const extractXlsx: ExtractFormat = async (bytes, sink) => {
  const parts = openPackage(bytes);
  const workbook = await readWorkbook(parts);
  let pagesWithText = 0;
  const repeats = createRepeatBudget();
  const drawn: { readonly title: string; readonly pictures: readonly string[] }[] = [];
  for (const { name, hidden, part } of workbook.sheets) {
    const title = hidden ? `${name} (hidden)` : name;
    if (part === null) {
      sink.page({ label: title, state: "UNREADABLE", reason: "It is no worksheet, or its part is missing." });
      continue;
    }
    const before = sink.count;
    const blocks = createRowBlocks(sink, { hidden, title, locate: (range) => `${title}!${describeRange(range)}` });
    const merged = await readMergedAreas(parts.stream(part, { again: true }));
    const controls = createControlPlacer(readControls(parts, part));
    let uncomputed = 0;
    let firstUncomputed = "";
    const onUncomputed = (row: number, column: number) => {
      if (uncomputed === 0) firstUncomputed = `${columnName(column)}${row}`;
      uncomputed += 1;
    };
    for await (const row of scanRows(parts.stream(part), workbook, { merged, repeats, onUncomputed })) {
      for (const placed of controls.place(row)) await blocks.add(placed);
      sink.progress();
    }
    for (const row of controls.rest()) await blocks.add(row);
    await blocks.flush();
    warnOfUncomputed(sink, title, { count: uncomputed, first: firstUncomputed });
    const hasText = sink.count > before;
    await writeComments(sink, readComments(parts, part), { location: `${title} comments`, context: title, hidden });
    const { charts, texts, pictures } = readDrawings(parts, part);
    for (const [at, text] of texts.entries())
      await sink.write({
        location: `${title} text box ${at + 1}`,
        context: title,
        content: markText(text.lines.join("\n"), hidden || text.hidden),
      });
    for (const [at, chart] of charts.entries())
      await sink.write({
        location: `${title} chart ${at + 1}`,
        context: title,
        content: markText(chart, hidden),
      });
    drawn.push({ title, pictures });
    const isRead = hasText || charts.length > 0 || texts.length > 0;
    sink.page({ label: title, state: isRead ? "TEXT" : "EMPTY" });
    if (isRead) pagesWithText += 1;
  }
  // An image on several sheets is a logo.
  const shown = listPictures(
    parts,
    drawn.flatMap(({ pictures }) => pictures),
  );
  for (const { title, pictures } of drawn) {
    const own = new Set(pictures.map((part) => parts.find(part)));
    await writePictures(
      sink,
      shown.filter(({ part }) => own.has(part)),
      (number) => `${title}, picture ${number}`,
    );
  }
  await warnOfUnread(sink, () => listOfficeFiles(parts), { reachable: bytes.length <= OPENED_BYTES_MAX });
  return { pages: workbook.sheets.length, pagesWithText };
};
