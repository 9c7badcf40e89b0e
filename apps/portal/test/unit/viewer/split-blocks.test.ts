import { expect, test } from "vitest";
import { splitBlocks } from "../../../src/viewer/split-blocks.ts";

const text = "2.1 Passwords\nAt least 12 characters.\nKind | Length\nPersonal | 12\nShared | 16\nEnd.";

test("a section is parted into its heading, its tables and the text in between", () => {
  const blocks = splitBlocks(text, "2 Signing in > 2.1 Passwords");
  expect(blocks.map(({ kind }) => kind)).toEqual(["heading", "prose", "table", "prose"]);
  expect(blocks[1]).toMatchObject({ text: "At least 12 characters." });
  expect(blocks[2]).toMatchObject({ rows: [{ length: 2 }, { length: 2 }, { length: 2 }] });
});

test("a bar in running text is no table, and tables of other widths are other tables", () => {
  expect(splitBlocks("either | or\nand so on", null)).toEqual([
    { kind: "prose", text: "either | or\nand so on", start: 0 },
  ]);
  expect(splitBlocks("a | b\nc | d\ne | f | g\nh | i | j", null).map((block) => block.start)).toEqual([0, 12]);
});

test("nothing is lost, and each part knows its place", () => {
  const parts = splitBlocks(text, "2 Signing in > 2.1 Passwords").flatMap((block) =>
    "text" in block ? [block] : "rows" in block ? block.rows.flat() : [],
  );
  for (const part of parts) expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text);
  const words = (shown: string) => shown.replace(/[\s|]/g, "");
  expect(words(parts.map((part) => part.text).join(""))).toBe(words(text));
});

test("lists, Markdown's tables and a mail's head are parts of their own, each with its place", () => {
  const notes = "Steps:\n- Ask the owner.\n2. Write it down.\n| Step | When |\n|---|---|\n| One | Q1 2027 |";
  const blocks = splitBlocks(notes, null);
  expect(blocks.map(({ kind }) => kind)).toEqual(["prose", "item", "item", "table"]);
  const cells = blocks.flatMap((block) => ("rows" in block ? block.rows.flat() : []));
  expect(cells.map(({ text }) => text)).toEqual(["Step", "When", "One", "Q1 2027"]);
  for (const { text, start } of cells) expect(notes.slice(start, start + text.length)).toBe(text);

  const mail = "From: Kasimir\nSubject: Notice\n\nDear all";
  const [head] = splitBlocks(mail, null);
  expect(head).toMatchObject({ kind: "fields", fields: [{ name: { text: "From" } }, { value: { text: "Notice" } }] });
  for (const { name, value } of head?.kind === "fields" ? head.fields : [])
    for (const { text, start } of [name, value]) expect(mail.slice(start, start + text.length)).toBe(text);
});

test("a heading with nothing under it is a heading too, at the level where it is", () => {
  const blocks = splitBlocks("2 Signing in\n2.1 Passwords\nAt least 12.", "2 Signing in > 2.1 Passwords");
  expect(blocks.map((block) => [block.kind, "level" in block ? block.level : null, block.start])).toEqual([
    ["heading", 1, 0],
    ["heading", 2, 13],
    ["prose", null, 27],
  ]);
});

test("a table that continues from an earlier segment has the headings of its columns", () => {
  const rows = "Shared | 16\nPrivileged | 20";
  expect(splitBlocks(rows, "2.1 Passwords", "Kind | Length")).toMatchObject([{ headings: ["Kind", "Length"] }]);
  expect(splitBlocks(rows, "2.1 Passwords", "Kind | Length | Since")).toMatchObject([{ headings: null }]);
  expect(splitBlocks(rows, "2.1 Passwords")).toMatchObject([{ headings: null }]);
});
