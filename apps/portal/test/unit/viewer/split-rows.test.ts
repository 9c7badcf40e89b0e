import { describe, expect, test } from "vitest";
import { splitRows } from "../../../src/viewer/split-rows.ts";

const text = "Name | Owner | Tested\nPayroll | Ana | yes\nWiki |  | no";

describe("a block of rows becomes a grid", () => {
  test("with letters and numbers where each row fills the range", () => {
    const grid = splitRows(text, "Backup register!B4:D6", 8)!;
    expect(grid).toMatchObject({ sheet: "Backup register", range: "B4:D6", columns: ["B", "C", "D"] });
    expect(grid.rows.map(({ number, cells }) => [number, ...cells.map((cell) => cell.text)])).toEqual([
      [4, "Name", "Owner", "Tested"],
      [5, "Payroll", "Ana", "yes"],
      [6, "Wiki", "", "no"],
    ]);
  });

  test("whose cells know their place in the text", () => {
    for (const { cells } of splitRows(text, "S!A1:C3", 8)!.rows)
      for (const cell of cells) expect(text.slice(cell.start, cell.start + cell.text.length)).toBe(cell.text);
  });

  test("without row numbers where rows were omitted, and without letters where a row is short", () => {
    expect(splitRows(text, "S!A1:C9", 8)!.rows.map(({ number }) => number)).toEqual([null, null, null]);
    expect(splitRows("a | b\nc", "S!A1:B2", 8)!.columns).toBeNull();
  });

  test("in which an empty cell at the start of a row keeps its place, from the reading on that writes it", () => {
    const kept = "Open risk | Accepted risk | Closed risk\nUnpatched VPN\n| No second factor\n|  | Default password";
    const grid = splitRows(kept, "Risks!A1:C4", 9)!;
    expect(grid.columns).toEqual(["A", "B", "C"]);
    expect(grid.rows.map(({ cells }) => cells.map((cell) => cell.text))).toEqual([
      ["Open risk", "Accepted risk", "Closed risk"],
      ["Unpatched VPN"],
      ["", "No second factor"],
      ["", "", "Default password"],
    ]);
    for (const { cells } of grid.rows)
      for (const cell of cells) expect(kept.slice(cell.start, cell.start + cell.text.length)).toBe(cell.text);
    expect(splitRows(kept, "Risks!A1:C4", 8)!.columns).toBeNull();
  });

  test("of a table without sheets", () => {
    expect(splitRows(text, "Rows 1-3", null)).toMatchObject({ sheet: null, range: "Rows 1-3", columns: null });
    expect(splitRows("only", "Row 7", 10)!.rows[0]).toMatchObject({ number: 7 });
  });

  test("beyond column Z, and with an exclamation mark in the sheet's name", () => {
    expect(splitRows("a | b | c", "Stop! now!Z1:AB1", 8)).toMatchObject({
      sheet: "Stop! now",
      columns: ["Z", "AA", "AB"],
    });
  });
});

test.each([[null], ["2 Access control > 2.1 Passwords"], ["Slide 3"], ["Sheet1 comments"]])(
  "a text at %s is no block of rows",
  (location) => {
    expect(splitRows(text, location, 10)).toBeUndefined();
  },
);
