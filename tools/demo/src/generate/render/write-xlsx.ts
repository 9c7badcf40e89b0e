import { contentTypes, coreProperties, escapeXml, relationships, XML_HEAD } from "./office-package.ts";
import { zipFiles } from "./zip-files.ts";

export type Workbook = { sheets: Sheet[] };
type Sheet = { name: string; hidden?: boolean; widths: number[]; rows: (string | number)[][] };
export type XlsxOptions = { title: string; creator: string /** YYYY-MM-DD */; date: string };

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const MAIN_TYPE = "officedocument.spreadsheetml";
const STYLE = { header: 1, date: 2 } as const;
const DAY_MS = 86_400_000;

/** Writes an Excel file: shared strings, a bold first row, and texts like 2026-04-14 as real date cells. */
export function writeXlsx({ sheets }: Workbook, options: XlsxOptions): Uint8Array {
  const strings = new Map<string, number>();
  const sheetParts = sheets.map((sheet) => sheetXml(sheet, strings));
  const files: Record<string, string> = {
    "[Content_Types].xml": contentTypes([
      ["xl/workbook.xml", `${MAIN_TYPE}.sheet.main`],
      ...sheets.map((_, index) => [`xl/worksheets/sheet${index + 1}.xml`, `${MAIN_TYPE}.worksheet`] as const),
      ["xl/styles.xml", `${MAIN_TYPE}.styles`],
      ["xl/sharedStrings.xml", `${MAIN_TYPE}.sharedStrings`],
      ["docProps/core.xml", "package.core-properties"],
    ]),
    "_rels/.rels": relationships([
      ["officeDocument", "xl/workbook.xml"],
      ["metadata/core-properties", "docProps/core.xml"],
    ]),
    "docProps/core.xml": coreProperties(options),
    "xl/workbook.xml": workbookXml(sheets),
    "xl/_rels/workbook.xml.rels": relationships([
      ...sheets.map((_, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`] as const),
      ["styles", "styles.xml"],
      ["sharedStrings", "sharedStrings.xml"],
    ]),
    "xl/styles.xml": STYLES,
    "xl/sharedStrings.xml": `${XML_HEAD}<sst xmlns="${MAIN}" uniqueCount="${strings.size}">${[...strings.keys()]
      .map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`)
      .join("")}</sst>`,
  };
  for (const [index, xml] of sheetParts.entries()) files[`xl/worksheets/sheet${index + 1}.xml`] = xml;
  return zipFiles(files);
}

function workbookXml(sheets: Sheet[]): string {
  const items = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
  );
  return `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${items.join("")}</sheets></workbook>`;
}

function sheetXml({ rows, widths }: Sheet, strings: Map<string, number>): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const lines = rows.map((cells, row) => {
    const items = cells.map((value, column) => cellXml(value, `${columnName(column)}${row + 1}`, row === 0, strings));
    return `<row r="${row + 1}">${items.join("")}</row>`;
  });
  return `${XML_HEAD}<worksheet xmlns="${MAIN}"><cols>${columns.join("")}</cols><sheetData>${lines.join("")}</sheetData></worksheet>`;
}

function cellXml(value: string | number, ref: string, header: boolean, strings: Map<string, number>): string {
  if (value === "") return "";
  if (typeof value === "number") return `<c r="${ref}"><v>${value}</v></c>`;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return `<c r="${ref}" s="${STYLE.date}"><v>${toSerialDay(value)}</v></c>`;
  const index = strings.get(value) ?? strings.size;
  strings.set(value, index);
  return `<c r="${ref}" t="s"${header ? ` s="${STYLE.header}"` : ""}><v>${index}</v></c>`;
}

/** Days since 30 December 1899, which is how Excel counts. */
function toSerialDay(date: string): number {
  return (Date.parse(date) - Date.UTC(1899, 11, 30)) / DAY_MS;
}

function columnName(index: number): string {
  return String.fromCharCode(65 + index);
}

const STYLES = `${XML_HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;
