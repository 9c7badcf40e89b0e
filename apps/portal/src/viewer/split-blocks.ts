import { type Cell, type Line, splitCells, splitLines } from "./split-cells.ts";

/** A part of a section's text that is shown in its own way; offsets are those of the section. */
export type TextBlock =
  | { readonly kind: "heading"; readonly text: string; readonly start: number; readonly level: number }
  | { readonly kind: "prose" | "item"; readonly text: string; readonly start: number }
  | { readonly kind: "fields"; readonly start: number; readonly fields: readonly Field[] }
  | {
      readonly kind: "table";
      readonly start: number;
      readonly rows: readonly (readonly Cell[])[];
      /** Of its columns, where they stand in an earlier segment; no part of the text. */
      readonly headings: readonly string[] | null;
    };

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

/**
 * Parts a section's text: the headings that it is under, the tables, lists and mail heads in it, and the rest.
 * `context` holds the headings of a table that began in an earlier segment.
 */
export function splitBlocks(text: string, location: string | null, context: string | null = null): TextBlock[] {
  const lines = splitLines(text);
  const blocks: TextBlock[] = headingsOf(lines, location?.split(" > ") ?? []);
  const fields = blocks.length > 0 ? [] : fieldsOf(lines);
  if (fields.length > 0) blocks.push({ kind: "fields", start: 0, fields });
  let at = blocks.length > 0 && fields.length === 0 ? blocks.length : fields.length;
  while (at < lines.length) {
    const { rows, end } = tableAt(lines, at);
    if (rows.length >= ROWS_MIN) {
      const headings = at === 0 ? columnsOf(context, rows[0]!.length) : null;
      blocks.push({ kind: "table", start: rows[0]![0]!.start, rows, headings });
      at = end;
    } else {
      appendLine(blocks, lines[at]!);
      at += 1;
    }
  }
  return blocks;
}

/** A heading with nothing under it is right above the next one, in one segment. */
function headingsOf(lines: readonly Line[], path: readonly string[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let level = 0;
  for (const line of lines) {
    const at = line.text === "" ? -1 : path.indexOf(line.text, level);
    if (at === -1) break;
    level = at + 1;
    blocks.push({ kind: "heading", ...line, level });
  }
  return level === path.length ? blocks : [];
}

function columnsOf(context: string | null, width: number): string[] | null {
  const columns = context?.split(/\s*\|\s*/) ?? [];
  return columns.length === width ? columns : null;
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
