import { createCipheriv } from "node:crypto";
import { strToU8, type Zippable, zipSync } from "fflate";
import { PDFDocument, rgb, StandardFonts } from "pdf-lib";
import { makeText } from "../make-text.ts";

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";

/** Pages of text, each with a heading, a rule and a shaded box. */
export async function makePdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const [font, bold] = [await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold)];
  for (let number = 0; number < pages; number++) {
    const page = pdf.addPage();
    page.drawRectangle({ x: 40, y: 795, width: 500, height: 20 });
    page.drawText(`Plan ${number}`, { x: 44, y: 800, size: 12, font: bold, color: rgb(1, 1, 1) });
    for (const [at, line] of makeText(number, 4000).split("\n").entries())
      page.drawText(line, { x: 40, y: 780 - at * 11, size: 9, font });
  }
  return pdf.save();
}

/** Headings, paragraphs with runs, and a table in each section. */
export function makeDocx(sections: number): Uint8Array {
  const paragraph = (text: string, style = "") =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
  const table = (seed: number) =>
    `<w:tbl>${Array.from({ length: 6 }, (_, row) => `<w:tr>${Array.from({ length: 4 }, (_, cell) => `<w:tc>${paragraph(`Cell ${seed} ${row} ${cell}`)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;
  const body = Array.from(
    { length: sections },
    (_, at) =>
      paragraph(`Section ${at}`, "Heading1") +
      makeText(at, 2000)
        .trim()
        .split("\n")
        .map((line) => paragraph(line))
        .join("") +
      table(at),
  ).join("");
  return makePackage(
    "word/document.xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    {
      "word/document.xml": `<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
    },
  );
}

/** A sheet of rows with words, numbers and dates. */
export function makeXlsx(rows: number): Uint8Array {
  const line = (row: number) =>
    `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>User ${row}</t></is></c>${["B", "C", "D", "E", "F"]
      .map((column, at) => `<c r="${column}${row}"><v>${row * (at + 1) + 0.5}</v></c>`)
      .join("")}<c r="G${row}" t="b"><v>${row % 2}</v></c></row>`;
  const data = Array.from({ length: rows }, (_, at) => line(at + 1)).join("");
  return makePackage("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", {
    "xl/workbook.xml": `<workbook ${SHEET} xmlns:r="${OFFICE}"><sheets><sheet name="Users" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${SHEET}><sheetData>${data}</sheetData></worksheet>`,
  });
}

/** Files of letters without an order, which shrink by a quarter, as office files and images hardly do. */
export function makeZip(files: number): Uint8Array {
  const entries: Zippable = {};
  for (let file = 0; file < files; file++) {
    const bytes = createCipheriv("aes-128-ctr", Buffer.alloc(16, file), Buffer.alloc(16)).update(Buffer.alloc(750_000));
    entries[`letters/${file}.txt`] = strToU8(bytes.toString("base64"));
  }
  return zipSync(entries, { level: 1 });
}

function makePackage(main: string, type: string, parts: Readonly<Record<string, string>>): Uint8Array {
  const extensions =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>';
  const all = {
    "[Content_Types].xml": `<Types xmlns="${TYPES}">${extensions}<Override PartName="/${main}" ContentType="${type}"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="${main}"/></Relationships>`,
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, xml]) => [name, strToU8(xml)])));
}
