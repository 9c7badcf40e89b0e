import type { RowRange } from "../text/row-blocks.ts";

/** `A1:D20`, or `A1` where that is all. */
export function describeRange({ firstRow, lastRow, firstColumn, lastColumn }: RowRange): string {
  const from = `${columnName(firstColumn)}${firstRow}`;
  const to = `${columnName(lastColumn)}${lastRow}`;
  return from === to ? from : `${from}:${to}`;
}

/** 27 → `AB` */
export function columnName(column: number): string {
  let name = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}
