import type { SegmentSink } from "../child/segment-sink.ts";
import { createTextBuilder } from "./marked-text.ts";

const BLOCK_LENGTH = 1400;
const CONTEXT_LENGTH_MAX = 500;

/** A text, or the parts of one of which some are not seen. */
export type CellText = string | readonly { readonly text: string; readonly hidden: boolean }[];

export interface Row {
  /** From 1, as people count. */
  readonly number: number;
  readonly cells: readonly CellText[];
  /** Columns of the first and the last cell that holds anything, from 0. */
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface RowRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface RowBlockOptions {
  readonly hidden?: boolean;
  /** Put before the column headings in a block's context, such as the name of the sheet. */
  readonly title?: string;
  locate(range: RowRange): string;
}

/** Writes rows as blocks that are about as long as a chunk, each with its exact range and the column headings. */
export function createRowBlocks(sink: SegmentSink, { hidden = false, title, locate }: RowBlockOptions) {
  let builder = createTextBuilder();
  let range: RowRange | null = null;
  let headings: string | null = null;

  const flush = async () => {
    if (!range) return;
    const context = [title, headings].filter(Boolean).join(": ").slice(0, CONTEXT_LENGTH_MAX).toWellFormed();
    await sink.write({ location: locate(range), context: context || null, content: builder.build() });
    builder = createTextBuilder();
    range = null;
  };
  return {
    async add(row: Row): Promise<void> {
      const parts = row.cells.every(isPlain) ? null : joinCells(row.cells);
      const line = parts ? parts.map(({ text }) => text).join("") : joinPlain(row.cells as readonly string[]);
      if (line === "") return;
      // A title above the table has one cell; the headings are the first row that has more.
      if (headings === null && line.includes(SEPARATOR)) headings = line;
      if (range && builder.length + line.length > BLOCK_LENGTH) await flush();
      if (builder.length > 0) builder.add("\n", hidden);
      if (parts) for (const part of parts) builder.add(part.text, hidden || part.hidden);
      else builder.add(line, hidden);
      range = {
        firstRow: range?.firstRow ?? row.number,
        lastRow: row.number,
        firstColumn: Math.min(range?.firstColumn ?? row.firstColumn, row.firstColumn),
        lastColumn: Math.max(range?.lastColumn ?? 0, row.lastColumn),
      };
    },
    flush,
  };
}

const SEPARATOR = " | ";
const isPlain = (cell: CellText) => typeof cell === "string";

/** What `joinCells` gives for cells of which all is seen. */
function joinPlain(cells: readonly string[]): string {
  let line = "";
  let pending = "";
  for (const cell of cells) {
    const text = tidy(cell);
    if (text !== "") {
      line += pending + text;
      pending = "";
    }
    pending += SEPARATOR;
  }
  return line;
}

function joinCells(cells: readonly CellText[]): { text: string; hidden: boolean }[] {
  const clean = cells.map((cell) =>
    typeof cell === "string" ? [{ text: tidy(cell), hidden: false }] : tidyParts(cell),
  );
  const last = clean.findLastIndex((parts) => parts.some(({ text }) => text !== ""));
  return clean
    .slice(0, last + 1)
    .flatMap((parts, at) => (at === 0 ? parts : [{ text: SEPARATOR, hidden: false }, ...parts]));
}

function tidy(text: string): string {
  if (!/\s/.test(text)) return text;
  return text.replace(/\s+/g, " ").trim();
}

function tidyParts(parts: Exclude<CellText, string>): { text: string; hidden: boolean }[] {
  const tidied: { text: string; hidden: boolean }[] = [];
  let spaced = true;
  for (const { text, hidden } of parts) {
    const single = text.replace(/\s+/g, " ");
    const clean: string = spaced ? single.trimStart() : single;
    if (clean === "") continue;
    tidied.push({ text: clean, hidden });
    spaced = clean.endsWith(" ");
  }
  const last = tidied.pop();
  return last ? [...tidied, { ...last, text: last.text.trimEnd() }] : [];
}
