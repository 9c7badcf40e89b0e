import { PackageFault } from "./findings.ts";

const PLAIN = /[^",\r\n]*/y;
const END = /,|\r\n|$/y;

/** The rows of an RFC 4180 text, of which the last may lack its CRLF; a cell has any length. Throws PackageFault. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { cell, stop } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    row.push(cell);
    END.lastIndex = stop;
    const end = END.exec(text)?.[0];
    if (end === undefined) throw new PackageFault("documents.csv is no CSV");
    at = stop + end.length;
    if (end === "," && at < text.length) continue;
    if (end === ",") row.push("");
    rows.push(row);
    row = [];
  }
  return rows;
}

interface Cell {
  readonly cell: string;
  /** Where it ends. */
  readonly stop: number;
}

function readPlain(text: string, start: number): Cell {
  PLAIN.lastIndex = start;
  const [cell] = PLAIN.exec(text)!;
  return { cell, stop: start + cell.length };
}

function readQuoted(text: string, start: number): Cell {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) throw new PackageFault("documents.csv ends within quotes");
    if (text[at + 1] !== '"') return { cell: text.slice(start + 1, at).replaceAll('""', '"'), stop: at + 1 };
  }
}
