import type { Inline, Piece } from "../blocks.ts";
import { escapeHtml } from "../html.ts";
import { VERDICT_NAMES } from "../verdict-groups.ts";

/** A paragraph of a style; right to left where its first letter of a direction is. */
export function paragraph(inline: Inline, style?: string, further = ""): string {
  const pieces = [inline].flat() as Piece[];
  const named = style ? `<w:pStyle w:val="${style}"/>` : "";
  const direction = isRightToLeft(pieces.map(textOf).join("")) ? "<w:bidi/>" : "";
  return `<w:p><w:pPr>${named}${further}${direction}</w:pPr>${pieces.map(run).join("")}</w:p>`;
}

/** A table of the width of the page; its first row repeats on each page where it has headings. */
export function table(rows: readonly (readonly Inline[])[], widths: readonly number[], hasHeadings: boolean): string {
  const edge = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="E7E8ED"/>`;
  const borders = ["top", "bottom", "insideH"].map(edge).join("");
  const cell = (inline: Inline, at: number) =>
    `<w:tc><w:tcPr><w:tcW w:w="${widths[at]}" w:type="pct"/></w:tcPr>${paragraph(inline)}</w:tc>`;
  const row = (cells: readonly Inline[], at: number) =>
    `<w:tr><w:trPr><w:cantSplit/>${hasHeadings && at === 0 ? "<w:tblHeader/>" : ""}</w:trPr>${cells.map(cell).join("")}</w:tr>`;
  const grid = widths.map((width) => `<w:gridCol w:w="${Math.round((width * 10_092) / 5000)}"/>`).join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.map(row).join("")}</w:tbl>${paragraph("")}`;
}

function textOf(piece: Piece): string {
  if (typeof piece === "string") return piece;
  if ("said" in piece) return piece.said;
  if ("code" in piece) return piece.code;
  if ("link" in piece) return piece.text;
  return VERDICT_NAMES[piece.verdict];
}

function run(piece: Piece): string {
  const text = textOf(piece);
  const letters =
    typeof piece === "object" && "code" in piece
      ? '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="16"/>'
      : typeof piece === "object" && "verdict" in piece
        ? "<w:b/>"
        : isRightToLeft(text)
          ? "<w:rtl/>"
          : "";
  const lines = text.split(/\r\n|[\n\r]/).map((line) => line.split("\t").map(words).join("<w:tab/>"));
  return `<w:r><w:rPr>${letters}</w:rPr>${lines.join("<w:br/>")}</w:r>`;
}

function words(text: string): string {
  return text === "" ? "" : `<w:t xml:space="preserve">${escapeHtml(text)}</w:t>`;
}

const STRONG = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]|\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(STRONG.exec(text)?.[0] ?? "");
}
