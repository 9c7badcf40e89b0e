import { type Cell, type Line, splitCells, splitLines } from "./split-cells.ts";

/** A part of a section's text that is shown in its own way; offsets are those of the section. */
export type TextBlock =
  | { readonly kind: "heading" | "prose"; readonly text: string; readonly start: number }
  | { readonly kind: "table"; readonly start: number; readonly rows: readonly (readonly Cell[])[] };

/** A bar in running text is no table: it takes two rows of as many cells. */
const ROWS_MIN = 2;

/** Parts a section's text: the heading that it stands under, the tables in it, and what is in between. */
export function splitBlocks(text: string, location: string | null): TextBlock[] {
  const lines = splitLines(text);
  const heading = lines[0]!.text !== "" && lines[0]!.text === location?.split(" > ").at(-1);
  const blocks: TextBlock[] = heading ? [{ kind: "heading", ...lines[0]! }] : [];
  let at = heading ? 1 : 0;
  while (at < lines.length) {
    const rows = tableAt(lines, at);
    if (rows.length >= ROWS_MIN) {
      blocks.push({ kind: "table", start: rows[0]![0]!.start, rows });
      at += rows.length;
    } else {
      appendProse(blocks, lines[at]!);
      at += 1;
    }
  }
  return blocks;
}

function tableAt(lines: readonly Line[], from: number): Cell[][] {
  const rows: Cell[][] = [];
  for (const { text, start } of lines.slice(from)) {
    const cells = splitCells(text, start);
    if (cells.length < 2 || cells.length !== (rows[0] ?? cells).length) break;
    rows.push(cells);
  }
  return rows;
}

function appendProse(blocks: TextBlock[], { text, start }: Line): void {
  const last = blocks.at(-1);
  if (last?.kind === "prose") blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${text}` };
  else blocks.push({ kind: "prose", text, start });
}
