import type { StreamedSheet } from "@assay/core/ports";
import { strToU8, Zip, ZipDeflate } from "fflate";
import { columnName } from "./column-name.ts";
import { requireSheetName } from "./require-sheet-name.ts";
import { toCellText } from "./to-cell-text.ts";

type Cell = string | number | null;

/** ZIP keeps when a file was changed; a fixed time keeps equal sheets equal. */
const MODIFIED = new Date(2000, 0, 1);
/** Indexes of `cellXfs` in STYLES. */
const TEXT = 1;
const HEADING = 2;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const WRAPPED = '<alignment vertical="top" wrapText="1"/>';
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" applyAlignment="1">${WRAPPED}</xf><xf xfId="0" fontId="1" applyFont="1" applyAlignment="1">${WRAPPED}</xf></cellXfs></styleSheet>`;

/**
 * An xlsx workbook, sheet after sheet: of its rows, no more than one batch is in memory. Texts are inline strings, which no
 * spreadsheet takes for a formula. Throws TypeError for a sheet name that Excel refuses and for a number that is not finite.
 */
export async function* streamWorkbook(sheets: readonly StreamedSheet[]): AsyncGenerator<Uint8Array, undefined> {
  for (const { name } of sheets) requireSheetName(name);
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
  });
  const taken = () => made.splice(0);
  const open = (path: string) => {
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = MODIFIED;
    zip.add(file);
    return (text: string, isLast = false) => file.push(strToU8(text), isLast);
  };
  for (const [path, text] of frameOf(sheets)) open(path)(text, true);
  for (const [at, sheet] of sheets.entries()) {
    const push = open(sheetPath(at));
    for await (const text of sheetXml(sheet)) {
      push(text);
      yield* taken();
    }
    push("", true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

function sheetPath(at: number): string {
  return `xl/worksheets/sheet${at + 1}.xml`;
}

/** All files but the sheets themselves. */
function frameOf(sheets: readonly StreamedSheet[]): [path: string, text: string][] {
  const overrides = [
    `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>`,
    ...sheets.map((_, at) => `<Override PartName="/${sheetPath(at)}" ContentType="${SPREADSHEET}.worksheet+xml"/>`),
  ];
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const related = [
    ...sheets.map((_, at) => relationship(at + 1, "worksheet", `worksheets/sheet${at + 1}.xml`)),
    relationship(sheets.length + 1, "styles", "styles.xml"),
  ];
  return [
    [
      "[Content_Types].xml",
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
    ],
    ["_rels/.rels", relationships([relationship(1, "officeDocument", "xl/workbook.xml")])],
    [
      "xl/workbook.xml",
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join("")}</sheets></workbook>`,
    ],
    ["xl/_rels/workbook.xml.rels", relationships(related)],
    ["xl/styles.xml", STYLES],
  ];
}

function relationships(list: readonly string[]): string {
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${list.join("")}</Relationships>`;
}

function relationship(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

async function* sheetXml({ widths, heading, rows }: StreamedSheet): AsyncGenerator<string, undefined> {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${TEXT}" customWidth="1"/>`,
  );
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${heading ? pane : ""}</sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`;
  let count = 0;
  if (heading) yield rowXml(heading, ++count, HEADING);
  for await (const batch of rows) yield batch.map((row) => rowXml(row, ++count, TEXT)).join("");
  const filter = heading ? `<autoFilter ref="A1:${columnName(heading.length)}${count}"/>` : "";
  yield `</sheetData>${filter}</worksheet>`;
}

function rowXml(row: readonly Cell[], number: number, style: number): string {
  const cells = row.map((value, at) => cellXml(value, `${columnName(at + 1)}${number}`, style));
  return `<row r="${number}">${cells.join("")}</row>`;
}

function cellXml(value: Cell, place: string, style: number): string {
  if (value === null) return "";
  if (typeof value === "string")
    return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(toCellText(value))}</t></is></c>`;
  if (Number.isFinite(value)) return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
  throw new TypeError(`Cannot write a cell because a number must be finite: current value is ${value}`);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
