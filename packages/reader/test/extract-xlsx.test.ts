import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { checkSegments, extractAll, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { makeFormulas } from "./make-xls.ts";

const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

interface SheetSource {
  readonly name: string;
  readonly state?: string;
  readonly rows: string;
  readonly after?: string;
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
  for (const [i, { rows, after = "" }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${i}.xml`] = `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`;
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
    "2026-03-01 | 12.50% |  | TRUE",
    "2026-03-01 12:00 | 2.5 days | 0.9999",
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
  expect(segments[1]).toMatchObject({ kind: "COMMENT", location: "S comments", text: "B3: Reviewed by Ann" });
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

const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
/** A sheet by its lines; `~` is a cell that the file does not have. */
const sheetOf = (...lines: string[]) =>
  lines
    .map((line, row) => {
      const cells = line
        .split("|")
        .map((value, at) =>
          value.trim() === "~" ? "" : text(`${String.fromCharCode(65 + at)}${row + 1}`, value.trim()),
        );
      return `<row r="${row + 1}">${cells.join("")}</row>`;
    })
    .join("");
const merged = (...areas: string[]) =>
  `<mergeCells>${areas.map((area) => `<mergeCell ref="${area}"/>`).join("")}</mergeCells>`;

describe("every value stands under its heading", () => {
  const read = async (rows: string, after = "") => {
    const { segments } = await extract([{ name: "S", rows, after }]);
    checkSegments(segments);
    return segments;
  };

  test("an empty cell at the start of a row keeps its place", async () => {
    const [segment] = await read(
      sheetOf("Open risk | Accepted risk | Closed risk", "VPN", "~ | No MFA in the lab", "~ | ~ | Default password"),
    );
    expect(segment?.text.split("\n").slice(1)).toEqual(["VPN", "| No MFA in the lab", "|  | Default password"]);
  });

  test("a table that begins in a later column begins with its first cell", async () => {
    const [segment] = await read(sheetOf("~ | Risk | Owner", "~ | VPN | Ann", "~ | ~ | Bob"));
    expect(segment).toMatchObject({
      text: "Risk | Owner\nVPN | Ann\n| Bob",
      location: "S!B1:C3",
      context: "S: Risk | Owner",
    });
  });

  test("a merged cell's value is in each row and column that it reaches into", async () => {
    const [segment] = await read(
      sheetOf(
        "Family | Owner | Date | Note",
        "Access | CISO | May | ok",
        "~ | ~ | June | ok",
        "Logs | Ann | not applicable | ~",
      ),
      merged("A2:A3", "B2:B3", "C4:D4"),
    );
    expect(segment?.text.split("\n").slice(1)).toEqual([
      "Access | CISO | May | ok",
      "Access | CISO | June | ok",
      "Logs | Ann | not applicable | not applicable",
    ]);
  });

  test("a merged value that is hidden stays hidden where it is repeated", async () => {
    const rows = `<row r="1">${text("A1", "Family")}${text("B1", "Date")}</row><row r="2" hidden="1">${text("A2", "secret")}${text("B2", "May")}</row><row r="3">${text("B3", "June")}</row>`;
    expect(hiddenTexts(await read(rows, merged("A2:A3")))).toEqual(["secret", "May", "secret"]);
  });

  test("a title that is merged over the sheet is no row of headings", async () => {
    const [segment] = await read(sheetOf("Register 2026", "Risk | Owner", "VPN | Ann"), merged("A1:B1"));
    expect(segment).toMatchObject({ context: "S: Risk | Owner", text: "Register 2026\nRisk | Owner\nVPN | Ann" });
  });

  test.each([
    ["merged", ["A1:A2", "B1:C1", "D1:E1"], "Family | Owner > Name | Owner > Team | Review > Date | Review > Result"],
    ["not merged", [], "Family | Owner > Name | Owner > Team | Review > Date | Review > Result"],
  ])("two rows of headings are one: %s", async (_, areas, expected) => {
    const [segment] = await read(
      sheetOf(
        "Family | Owner | ~ | Review | ~",
        "~ | Name | Team | Date | Result",
        "Access | Ann | Red | 2026-03-01 | ok",
      ),
      areas.length > 0 ? merged(...areas) : "",
    );
    expect(segment?.context).toBe(`S: ${expected}`);
  });

  test.each([
    ["Control | Owner | Result", "Access | Ann | Passed"],
    ["Control | ~ | Result", "Access | x | Passed"],
    ["Control | Owner", "~ | Ann"],
  ])("the first row of values is no second row of headings: %s / %s", async (headings, values) => {
    const [segment] = await read(sheetOf(headings, values, values));
    expect(segment?.context).toBe(`S: ${headings.replaceAll(" ~ ", " ").trim()}`.replace(/\|\s\|/, "|  |"));
  });

  test("a row of a wide table names its columns itself", async () => {
    const names = Array.from({ length: 10 }, (_, at) => `Column ${String.fromCharCode(65 + at)}`);
    const [segment] = await read(sheetOf(names.join(" | "), "a | ~ | c | d | e | f | g | h | ~ | k"));
    expect(segment?.text).toBe(
      `${names.join(" | ")}\nColumn A: a | Column C: c | Column D: d | Column E: e | Column F: f | Column G: g | Column H: h | Column J: k`,
    );
  });

  test("headings after pairs of names and values begin a table of their own", async () => {
    const rows = sheetOf("Prepared by | Ann", "Reviewer | Bob", "~", "Risk | Owner | State", "VPN | Ann | open");
    const contexts = (await read(rows)).map(({ context }) => context);
    expect(contexts).toEqual(["S: Prepared by | Ann", "S: Risk | Owner | State"]);
  });

  const wide = Array.from({ length: 10 }, (_, at) => `Column ${String.fromCharCode(65 + at)}`).join(" | ");
  const values = "1 | MFA | No | Ann | HQ | Red | EU | High | x | y";
  const assets = "Asset | Encrypted | Place | Keeper | Serial | Model | Vendor | Class | Backup | Disposal";
  const asset = "Laptop | No | Berlin | Yes-Ltd | 77 | X1 | Dell | A | None | Shred";

  test.each([
    ["after a gap", ["~"]],
    ["after a gap and a title", ["~", "Assets"]],
  ])("a second wide table %s does not get the names of the first", async (_, between) => {
    const segments = await read(sheetOf(wide, values, ...between, assets, asset));
    expect(segments[0]?.text).toContain("Column B: MFA | Column C: No");
    expect(segments.at(-1)).toMatchObject({
      context: "S",
      text: expect.stringMatching(/\nLaptop \| No \| Berlin \| /),
    });
  });

  test("a wide table goes on after a gap with its values or its own headings", async () => {
    const [segment] = await read(sheetOf(wide, values, "~", values, "~", wide, values));
    expect(segment?.text.split("\n").filter((line) => line.includes("Column C: No | "))).toHaveLength(3);
  });

  test("a row after a wide table's headings has each name, also before a value that is alike", async () => {
    const [segment] = await read(sheetOf(wide.replace("Column B", "Note: all"), values.replace("MFA", "Column C")));
    expect(segment?.text).toContain("\nColumn A: 1 | Note – all: Column C | ");
    const [alike] = await read(sheetOf(wide, values.replace("No", "Column C")));
    expect(alike?.text).toContain(" | Column C: Column C | ");
  });

  test.each([["AC | MFA | Yes | Alice"], ["AC | MFA | Implemented | Alice"]])(
    "the first row of values under merged headings alone is no second row of headings: %s",
    async (row) => {
      const [segment] = await read(
        sheetOf("Control | ~ | State | ~", row, "BK | Backup | No | Bob"),
        merged("A1:B1", "C1:D1"),
      );
      expect(segment?.context).toBe("S: Control | Control | State | State");
    },
  );

  test("a heading over two rows keeps answers that are headings", async () => {
    const [segment] = await read(
      sheetOf("Question | Answer | ~ | ~", "~ | Yes | No | Partly", "MFA? | x | ~ | ~"),
      merged("A1:A2", "B1:D1"),
    );
    expect(segment?.context).toBe("S: Question | Answer > Yes | Answer > No | Answer > Partly");
  });

  test("of areas that overlap the first counts", async () => {
    const rows = sheetOf("Control | State | Owner", "MFA | No | Ann", "~ | ~ | x", "k | ~ | y");
    const [segment] = await read(rows, merged("A2:B3", "B2:C4"));
    expect(segment?.text.split("\n")).toEqual([
      "Control | State | Owner",
      "MFA | No | Ann",
      "MFA | MFA | x",
      "k |  | y",
    ]);
  });

  test("merged values over very many rows end in empty places, not in a refusal", async () => {
    const row = (number: number) => `<row r="${number}">${text(`AZ${number}`, "z")}</row>`;
    const rows = Array.from({ length: 20_000 }, (_, at) => row(at + 2)).join("");
    const first = `<row r="1">${text("A1", "x".repeat(190))}${text("AZ1", "z")}</row>`;
    const segments = await read(first + rows, merged("A1:AG1048576"));
    expect(segments.reduce((sum, segment) => sum + segment.text.length, 0)).toBeLessThan(3_000_000);
    expect(segments.at(-1)?.text).toMatch(/z$/);
  });
});

const escapeXml = (code: string) => code.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const stylesOf = (codes: readonly string[]) =>
  `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`).join("")}</numFmts><cellXfs>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join("")}</cellXfs></styleSheet>`;

test.each([
  ['[=1]"Yes";[=0]"No";General', [1, 0, 7], ["Yes", "No", "7"]],
  ['"Yes";;"No"', [1, 0], ["Yes", "No"]],
  ['"Yes";;', [1], ["Yes"]],
  ["0\\;", [-5, 5], ["-5;", "5;"]],
  ['"Passed";"Failed";"Not tested"', [1, -1, 0], ["Passed", "Failed", "Not tested"]],
  ['0" days"', [90], ["90 days"]],
  ['0 "months"', [6], ["6 months"]],
  ['[<1]"under a year";[<2]"one year";0 "years"', [0.5, 1, 3], ["under a year", "one year", "3 years"]],
  ['[>=1000]#,##0,"k";0', [1500, 20], ["2k", "20"]],
  ["[Red][<0]-0;0", [-5, 5], ["-5", "5"]],
  ["00000", [42], ["00042"]],
  ['"PO-"0000', [42], ["PO-0042"]],
  ["000-00-0000", [123456789], ["123-45-6789"]],
  ["#,##0", [1234567], ["1,234,567"]],
  ["0.00", [0.3], ["0.30"]],
  ["0.0#", [0.30000000000000004], ["0.3"]],
  ['#,##0.00 "€"', [1234.5], ["1,234.50 €"]],
  ["[$€-2] #,##0.00", [1234.5], ["€ 1,234.50"]],
  ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', [1234.5, -2], ["1,234.50 €", "-2.00 €"]],
  ["$#,##0.00;[Red]($#,##0.00)", [5, -5], ["$5.00", "($5.00)"]],
  ["0%", [0.5], ["50%"]],
  ["0.0%", [0.125], ["12.5%"]],
  ["0.00E+00", [12345], ["1.23E+04"]],
  ["# ?/?", [0.5], ["1/2"]],
  ['0.0,,"M"', [12345678], ["12.3M"]],
  ["[h]:mm", [1.5], ["36:00"]],
  ["[h]:mm:ss", [30.25], ["726:00:00"]],
  ["[mm]:ss", [0.25], ["360:00"]],
  ["h:mm", [0.75], ["18:00"]],
  ["h:mm AM/PM", [0.75], ["6:00 PM"]],
  ["yyyy-mm-dd", [46082], ["2026-03-01"]],
  ["dd.mm.yyyy", [46082], ["2026-03-01"]],
  ["m/d/yy", [46082], ["2026-03-01"]],
  ["dd/mm/yyyy hh:mm", [46082.5], ["2026-03-01 12:00"]],
  ["d mmmm yyyy", [46082], ["1 March 2026"]],
  ["[$-407]d. mmmm yyyy", [46082], ["2026-03-01"]],
  ["mmmm yyyy", [46082], ["March 2026"]],
  ["mmm-yy", [46082], ["Mar-2026"]],
  ["yyyy", [46082], ["2026"]],
  ["dddd, d mmm yyyy", [46082], ["Sunday, 1 Mar 2026"]],
  ["[$-F800]dddd, mmmm dd, yyyy", [46082], ["2026-03-01"]],
  ['yyyy"年"m"月"d"日"', [46082], ["2026-03-01"]],
  ["General", [0.30000000000000004, 123456789012], ["0.3", "123456789012"]],
  ['General" h"', [4.5], ["4.5 h"]],
  ["0;-0;;@", [5], ["5"]],
  ["[Color10]0", [5], ["5"]],
  ["nonsense [", [5], ["5"]],
])("the number format %s shows what Excel shows", async (code, values, expected) => {
  const rows = values
    .map((value, at) => `<row r="${at + 1}"><c r="A${at + 1}" s="0"><v>${value}</v></c></row>`)
    .join("");
  const { segments } = await extract([{ name: "S", rows }], { extra: { "xl/styles.xml": stylesOf([code]) } });
  expect(segments[0]?.text.split("\n")).toEqual(expected);
  expect(hiddenTexts(segments)).toEqual([]);
});

test.each([
  [";;;", 5],
  ["0;-0;;@", 0],
  ['"Yes";;"No"', -2],
  ['"Yes";;', 0],
])("the format %s shows nothing of %d: the value is marked hidden", async (code, value) => {
  const rows = `<row r="1"><c r="A1" s="0"><v>${value}</v></c></row>`;
  const { segments } = await extract([{ name: "S", rows }], { extra: { "xl/styles.xml": stylesOf([code]) } });
  expect(hiddenTexts(segments)).toEqual([String(value)]);
});

test("a text has what its format puts around it", async () => {
  const rows = `<row r="1"><c r="A1" s="0" t="inlineStr"><is><t>17</t></is></c></row>`;
  const { segments } = await extract([{ name: "S", rows }], { extra: { "xl/styles.xml": stylesOf(['"Room "@']) } });
  expect(segments[0]?.text).toBe("Room 17");
});

test("formulas without a stored value are counted; those that compute nothing are read", async () => {
  const rows = `<row r="1"><c r="A1"><f>TODAY()</f></c><c r="B1"><f>HYPERLINK("https://t.example/7","TICKET-7")</f></c>
    <c r="C1" t="str"><f>"00042"</f></c><c r="D1"><f t="shared" si="0"/></c><c r="E1" t="str"><f>A1&amp;""</f><v></v></c><c r="F1"><f>1+1</f><v>2</v></c></row>`;
  const { segments, warnings } = await extract([{ name: "S", rows }]);
  expect(segments[0]?.text).toBe("TICKET-7 | 00042 |  |  | 2");
  expect(warnings).toEqual([
    {
      code: "FORMULAS_NOT_COMPUTED",
      message: expect.stringMatching(/^S: 2 formulas have no stored value \(the first in A1\)/),
    },
  ]);
});

test("text boxes, shapes and diagrams of a sheet are read; hidden ones are marked, controls left to their own reader", async () => {
  const shape = (text: string, properties = "") =>
    `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box"${properties}/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  const alternative = (content: string, requires: string) =>
    `<mc:AlternateContent><mc:Choice Requires="${requires}">${content}</mc:Choice><mc:Fallback>${shape("Fallback")}</mc:Fallback></mc:AlternateContent>`;
  const relation = (type: string, target: string) =>
    `<Relationships><Relationship Id="r" Type="${REL}/${type}" Target="${target}"/></Relationships>`;
  const { segments } = await extract([{ name: "S", rows: "" }], {
    extra: {
      "xl/worksheets/_rels/sheet0.xml.rels": relation("drawing", "../drawings/drawing1.xml"),
      "xl/drawings/drawing1.xml": `<xdr:wsDr>${shape("Reviewed by the board")}${shape("Old note", ' hidden="1"')}${alternative(shape("Check Box 1"), "a14")}${alternative(shape("Scope: EU"), "wps")}</xdr:wsDr>`,
      "xl/drawings/_rels/drawing1.xml.rels": relation("diagramData", "../diagrams/data1.xml"),
      "xl/diagrams/data1.xml":
        "<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>Plan, do, check</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>",
    },
  });
  expect(segments.map(({ location, text }) => `${location}: ${text}`)).toEqual([
    "S text box 1: Reviewed by the board",
    "S text box 2: Old note",
    "S text box 3: Scope: EU",
    "S text box 4: Plan, do, check",
  ]);
  expect(hiddenTexts(segments)).toEqual(["Old note"]);
});

test("formulas of an xls file are counted where none has a value; some blank ones among others are read as such", async () => {
  const read = (cells: Parameters<typeof makeFormulas>[0]) =>
    extractAll(testExtractor(), sourceFile("xls", makeFormulas(cells)));
  expect((await read([[null, null], [null]])).warnings).toEqual([
    {
      code: "FORMULAS_NOT_COMPUTED",
      message: expect.stringMatching(/^S: 3 formulas have no stored value \(the first in A1\)/),
    },
  ]);
  const { warnings, segments } = await read([[7, null]]);
  expect([warnings, segments.map(({ text }) => text)]).toEqual([[], ["7"]]);
});
