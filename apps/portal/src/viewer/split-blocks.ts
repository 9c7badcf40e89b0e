import { type Cell, type Line, splitCells, splitLines } from "./split-cells.ts";

/** A part of a section's text that is shown in its own way; offsets are those of the section. */
export type TextBlock =
  | { readonly kind: "heading"; readonly text: string; readonly start: number; readonly level: number }
  | { readonly kind: "prose" | "item"; readonly text: string; readonly start: number }
  | { readonly kind: "fields"; readonly start: number; readonly fields: readonly Field[] }
  | { readonly kind: "table"; readonly start: number; readonly rows: readonly (readonly Cell[])[] };

/** A line of a mail's head. */
interface Field {
  readonly name: Cell;
  readonly value: Cell;
}

/** A bar in running text is no table: it takes two rows of as many cells. */
const ROWS_MIN = 2;
const ITEM = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+\S/;
const FIELD = /^(?<name>From|To|Cc|Date|Subject|Reply-To): (?<value>.*)$/;
const FIELDS_MIN = 2;
const RULE_ROW = /^\s*\|[\s:|-]+\|\s*$/;

/** Parts a section's text: the heading that it stands under, the tables, lists and mail heads in it, and the rest. */
export function splitBlocks(text: string, location: string | null): TextBlock[] {
  const lines = splitLines(text);
  const path = location?.split(" > ") ?? [];
  const heading = lines[0]!.text !== "" && lines[0]!.text === path.at(-1);
  const blocks: TextBlock[] = heading ? [{ kind: "heading", ...lines[0]!, level: path.length }] : [];
  const fields = heading ? [] : fieldsOf(lines);
  if (fields.length > 0) blocks.push({ kind: "fields", start: 0, fields });
  let at = heading ? 1 : fields.length;
  while (at < lines.length) {
    const { rows, end } = tableAt(lines, at);
    if (rows.length >= ROWS_MIN) {
      blocks.push({ kind: "table", start: rows[0]![0]!.start, rows });
      at = end;
    } else {
      appendLine(blocks, lines[at]!);
      at += 1;
    }
  }
  return blocks;
}

function fieldsOf(lines: readonly Line[]): Field[] {
  const fields: Field[] = [];
  for (const { text, start } of lines) {
    const { name, value } = FIELD.exec(text)?.groups ?? {};
    if (name === undefined || value === undefined) break;
    fields.push({ name: { text: name, start }, value: { text: value, start: start + name.length + 2 } });
  }
  return fields.length >= FIELDS_MIN ? fields : [];
}

function tableAt(lines: readonly Line[], from: number): { rows: Cell[][]; end: number } {
  const rows: Cell[][] = [];
  let end = from;
  for (const { text, start } of lines.slice(from)) {
    if (rows.length > 0 && RULE_ROW.test(text)) {
      end += 1;
      continue;
    }
    const cells = splitCells(text, start);
    if (cells.length < 2 || cells.length !== (rows[0] ?? cells).length) break;
    rows.push(cells);
    end += 1;
  }
  return { rows, end };
}

function appendLine(blocks: TextBlock[], { text, start }: Line): void {
  const last = blocks.at(-1);
  if (ITEM.test(text)) blocks.push({ kind: "item", text, start });
  else if (last?.kind === "prose") blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${text}` };
  else blocks.push({ kind: "prose", text, start });
}
