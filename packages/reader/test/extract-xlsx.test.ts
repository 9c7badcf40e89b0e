import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { extractAll, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";

const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

interface SheetSource {
  readonly name: string;
  readonly state?: string;
  readonly rows: string;
}

function makeXlsx(sheets: readonly SheetSource[], { date1904 = false, extra = {} as Record<string, string> } = {}) {
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships><Relationship Id="r" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, state }, i) =>
          `<sheet name="${name}" sheetId="${i + 1}" ${state ? `state="${state}"` : ""} r:id="s${i}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets
      .map((_, i) => `<Relationship Id="s${i}" Type="${REL}/worksheet" Target="worksheets/sheet${i}.xml"/>`)
      .join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy hh:mm"/>
      <numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>
      <xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst><si><t>Control</t></si><si><r><t>Own</t></r><r><t>er</t></r><rPh><t>ignored</t></rPh></si><si><t>a_x000D_&amp; b</t></si></sst>`,
    ...extra,
  };
  for (const [i, { rows }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${i}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

const extract = (...args: Parameters<typeof makeXlsx>) =>
  extractAll(testExtractor(), sourceFile("xlsx", makeXlsx(...args)));

test("cells are read as people see them", async () => {
  const { segments } = await extract([
    {
      name: "Sheet1",
      rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
        <row r="2"><c r="A2" s="1"><v>46082</v></c><c r="B2" s="2"><v>0.125</v></c><c r="D2" t="b"><v>1</v></c></row>
        <row r="3"><c r="A3" s="3"><v>46082.5</v></c><c r="B3" s="4"><v>2.5</v></c><c r="C3"><v>0.99990000000000001</v></c></row>
        <row r="4"><c r="A4" t="inlineStr"><is><t>inline</t></is></c><c r="B4" t="str"><f>A4</f><v>cached</v></c><c r="C4" t="e"><v>#N/A</v></c><c r="D4" s="5"><v>0.75</v></c></row>`,
    },
  ]);
  expect(segments[0]?.text.split("\n")).toEqual([
    "Control | Owner | a & b",
    "2026-03-01 | 12.5% |  | TRUE",
    "2026-03-01 12:00 | 2.5 | 0.9999",
    "inline | cached | #N/A | 18:00",
  ]);
  expect(segments[0]).toMatchObject({ location: "Sheet1!A1:D4", context: "Sheet1: Control | Owner | a & b" });
});

test.each([
  [false, "2021-01-01"],
  [true, "2025-01-02"],
])("dates follow the date system (1904: %s)", async (date1904, expected) => {
  const rows = `<row r="1"><c r="A1" s="1"><v>44197</v></c></row>`;
  const { segments } = await extract([{ name: "S", rows }], { date1904 });
  expect(segments[0]?.text).toBe(expected);
});

test("rows come in blocks of about a chunk, each with its exact range and the headings as context", async () => {
  const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = Array.from({ length: 101 }, (_, i) =>
    i === 0
      ? `<row r="1">${cell("A1", "Control")}${cell("B1", "Evidence")}</row>`
      : `<row r="${i + 1}">${cell(`A${i + 1}`, `AC-${i}`)}${cell(`B${i + 1}`, "words ".repeat(15))}</row>`,
  ).join("");
  const { segments } = await extract([{ name: "Controls", rows }]);
  expect(segments.length).toBeGreaterThan(5);
  let next = 1;
  for (const { text, location, context } of segments) {
    expect(text.length).toBeLessThanOrEqual(1600);
    const [, first, last] = /^Controls!A(\d+):B(\d+)$/.exec(location ?? "") ?? [];
    expect(Number(first)).toBe(next);
    expect(text.split("\n")).toHaveLength(Number(last) - Number(first) + 1);
    expect(context).toBe("Controls: Control | Evidence");
    next = Number(last) + 1;
  }
  expect(next).toBe(102);
});

describe("a sheet that Excel hides is read, labelled and marked hidden", () => {
  test.each(["hidden", "veryHidden"])("%s", async (state) => {
    const row = (text: string) => `<row r="3"><c r="B3" t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const { segments, ...summary } = await extract([
      { name: "Open", rows: row("seen") },
      { name: "Secret", state, rows: row("unseen") },
      { name: "Empty", rows: "" },
    ]);
    expect(segments.map(({ location }) => location)).toEqual(["Open!B3", "Secret (hidden)!B3"]);
    expect(hiddenTexts(segments)).toEqual(["unseen"]);
    expect(summary).toMatchObject({ pages: 3, pagesWithText: 2, warnings: [] });
  });
});

test("comments on cells follow their sheet", async () => {
  const { segments } = await extract([{ name: "S", rows: `<row r="1"><c r="A1"><v>1</v></c></row>` }], {
    extra: {
      "xl/worksheets/_rels/sheet0.xml.rels": `<Relationships><Relationship Id="c" Type="${REL}/comments" Target="../comments1.xml"/></Relationships>`,
      "xl/comments1.xml": `<comments><commentList><comment ref="B3"><text><r><t>Reviewed </t></r><r><t>by Ann</t></r></text></comment></commentList></comments>`,
    },
  });
  expect(segments[1]).toMatchObject({ location: "S comments", text: "B3: Reviewed by Ann" });
});

test("a string that is used by very many cells meets the limit on characters, not the memory", async () => {
  const long = "x".repeat(32_000);
  const rows = Array.from(
    { length: 2000 },
    (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`,
  ).join("");
  const extra = { "xl/sharedStrings.xml": `<sst><si><t>${long}</t></si></sst>` };
  await expect(extract([{ name: "S", rows }], { extra })).rejects.toMatchObject({ code: "EXTRACTION_LIMIT_EXCEEDED" });
});
