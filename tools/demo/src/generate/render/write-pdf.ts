import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";
import type { Block, MarkdownDocument } from "./read-markdown.ts";

export type PdfOptions = { footer: string; author: string /** YYYY-MM-DD */; date: string };

const PAGE = { width: 595, height: 842, margin: 72 };
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;
const HEADING_SIZES = [22, 15, 12];
const BODY = { size: 10.5, lead: 15 };
const GREY = rgb(0.45, 0.45, 0.45);

/** Writes an A4 text PDF with headings, wrapped paragraphs, lists, tables and numbered pages. */
export async function writePdf(source: MarkdownDocument, options: PdfOptions): Promise<Uint8Array> {
  const pdf = await createPdf({ title: source.title, author: options.author, date: options.date });
  const fonts = {
    body: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  };
  const cursor = new Cursor(pdf);
  for (const block of source.blocks) drawBlock(cursor, block, fonts);
  const pages = pdf.getPages();
  for (const [index, page] of pages.entries()) {
    const text = `${options.footer}  ·  Page ${index + 1} of ${pages.length}`;
    page.drawText(text, { x: PAGE.margin, y: 40, size: 8.5, font: fonts.body, color: GREY });
  }
  return pdf.save();
}

/** An empty PDF whose metadata does not depend on the hour or the machine. */
export async function createPdf(about: { title: string; author: string; date: string }): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const at = new Date(`${about.date}T09:00:00Z`);
  pdf.setTitle(about.title);
  pdf.setAuthor(about.author);
  pdf.setCreationDate(at);
  pdf.setModificationDate(at);
  return pdf;
}

class Cursor {
  #pdf: PDFDocument;
  page: PDFPage;
  y = 0;

  constructor(pdf: PDFDocument) {
    this.#pdf = pdf;
    this.page = this.newPage();
  }

  newPage(): PDFPage {
    this.page = this.#pdf.addPage([PAGE.width, PAGE.height]);
    this.y = PAGE.height - PAGE.margin;
    return this.page;
  }

  /** Moves down by `height` and starts a page where it does not fit. */
  down(height: number): number {
    if (this.y - height < PAGE.margin) this.newPage();
    this.y -= height;
    return this.y;
  }
}

type Fonts = { body: PDFFont; bold: PDFFont };

function drawBlock(cursor: Cursor, block: Block, fonts: Fonts): void {
  switch (block.kind) {
    case "page":
      cursor.newPage();
      return;
    case "heading": {
      const size = HEADING_SIZES[block.level - 1] ?? BODY.size;
      if (cursor.y < PAGE.margin + 90) cursor.newPage();
      cursor.down(size * 0.6);
      drawLines(cursor, wrap(block.text, fonts.bold, size, TEXT_WIDTH), { font: fonts.bold, size, lead: size * 1.4 });
      cursor.down(4);
      return;
    }
    case "paragraph":
      drawLines(cursor, wrap(block.text, fonts.body, BODY.size, TEXT_WIDTH), { font: fonts.body, ...BODY });
      cursor.down(7);
      return;
    case "list":
      for (const item of block.items)
        for (const [index, line] of wrap(item, fonts.body, BODY.size, TEXT_WIDTH - 16).entries()) {
          const y = cursor.down(BODY.lead);
          if (index === 0) cursor.page.drawText("•", { x: PAGE.margin + 3, y, size: BODY.size, font: fonts.body });
          cursor.page.drawText(line, { x: PAGE.margin + 16, y, size: BODY.size, font: fonts.body });
        }
      cursor.down(7);
      return;
    case "table":
      drawTable(cursor, block.rows, fonts);
      return;
    default:
      block satisfies never;
  }
}

function drawLines(
  cursor: Cursor,
  lines: string[],
  { font, size, lead }: { font: PDFFont; size: number; lead: number },
) {
  for (const line of lines) {
    const y = cursor.down(lead);
    cursor.page.drawText(line, { x: PAGE.margin, y, size, font });
  }
}

function drawTable(cursor: Cursor, rows: string[][], fonts: Fonts): void {
  const size = 9.5;
  const lead = 12.5;
  const widths = columnWidths(rows, fonts.bold, size);
  for (const [index, row] of rows.entries()) {
    const font = index === 0 ? fonts.bold : fonts.body;
    const cells = row.map((cell, column) => wrap(cell, font, size, (widths[column] ?? 0) - 10));
    const height = Math.max(...cells.map((lines) => lines.length)) * lead + 6;
    const bottom = cursor.down(height);
    let x = PAGE.margin;
    for (const [column, lines] of cells.entries()) {
      for (const [number, line] of lines.entries())
        cursor.page.drawText(line, { x, y: bottom + height - 12 - number * lead, size, font });
      x += widths[column] ?? 0;
    }
    const [start, end] = [PAGE.margin, PAGE.width - PAGE.margin].map((at) => ({ x: at, y: bottom }));
    if (start && end) cursor.page.drawLine({ start, end, thickness: 0.5, color: GREY });
  }
  cursor.down(12);
}

/** Shares the text width by what each column holds, so that short columns stay narrow. */
function columnWidths(rows: string[][], font: PDFFont, size: number): number[] {
  const wanted = (rows[0] ?? []).map((_, column) =>
    Math.min(220, 14 + Math.max(...rows.map((row) => font.widthOfTextAtSize(row[column] ?? "", size)))),
  );
  const total = wanted.reduce((sum, width) => sum + width, 0);
  return wanted.map((width) => (width / total) * TEXT_WIDTH);
}

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
