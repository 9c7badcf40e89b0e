import { type CutPiece, looksLikeHeadings, readRow } from "../formats/cut-tables.ts";
import type { MarkedText } from "../text/marked-text.ts";
import { type FoundTables, findContinued, type PlacedText } from "./find-tables.ts";
import type { Area } from "./geometry.ts";

/** The column headings of a table that reaches the foot of a page. */
export interface CarriedHeadings {
  readonly columns: readonly PlacedText[];
  readonly text: string;
}

export interface CarriedTable {
  /** Where the rows of a table stand that began on a page before. */
  readonly continued: { readonly start: number; readonly end: number; readonly headings: string } | null;
  readonly carried: CarriedHeadings | null;
}

/** Of the page's height: headers and footers may stand between the parts of a table. */
const EDGE_SHARE = 0.1;

/** Tells which table of the page before continues here, and which of this page may continue at the next one. */
export function carryHeadings(
  { content, texts, found }: { content: MarkedText; texts: readonly PlacedText[]; found: FoundTables },
  before: CarriedHeadings | null,
  { y1, y2 }: Area,
): CarriedTable {
  const edge = (y2 - y1) * EDGE_SHARE;
  const isFoot = ({ baseline }: PlacedText) => baseline < y1 + edge;
  const reachesFoot = (next: number) => texts.slice(next).every(isFoot);
  const own = found.last && reachesFoot(found.last.next) ? found.last.table : null;
  const text = own ? readRow(content, own) : "";
  const ownCarried = own && looksLikeHeadings(text) ? { columns: own.columns, text } : null;
  if (!before) return { continued: null, carried: ownCarried };
  const rows = findContinued(texts, before.columns, ({ baseline }) => baseline > y2 - edge);
  // A page that repeats the headings has a table of its own.
  if (!rows || readRow(content, rows).startsWith(before.text)) return { continued: null, carried: ownCarried };
  const carried = ownCarried ?? (reachesFoot(rows.next) ? before : null);
  return { continued: { start: rows.start, end: rows.end, headings: before.text }, carried };
}

/** Gives the headings to the pieces that begin among the rows of a table that continues. */
export function withHeadings(pieces: readonly CutPiece[], { continued }: CarriedTable): CutPiece[] {
  if (!continued) return [...pieces];
  const { start, end, headings } = continued;
  return pieces.map((piece) => {
    const isWithin = piece.start < end && (piece.start >= start || (piece.start === 0 && piece.end > start));
    return isWithin ? { ...piece, context: headings } : piece;
  });
}
