import type { StreamedSheet, Worksheet } from "@assay/core/ports";
import { read, utils, type WorkSheet } from "@e965/xlsx";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test, vi } from "vitest";
import { createWorkbookWriter } from "../../src/workbook/index.ts";

const writer = createWorkbookWriter();

/** Reads with an independent reader, formulas and raw values included. */
async function readBack(sheets: readonly Worksheet[]) {
  return read(await writer.write(sheets), { cellFormula: true, cellStyles: true, raw: true });
}
async function readSheet(rows: Worksheet["rows"]): Promise<WorkSheet> {
  const sheet = (await readBack([{ name: "Sheet", rows }])).Sheets.Sheet;
  if (sheet === undefined) throw new Error("Cannot find the sheet that was written");
  return sheet;
}
async function xmlOf(rows: Worksheet["rows"], path: string): Promise<string> {
  return strFromU8(unzipSync(await writer.write([{ name: "Sheet", rows }]))[path] ?? new Uint8Array());
}

test("sheets, headings, texts and numbers come back as they were", async () => {
  const rows = [
    ["Requirement", "Confidence", "Note"],
    ["AC-1 Grüße 👋 <b>&amp;</b>", 0.75, null],
    ["line one\nline two", -3, "  spaces  "],
  ];
  const book = await readBack([
    { name: "Assessments", rows },
    { name: "Tasks & more", rows: [["Title"]] },
  ]);
  expect(book.SheetNames).toEqual(["Assessments", "Tasks & more"]);
  const back = utils.sheet_to_json(book.Sheets.Assessments ?? {}, { header: 1, defval: null });
  expect(back).toEqual(rows);
});

test("equal sheets give equal bytes, at any time", async () => {
  const sheets = [
    {
      name: "A",
      rows: [
        ["Name", "Count"],
        ["x", 1],
      ],
    },
  ];
  const first = await writer.write(sheets);
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ["Date"] });
  try {
    expect(await createWorkbookWriter().write(structuredClone(sheets))).toEqual(first);
  } finally {
    vi.useRealTimers();
  }
  expect(
    await writer.write([
      {
        name: "A",
        rows: [
          ["Name", "Count"],
          ["x", 2],
        ],
      },
    ]),
  ).not.toEqual(first);
});

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  '=HYPERLINK("http://x")',
  "=cmd|' /C calc'!A0",
  "007",
  "1e5",
  "2026-01-01",
  "TRUE",
  "#REF!",
  "#N/A",
  "#SPILL!",
  "#1 priority",
  "http://x.example",
])("%j stays text", async (text) => {
  const cell = (await readSheet([["Heading"], [text]])).A2;
  expect(cell).toMatchObject({ t: "s", v: text });
  expect(cell).not.toHaveProperty("f");
  expect(cell).not.toHaveProperty("l");
  expect(await xmlOf([["Heading"], [text]], "xl/worksheets/sheet1.xml")).not.toMatch(/<f[ >]|hyperlink/i);
});

test("control characters and broken surrogates are taken out, text that looks like an escape is kept", async () => {
  const cases: [string, string][] = [
    ["a\u0000b\u000bc\u001bd\u007fe\ufffef", "abcdef"],
    ["a\r\nb\rc\td", "a\nb\nc\td"],
    ["lone \ud800 half", "lone \ufffd half"],
    ["_x000B_ and _x0041_", "_x000B_ and _x0041_"],
  ];
  const sheet = await readSheet([["Heading"], ...cases.map(([text]) => [text])]);
  cases.forEach(([, expected], at) => {
    expect(sheet[`A${at + 2}`].v).toBe(expected);
  });
});

test("a text past 32,767 characters is cut with a mark, never inside a character", async () => {
  const fits = "x".repeat(32_767);
  const sheet = await readSheet([["Heading"], [fits], [`${fits}y`], [`${"x".repeat(32_765)}👋👋`]]);
  expect(sheet.A2.v).toBe(fits);
  expect(sheet.A3.v).toBe(`${"x".repeat(32_766)}…`);
  expect(sheet.A4.v).toBe(`${"x".repeat(32_765)}…`);
});

test("the heading is bold, frozen and filters; text wraps in columns of a sensible width", async () => {
  const rows = [
    ["Name", "Reasoning"],
    ["x", "word ".repeat(200)],
  ];
  const xml = await xmlOf(rows, "xl/worksheets/sheet1.xml");
  expect(xml).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
  expect(xml).toContain('<autoFilter ref="A1:B2"');
  const widths = [...xml.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Math.round(Number(width)));
  expect(widths).toEqual([10, 60]);
  const styles = await xmlOf(rows, "xl/styles.xml");
  const formats = [...(/<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? "").matchAll(/<xf .*?(?:<\/xf>|\/>)/gs)];
  const fonts = [...(/<fonts.*<\/fonts>/s.exec(styles)?.[0] ?? "").matchAll(/<font>.*?<\/font>/gs)];
  const formatOf = (cell: string) =>
    formats[Number(new RegExp(`<c (?=[^>]*r="${cell}")[^>]* s="(\\d+)"`).exec(xml)?.[1])]?.[0] ?? "";
  const fontOf = (cell: string) => fonts[Number(/fontId="(\d+)"/.exec(formatOf(cell))?.[1])]?.[0] ?? "";
  expect(fontOf("A1")).toContain("<b/>");
  expect(fontOf("B2")).not.toContain("<b/>");
  expect(formatOf("B2")).toMatch(/wrapText="(1|true)"/);
});

