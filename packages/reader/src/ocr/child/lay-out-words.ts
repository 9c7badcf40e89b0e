import type { RecognisedWord } from "@assay/contract";
import { SEGMENT_LENGTH_MAX } from "@assay/contract";
import type { Line, Page } from "tesseract.js";

/** A certainty below which a reading is noise: an icon, a speck, an image. */
const CERTAINTY_MIN = 0.25;
/** Of a reading without letters and digits. */
const SIGN_CERTAINTY_MIN = 0.6;

export interface LaidOut {
  readonly text: string;
  readonly words: readonly RecognisedWord[];
}

/** Where something of what the engine saw is in the picture. */
interface Place {
  /** Words of one row are one line of text. */
  readonly row: unknown;
  toX(x: number): number;
  toY(y: number): number;
}

export interface EnginePage {
  readonly page: Page;
  /** Undefined for what is nowhere in the picture. */
  locate(x: number, y: number): Place | undefined;
}

/** Returns the lines of what the engine saw in reading order, with each word's box in pixels of the picture. */
export function layOutWords(pages: readonly EnginePage[]): LaidOut {
  const words: RecognisedWord[] = [];
  let text = "";
  let open: unknown;
  for (const { page, locate } of pages)
    for (const line of linesOf(page)) {
      let isFirst = true;
      for (const { text: raw, confidence, bbox } of line.words.filter(isSaid)) {
        const word = raw.trim().toWellFormed().replaceAll("\0", "");
        const place = locate((bbox.x0 + bbox.x1) / 2, (bbox.y0 + bbox.y1) / 2);
        if (!place) continue;
        if (text !== "") text += isFirst && (open === undefined || place.row !== open) ? "\n" : " ";
        if (text.length + word.length > SEGMENT_LENGTH_MAX) return { text: text.trimEnd(), words };
        const box = boxOf(place, { ...bbox, ...heightOf(line, bbox) });
        words.push({ start: text.length, end: text.length + word.length, box, certainty: confidence / 100 });
        text += word;
        isFirst = false;
        open = place.row;
      }
    }
  return { text, words };
}

function linesOf({ blocks }: Page): Line[] {
  return (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
}

function isSaid({ text, confidence }: { text: string; confidence: number }): boolean {
  if (text.trim() === "") return false;
  return confidence / 100 >= (/[\p{L}\p{N}]/u.test(text) ? CERTAINTY_MIN : SIGN_CERTAINTY_MIN);
}

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** From above the tall letters of its line to below the deep ones, whether the word has such letters or not. */
function heightOf({ baseline, rowAttributes }: Line, box: Box): { y0: number; y1: number } {
  const { rowHeight, descenders } = rowAttributes;
  const along = (box.x0 + box.x1) / 2;
  const run = baseline.x1 - baseline.x0;
  const foot = run > 0 ? baseline.y0 + ((along - baseline.x0) / run) * (baseline.y1 - baseline.y0) : baseline.y0;
  const depth = Math.abs(descenders);
  return {
    y0: Math.min(box.y0, foot - (rowHeight - depth) - 0.12 * rowHeight),
    y1: Math.max(box.y1, foot + depth + 0.04 * rowHeight),
  };
}

function boxOf({ toX, toY }: Place, { x0, y0, x1, y1 }: Box): Box {
  const rounded = (value: number) => Math.max(0, Math.round(value * 10) / 10);
  return { x0: rounded(toX(x0)), y0: rounded(toY(y0)), x1: rounded(toX(x1)), y1: rounded(toY(y1)) };
}
