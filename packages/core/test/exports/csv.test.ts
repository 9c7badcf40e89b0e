import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCsv } from "../../src/csv.ts";

const cell = (value: string | number | null) => toCsv([[value]]).slice(1, -2);

describe("a cell", () => {
  test.each([
    ["plain", "plain"],
    ["", ""],
    [null, ""],
    [0.75, "0.75"],
    [-3, "-3"],
    ["a,b", '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
    [" padded ", " padded "],
    ["é 漢 😀", "é 漢 😀"],
  ])("%j is written as RFC 4180 has it", (value, written) => {
    expect(cell(value)).toBe(written);
  });

  test.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "\0=1",
    "|cmd",
    ";=1",
    '=HYPERLINK("http://x")',
    "=cmd|' /C calc'!A0",
  ])("%j is never a formula", (value) => {
    expect(cell(value).replace(/^"/, "")[0]).toBe("'");
    expect(cell(value)).toContain(value.replaceAll('"', '""'));
  });
});

describe("a table", () => {
  test("begins with a byte-order mark and ends every row alike", () => {
    expect(
      toCsv([
        ["a", "b"],
        ["c", null],
      ]),
    ).toBe("\ufeffa,b\r\nc,\r\n");
  });

  test("reads back as it was, but for the quote before what looks like a formula", () => {
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(...'",\r\n;=+-@\t ab') }));
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
        const guarded = rows.map((row) => row.map((text) => (/^[=+\-@\t\r\n\0|;]/.test(text) ? `'${text}` : text)));
        expect(parse(toCsv(rows).slice(1))).toEqual(guarded);
      }),
    );
  });
});

/** RFC 4180, read by the letter. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let value = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (text[at] === '"') at += 1;
        value += text[at];
      }
      at += 1;
    } else {
      while (text[at] !== "," && !text.startsWith("\r\n", at)) value += text[at++];
    }
    row.push(value);
    if (text[at] === ",") {
      at += 1;
      continue;
    }
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}