test("empty sheets and wide ones are written", async () => {
  const book = await readBack([
    { name: "Empty", rows: [] },
    { name: "Wide", rows: [Array.from({ length: 60 }, (_, at) => at)] },
  ]);
  expect(utils.sheet_to_json(book.Sheets.Empty ?? {}, { header: 1 }).flat()).toEqual([]);
  expect(book.Sheets.Wide?.BH1.v).toBe(59);
});

test.each(["", "a".repeat(32), "a/b", "a[b]", "a:b"])("the sheet name %j is refused", async (name) => {
  await expect(writer.write([{ name, rows: [] }])).rejects.toThrow("its name must match");
});

test("a number that is not finite is refused", async () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(writer.write([{ name: "A", rows: [[value]] }])).rejects.toThrow("must be finite");
  }
});

test("whatever the texts are, they come back clean and nothing becomes a formula", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "binary", minLength: 1 }), { minLength: 1, maxLength: 20 }),
      async (texts) => {
        const sheet = await readSheet([["Heading"], ...texts.map((text) => [`.${text}`])]);
        texts.forEach((text, at) => {
          const expected = `.${text}`.replace(/\r\n?/g, "\n").replace(/(?![\n\t])[\p{Cc}\uFFFE\uFFFF]/gu, "");
          expect(sheet[`A${at + 2}`]).toMatchObject({ t: "s", v: expected });
        });
      },
    ),
    { numRuns: 50 },
  );
});

describe("a workbook that is streamed", () => {
  type Rows = Worksheet["rows"];
  async function* batchesOf(rows: Rows): AsyncGenerator<Rows, undefined> {
    for (const row of rows) yield [row];
  }
  const sheet = (rows: Rows, heading: readonly string[] | null = ["Heading", "Count"]): StreamedSheet => ({
    ...{ name: "A & B", widths: [20, 60], heading, rows: batchesOf(rows) },
  });
  const bytesOf = async (sheets: readonly StreamedSheet[]) => {
    const parts: Uint8Array[] = [];
    for await (const part of writer.stream(sheets)) parts.push(part);
    return Buffer.concat(parts);
  };

  test("comes back as it was, and no text becomes a formula, a link or an error", async () => {
    const texts = [
      "=1+1",
      "+1",
      "-1",
      "@SUM(A1)",
      "#REF!",
      "007",
      "http://x.example",
      "<b>&amp;</b>",
      "  spaces  ",
      "a\nb",
    ];
    const rows = texts.map((text, at) => [text, at]);
    const bytes = await bytesOf([sheet(rows), { ...sheet([["x", null, 1.5]], null), name: "Second" }]);
    const book = read(bytes, { cellFormula: true, raw: true });
    expect(book.SheetNames).toEqual(["A & B", "Second"]);
    const back = utils.sheet_to_json(book.Sheets["A & B"] ?? {}, { header: 1 });
    expect(back).toEqual([["Heading", "Count"], ...rows]);
    expect(utils.sheet_to_json(book.Sheets.Second ?? {}, { header: 1, defval: null })).toEqual([["x", null, 1.5]]);
    const files = unzipSync(bytes);
    const xml = strFromU8(files["xl/worksheets/sheet1.xml"]!);
    expect(xml).not.toMatch(/<f[ >]|hyperlink/i);
    expect(xml).toContain(`<autoFilter ref="A1:B${texts.length + 1}"/>`);
    expect(xml).toMatch(/<pane [^>]*state="frozen"/);
  });

  test("is equal for equal sheets, and refuses what Excel would", async () => {
    expect(await bytesOf([sheet([["x", 1]])])).toEqual(await bytesOf([sheet([["x", 1]])]));
    await expect(bytesOf([{ ...sheet([]), name: "a/b" }])).rejects.toThrow("its name must match");
    await expect(bytesOf([sheet([[Number.NaN]])])).rejects.toThrow("must be finite");
  });

  test("takes rows no sooner than its bytes are read, and no more once the reader has gone", async () => {
    let taken = 0;
    const noise = (at: number) =>
      Array.from({ length: 300 }, (_, word) => ((at * 7919 + word * 104_729) % 1e6).toString(36));
    async function* endless(): AsyncGenerator<Rows, undefined> {
      for (; ; taken++) yield Array.from({ length: 100 }, (_, at) => [noise(taken * 100 + at).join(" ")]);
    }
    let bytes = 0;
    for await (const part of writer.stream([{ ...sheet([]), rows: endless() }])) {
      bytes += part.length;
      if (bytes > 500_000) break;
    }
    const stopped = taken;
    expect(bytes).toBeLessThan(1_500_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(stopped);
  });
});
