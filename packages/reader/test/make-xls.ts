import { makeCompoundFile } from "./make-outlook.ts";

const BLANK = [3, 0, 0, 0, 0, 0, 0xff, 0xff];

function record(id: number, ...bytes: number[]): Buffer {
  const data = Buffer.from(bytes);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

const two = (value: number) => [value & 0xff, value >> 8];
const begin = (kind: number) => record(0x809, 0, 6, ...two(kind), 0xbb, 0xd, 0xcc, 7, 0, 0, 0, 0, 6, 0, 0, 0);
const end = record(0x0a);

/** A workbook of one sheet, `S`, whose cells are formulas, by row and column; null has no value. */
export function makeFormulas(cells: readonly (readonly (number | null)[])[]): Uint8Array {
  const formulas = cells.flatMap((row, r) =>
    row.map((value, c) => {
      const stored = Buffer.alloc(8);
      stored.writeDoubleLE(value ?? 0);
      const result = value === null ? BLANK : [...stored];
      return record(0x06, ...two(r), ...two(c), 0, 0, ...result, 0, 0, 0, 0, 0, 0, 3, 0, 0x1e, 7, 0);
    }),
  );
  const name = [1, 0, "S".charCodeAt(0)];
  const globals = begin(5).length + record(0x85, 0, 0, 0, 0, 0, 0, ...name).length + end.length;
  const sheet = record(0x85, ...two(globals), 0, 0, 0, 0, ...name);
  return makeCompoundFile({ Workbook: Buffer.concat([begin(5), sheet, end, begin(0x10), ...formulas, end]) });
}
