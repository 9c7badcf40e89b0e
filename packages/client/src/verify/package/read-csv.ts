import { PackageFault } from "./findings.ts";

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;

/** The rows of an RFC 4180 text. Throws PackageFault. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const found = CELL.exec(text);
    if (!found) throw new PackageFault("documents.csv is no CSV");
    const [, quoted, plain = "", end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "," && CELL.lastIndex === text.length) row.push("");
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, row] : rows;
}
