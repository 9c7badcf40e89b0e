import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { extractAll, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";

const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relationships = (type: string, part: string) =>
  `<Relationships><Relationship Id="r0" Type="${REL}/${type}" Target="${part}"/></Relationships>`;

function sheetWith(rows: string, shapes: readonly string[]) {
  const parts = {
    "_rels/.rels": relationships("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `<workbook xmlns:r="${REL}"><sheets><sheet name="S" sheetId="1" r:id="r0"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    "xl/worksheets/_rels/sheet1.xml.rels": relationships("vmlDrawing", "../drawings/vmlDrawing1.vml"),
    "xl/drawings/vmlDrawing1.vml": `<xml xmlns:v="v" xmlns:x="x">${shapes.join("")}</xml>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

/** As Excel writes it: a box over a cell reaches a little into the rows above and below it. */
const box = (
  label: string,
  [column, row]: readonly [number, number],
  checked: boolean,
  more: Record<string, string> = {},
) =>
  `<v:shape id="c" type="#_x0000_t201" style='visibility:${more.visibility ?? "visible"}' filled=f><v:textbox><div style='text-align:left'><font face="Tahoma">${label}</font></div></v:textbox><x:ClientData ObjectType="${more.type ?? "Checkbox"}"><x:Anchor>\n ${column}, 5, ${row - 1}, 18, ${column + 1}, 3, ${row + 1}, 2</x:Anchor>${checked ? "<x:Checked>1</x:Checked>" : ""}<x:FmlaLink>$Z$1</x:FmlaLink></x:ClientData></v:shape>`;
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

test("boxes that are drawn over a sheet are in the row of their question, with their words and state", async () => {
  const rows = `<row r="1">${cell("A1", "Question")}${cell("B1", "Answer")}</row><row r="2">${cell("A2", "Is MFA enforced?")}</row><row r="4">${cell("A4", "Are backups tested?")}${cell("B4", "Since 2024")}</row>`;
  const file = sheetWith(rows, [
    box("Yes", [1, 1], false),
    box("No", [2, 1], true),
    box("Agreed", [0, 2], true),
    box("Yes &amp; reviewed", [1, 3], true, { type: "Radio" }),
    box("Last", [0, 9], false),
    box("Print", [3, 1], false, { type: "Button" }),
  ]);
  const { segments } = await extractAll(testExtractor(), sourceFile("xlsx", file));
  expect(segments.map(({ text }) => text).join("\n")).toBe(
    "Question | Answer\nIs MFA enforced? | ☐ Yes | ☒ No\n☒ Agreed\nAre backups tested? | Since 2024 ☒ Yes & reviewed\n☐ Last",
  );
});

test("a box that nobody sees is marked so, and one without a place is omitted", async () => {
  const rows = `<row r="1">${cell("A1", "Accepted")}</row>`;
  const shapes = [
    box("Yes", [1, 0], true, { visibility: "hidden" }),
    box("No", [1, 0], true).replace(/Anchor>[^<]*/, "Anchor>1"),
  ];
  const { segments } = await extractAll(testExtractor(), sourceFile("xlsx", sheetWith(rows, shapes)));
  expect(segments.map(({ text }) => text)).toEqual(["Accepted | ☒ Yes"]);
  expect(hiddenTexts(segments)).toEqual(["☒ Yes"]);
});
