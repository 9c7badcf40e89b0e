import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { extractAll, extractText, hiddenTexts, sourceFile, struckTexts, testExtractor } from "./extract-all.ts";

const ODF = "urn:oasis:names:tc:opendocument:xmlns";
const NAMES = ["office", "text", "table", "style", "form"].map((name) => `xmlns:${name}="${ODF}:${name}:1.0"`);
const DRAW = `xmlns:draw="${ODF}:drawing:1.0" xmlns:fo="${ODF}:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"`;

function makeOds(sheets: string, { styles = "", more = {} as Record<string, string> } = {}): Uint8Array {
  const content = `<office:document-content ${NAMES.join(" ")} ${DRAW}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`;
  const parts = { mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content, ...more };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const sheet = (rows: string, name = "Access", head = "") =>
  `<table:table table:name="${name}">${head}${rows}</table:table>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
const cell = (text: string, attributes = "") =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const read = async (file: Uint8Array) => extractAll(testExtractor(), sourceFile("ods", file));

describe("the cells of an OpenDocument spreadsheet", () => {
  test("are rows under their headings, as they are shown, each block with its range", async () => {
    const rows = [
      row(cell("Account"), cell("Reviewed"), cell("Share")),
      row(
        cell("00042", 'office:value-type="string"'),
        cell("31 March 2026", 'office:value-type="date" office:date-value="2026-03-31"'),
        cell("98 %", 'office:value-type="percentage" office:value="0.98"'),
      ),
    ];
    expect(await extractText("ods", makeOds(sheet(rows.join(""))))).toEqual([
      "[Access!A1:C2] Account | Reviewed | Share\n00042 | 31 March 2026 | 98 %",
    ]);
  });

  test("that are merged repeat their value; repeated cells and rows count, empty ones take no room", async () => {
    const rows = [
      row(
        cell("Site", 'table:number-rows-spanned="2"'),
        cell("Tests", 'table:number-columns-spanned="2"'),
        "<table:covered-table-cell/>",
      ),
      row("<table:covered-table-cell/>", cell("Done"), cell("Open")),
      `<table:table-row table:number-rows-repeated="2">${cell("Bonn")}${cell("No", 'table:number-columns-repeated="2"')}</table:table-row>`,
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      row(cell("Last")),
    ];
    const { segments } = await read(makeOds(sheet(rows.join(""))));
    expect(segments.map(({ context, text }) => [context, text])).toEqual([
      ["Access: Site | Tests > Done | Tests > Open", expect.stringContaining("Bonn | No | No\nBonn | No | No\nLast")],
    ]);
    expect(segments.at(-1)?.location).toBe("Access!A1:C1048005");
  });

  test("are computed, or counted: a value without words is shown, a formula without a value is warned of", async () => {
    const formula = 'table:formula="of:=[.A1]*2"';
    const rows = [
      row(
        `<table:table-cell office:value-type="percentage" office:value="0.5"/>`,
        `<table:table-cell ${formula} office:value-type="float" office:value="4"/>`,
      ),
      row(`<table:table-cell ${formula}/>`, cell("x")),
    ];
    const { segments, warnings } = await read(makeOds(sheet(rows.join(""))));
    expect(segments[0]?.text).toBe("50% | 4\n | x".replace("\n |", "\n|"));
    expect(warnings).toEqual([
      {
        code: "FORMULAS_NOT_COMPUTED",
        message: expect.stringContaining("one formula has no stored value (the first in A2)"),
      },
    ]);
  });

  test("that are struck, on a sheet that is not shown, or show nothing of their value, are marked", async () => {
    const styles = `<style:style style:name="S" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style><style:style style:name="T" style:family="table"><style:table-properties table:display="false"/></style:style>`;
    const file = makeOds(
      sheet(
        row(
          cell("Old rule", 'table:style-name="S"'),
          cell("New rule"),
          cell("", 'office:value-type="float" office:value="7"'),
        ),
      ) + `<table:table table:name="Back" table:style-name="T">${row(cell("Secret"))}</table:table>`,
      { styles },
    );
    const { segments } = await read(file);
    expect(struckTexts(segments)).toEqual(["Old rule"]);
    expect(hiddenTexts(segments)).toEqual(["7", "Secret"]);
    expect(segments.at(-1)?.location).toBe("Back (hidden)!A1");
  });
});

test("a value without words is hidden and struck as words in its place would be", async () => {
  const styles = ["S", "W"].map(
    (name) =>
      `<style:style style:name="${name}" style:family="table-cell"><style:text-properties ${name === "S" ? 'style:text-line-through-style="solid"' : 'fo:color="#ffffff"'}/></style:style>`,
  );
  const value = (text: string, style = "") =>
    `<table:table-cell ${style} office:value-type="string" office:string-value="${text}"/>`;
  const rows = [
    row(value("Seen"), value("Old", 'table:style-name="S"'), value("White", 'table:style-name="W"')),
    `<table:table-row table:visibility="collapse">${value("Row")}</table:table-row>`,
    `<table:table-row-group table:display="false">${row(value("Group"))}</table:table-row-group>`,
  ];
  const { segments } = await read(makeOds(sheet(rows.join("")), { styles: styles.join("") }));
  expect(hiddenTexts(segments)).toEqual(["White", "Row", "Group"]);
  expect(struckTexts(segments)).toEqual(["Old"]);
});

test("boxes of a form stand in their cell, shapes, comments and charts apart, deleted cells nowhere", async () => {
  const forms = `<office:forms><form:form><form:checkbox form:id="c1" form:label="Yes"/><form:checkbox form:id="c2" form:label="No" form:current-state="checked"/></form:form></office:forms>`;
  const note = `<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-03-04T10:00:00</dc:date><text:p>Ask <text:span>again</text:span> soon</text:p></office:annotation>`;
  const rows = row(
    cell("Is MFA enforced?"),
    '<table:table-cell><draw:control draw:control="c1"/></table:table-cell>',
    '<table:table-cell><draw:control draw:control="c2"/></table:table-cell>',
    `<table:table-cell>${note}<text:p>Since May</text:p><draw:custom-shape><text:p>For board use</text:p></draw:custom-shape></table:table-cell>`,
  );
  const shapes = `<table:shapes><draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame></table:shapes>`;
  const changes = `<table:tracked-changes><table:cell-content-change><table:change-track-table-cell><text:p>Gone</text:p></table:change-track-table-cell></table:cell-content-change></table:tracked-changes>`;
  const chart = `<a><chart:title><text:p>Incidents &amp; tests</text:p></chart:title><table:table><text:p>12</text:p></table:table></a>`;
  const file = makeOds(changes + sheet(rows, "Access", forms + shapes), { more: { "Object 1/content.xml": chart } });
  expect(await extractText("ods", file)).toEqual([
    "[Access!A1:D1] Is MFA enforced? | ☐ Yes | ☒ No | Since May",
    "[Access text box 1] For board use",
    "[Access chart 1] Incidents & tests",
    "[Access comments] D1, Ann, 2026-03-04: Ask again soon",
  ]);
});

describe("a hostile OpenDocument spreadsheet ends with a coded refusal or within its limits", () => {
  const refusal = (file: Uint8Array) =>
    read(file).then(
      ({ segments }) => `${segments.length} segments`,
      (error: { code: string }) => error.code,
    );

  test("one text in a million rows, and a row of as many cells", async () => {
    const long = "x".repeat(1000);
    const bomb = `<table:table-row table:number-rows-repeated="1048576">${cell(long)}</table:table-row>`;
    expect(await refusal(makeOds(sheet(bomb)))).toBe("EXTRACTION_LIMIT_EXCEEDED");
    expect(await refusal(makeOds(sheet(row(cell(long, 'table:number-columns-repeated="16384"')))))).toBe(
      "EXTRACTION_LIMIT_EXCEEDED",
    );
  });

  test("a blank text in all cells that there can be, and more sheets than a program opens", async () => {
    const blank = `<table:table-row table:number-rows-repeated="1048576">${cell(" ", 'table:number-columns-repeated="16384"')}</table:table-row>`;
    expect(await refusal(makeOds(sheet(blank + row(cell("a")))))).toBe("1 segments");
    expect(await refusal(makeOds("<table:table/>".repeat(10_001)))).toBe("EXTRACTION_LIMIT_EXCEEDED");
  });

  test("a text document of that name, a password, half a file, elements 20,000 deep", async () => {
    const password = { "META-INF/manifest.xml": "<manifest:encryption-data/>" };
    expect(await refusal(makeOds("", {}))).toBe("UNREADABLE_FILE");
    expect(await refusal(makeOds(sheet(""), { more: password }))).toBe("ENCRYPTED_FILE");
    const whole = makeOds(sheet(row(cell("a"))));
    expect(await refusal(whole.subarray(0, whole.length / 2))).toBe("UNREADABLE_FILE");
    const deep = `${"<table:table-cell>".repeat(20_000)}<text:p>x</text:p>`;
    expect(await refusal(makeOds(sheet(row(deep))))).toBe("1 segments");
  });
});
