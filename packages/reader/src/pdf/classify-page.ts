import type { PageState } from "@assay/contract";
import { type Area, intersect } from "./geometry.ts";

/** What a page shows. */
export interface PageView {
  readonly page: Area;
  /** Where images are seen that are fine enough to hold letters. */
  readonly pictures: readonly Area[];
  /** Curves and lines that are drawn: letters may be among them. */
  readonly strokes: number;
  /** Words that a reader sees, and those of them that stand in the margins. */
  readonly words: number;
  readonly marginWords: number;
  /** Whether the words of an image lie over it as text, as the OCR of a scanner writes them. */
  readonly hasLayer: boolean;
}

/** Of a page: from here on an image is more than a mark. */
const PICTURE_SHARE_MIN = 0.03;
/** From here on an image may hold as much text as a paragraph. */
export const GOOD_SHARE_MIN = 0.15;
/** An image of the page itself, or of most of it. */
const SCAN_SHARE_MIN = 0.5;
/** Words on a scan that are no more than a stamp: a page number, a footer of a signature service. */
const STAMP_WORDS_MAX = 25;
/** Words in the margins of a scan, where running headers, footers and numbers are. */
const MARGIN_WORDS_MAX = 80;
/** A page of outlined letters has thousands. */
const OUTLINES_MIN = 400;
const GRID = 64;

export function classifyPage(view: PageView): PageState {
  const { words, marginWords } = view;
  const share = shareCovered(view.page, view.pictures);
  const body = words - Math.min(marginWords, MARGIN_WORDS_MAX);
  if (words === 0) return share >= PICTURE_SHARE_MIN || view.strokes >= OUTLINES_MIN ? "IMAGE_ONLY" : "EMPTY";
  if (view.hasLayer) return "MIXED";
  if (share >= SCAN_SHARE_MIN && body <= STAMP_WORDS_MAX) return "IMAGE_ONLY";
  if (share < GOOD_SHARE_MIN) return body <= 0 && view.strokes >= OUTLINES_MIN * 2 ? "IMAGE_ONLY" : "TEXT";
  // A caption is no text of the page; where nothing but the margins is text, the image is the page.
  return body <= 0 ? "IMAGE_ONLY" : "MIXED";
}

/** How much of a page the areas cover together, from 0 to 1. */
export function shareCovered(page: Area, areas: readonly Area[]): number {
  const seen = areas.map((area) => intersect(area, page)).filter(({ x1, y1, x2, y2 }) => x2 > x1 && y2 > y1);
  if (seen.length === 0) return 0;
  const [stepX, stepY] = [(page.x2 - page.x1) / GRID, (page.y2 - page.y1) / GRID];
  const cells = new Uint8Array(GRID * GRID);
  for (const { x1, y1, x2, y2 } of seen) {
    const [left, right] = [Math.round((x1 - page.x1) / stepX), Math.round((x2 - page.x1) / stepX)];
    const [bottom, top] = [Math.round((y1 - page.y1) / stepY), Math.round((y2 - page.y1) / stepY)];
    for (let row = bottom; row < top; row += 1) cells.fill(1, row * GRID + left, row * GRID + right);
  }
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
}

/** Words, or for scripts without spaces between them about as many. */
export function countWords(text: string): number {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0;
  return (
    Math.ceil(unspaced / 2) + (text.match(/[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+/gu)?.length ?? 0)
  );
}
