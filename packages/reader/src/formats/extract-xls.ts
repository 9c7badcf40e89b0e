import { type CellObject, read, utils, type WorkSheet } from "@e965/xlsx";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { listXlsFiles } from "../embedded/list-xls-files.ts";
import { OPENED_BYTES_MAX } from "../embedded/open-embedded-files.ts";
import { warnOfUnread } from "../embedded/warn-of-unread.ts";
import { createRowBlocks } from "../text/row-blocks.ts";
import { type Comment, writeComments } from "../text/write-comments.ts";
import { createRepeatBudget, fillMergedCells, type RepeatBudget, sortAreas } from "../xlsx/merged-cells.ts";
import { warnOfUncomputed } from "../xlsx/warn-of-uncomputed.ts";

const ROWS_MAX = 65_536;

type Rows = readonly (readonly (CellObject | undefined)[] | undefined)[];

/** Rows of each sheet of an older workbook, as of a newer one; what rows, columns and sheets hide is marked hidden. */
export const extractXls: ExtractFormat = async (bytes, sink) => {
  const workbook = readWorkbook(bytes);
  let withText = 0;
  const repeats = createRepeatBudget();
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    const before = sink.count;
    const isHidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    if (sheet) await writeSheet(sheet, { name, hidden: isHidden, repeats }, sink);
    if (sink.count > before) withText += 1;
    sink.page({ label: name.slice(0, 200).toWellFormed(), state: sink.count > before ? "TEXT" : "EMPTY" });
  }
  await warnOfUnread(sink, () => listXlsFiles(bytes), { reachable: bytes.length <= OPENED_BYTES_MAX });
  return { pages: workbook.SheetNames.length, pagesWithText: withText };
};

function readWorkbook(bytes: Uint8Array) {
  try {
    return read(bytes, { type: "array", dense: true, cellStyles: true, sheetRows: ROWS_MAX });
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message))
      throw new ExtractionFailure("ENCRYPTED_FILE", "Cannot read the file because a password protects it");
    throw error;
  }
}

async function writeSheet(
  sheet: WorkSheet,
  { name, hidden, repeats }: { name: string; hidden: boolean; repeats: RepeatBudget },
  sink: SegmentSink,
): Promise<void> {
  const range = sheet["!ref"] ? utils.decode_range(sheet["!ref"]) : null;
  const rows = (sheet["!data"] ?? []) as Rows;
  if (!range) return;
  const blocks = createRowBlocks(sink, {
    title: name,
    hidden,
    locate: ({ firstRow, lastRow, firstColumn, lastColumn }) =>
      `${name}!${utils.encode_col(firstColumn)}${firstRow}:${utils.encode_col(lastColumn)}${lastRow}`,
  });
  const merged = (sheet["!merges"] ?? []).map(({ s: first, e: last }) => ({
    firstRow: first.r + 1,
    lastRow: last.r + 1,
    firstColumn: first.c,
    lastColumn: last.c,
  }));
  warnOfUncomputed(sink, name, listUncomputed(rows));
  const fill = fillMergedCells(sortAreas(merged), repeats);
  for (const [at, row] of rows.entries()) {
    sink.progress();
    if (!row) continue;
    const rowHidden = sheet["!rows"]?.[at]?.hidden === true;
    const filled = row.flatMap((cell, column) => {
      const text = textOf(cell);
      return text === "" ? [] : [{ column, text, hidden: rowHidden || sheet["!cols"]?.[column]?.hidden === true }];
    });
    if (filled.length === 0) continue;
    const cells = filled.map(({ text, hidden: unseen }) => [{ text, hidden: unseen }]);
    await blocks.add(fill({ number: at + 1, cells, columns: filled.map(({ column }) => column) }));
  }
  await blocks.flush();
  await writeComments(sink, commentsOf(rows), { location: `${name} comments`, context: name, hidden });
}

/**
 * A program that writes formulas and computes none stores them all as blank; one that computes stores so only those whose
 * value is an empty text.
 */
function listUncomputed(rows: readonly (readonly (CellObject | undefined)[] | undefined)[]) {
  const formulas = rows.flatMap((row, r) =>
    (row ?? []).flatMap((cell, c) => (cell?.f ? [{ cell: utils.encode_cell({ r, c }), isBlank: isBlank(cell) }] : [])),
  );
  if (formulas.length === 0 || !formulas.every((formula) => formula.isBlank)) return { count: 0, first: "" };
  return { count: formulas.length, first: formulas[0]!.cell };
}

function isBlank({ v: value }: CellObject): boolean {
  return value === undefined || value === "";
}

/** As the sheet shows it. */
function textOf(cell: CellObject | undefined): string {
  return cell?.w ?? (cell?.v === undefined ? "" : String(cell.v));
}

function commentsOf(rows: Rows): Comment[] {
  return rows.flatMap((row, at) =>
    (row ?? []).flatMap((cell, column) =>
      (cell?.c ?? []).flatMap(({ a: author, t }) => {
        // The type says that a text is always there.
        const [text] = [t].filter(Boolean);
        if (text === undefined) return [];
        const said = author && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text;
        return [{ place: utils.encode_cell({ r: at, c: column }), author, text: said.replace(/\s+/g, " ") }];
      }),
    ),
  );
}
