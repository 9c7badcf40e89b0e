import type { RecognisedWord } from "@assay/contract";
import type { Box, ShownWord } from "./render-pictures.ts";

export interface ReadWords {
  readonly text: string;
  readonly words: readonly RecognisedWord[];
}

export interface Compared {
  readonly shown: number;
  /** Shown words that were read as others or not at all, and read ones that are shown nowhere. */
  readonly wrong: number;
  readonly wrongWords: readonly string[];
  /** Of the wrong words that were read, those that are less certain than 0.6. */
  readonly wrongUnsure: number;
  readonly quotes: number;
  readonly boxed: number;
}

const CERTAINTY_MIN = 0.6;
const OVERLAP_MIN = 0.7;
const QUOTE_WORDS_MAX = 12;
const QUOTES_A_PICTURE = 12;

/** Compares what was read with what the browser showed, word by word where they stand. */
export function compareWords(shown: readonly ShownWord[], { text, words }: ReadWords): Compared {
  const read = words.map(({ start, end, box, certainty }) => ({ text: text.slice(start, end), box, certainty }));
  const taken = new Set<number>();
  const wrongWords: string[] = [];
  let [wrong, wrongUnsure] = [0, 0];
  for (const word of shown) {
    const under = read.flatMap((one, at) => (covers(word.box, one.box) ? [at] : []));
    for (const at of under) taken.add(at);
    const found = under.map((at) => read[at]!.text).join("");
    if (normalise(found) === normalise(word.text)) continue;
    // Signs alone are ornaments.
    if (!/[\p{L}\p{N}]/u.test(word.text)) continue;
    // Read as one with its neighbour.
    if (
      under.length === 1 &&
      normalise(found).includes(normalise(word.text)) &&
      sharesBox(shown, word, read[under[0]!]!.box)
    )
      continue;
    wrong += 1;
    wrongWords.push(`${word.text} → ${found || "nothing"}`);
    if (under.length > 0 && under.every((at) => read[at]!.certainty < CERTAINTY_MIN)) wrongUnsure += 1;
  }
  for (const [at, { text: extra, certainty, box }] of read.entries()) {
    if (taken.has(at) || !/[\p{L}\p{N}]/u.test(extra) || isCut(shown, box)) continue;
    wrong += 1;
    wrongWords.push(`nothing → ${extra}`);
    if (certainty < CERTAINTY_MIN) wrongUnsure += 1;
  }
  const quotes = listQuotes(shown);
  const boxed = quotes.filter((quote) => isBoxed(quote, read)).length;
  return { shown: shown.length, wrong, wrongWords, wrongUnsure, quotes: quotes.length, boxed };
}

/** The middle of one lies in the other. */
function covers(a: Box, b: Box): boolean {
  const [x, y] = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
  const [u, v] = [(a.x0 + a.x1) / 2, (a.y0 + a.y1) / 2];
  const inside = (box: Box, px: number, py: number) => px >= box.x0 && px <= box.x1 && py >= box.y0 && py <= box.y1;
  return inside(a, x, y) || inside(b, u, v);
}

function sharesBox(shown: readonly ShownWord[], word: ShownWord, box: Box): boolean {
  return shown.some((other) => other !== word && other.line === word.line && covers(other.box, box));
}

/** Below the last or next to the outermost word that counts, where the picture's edge cuts words. */
function isCut(shown: readonly ShownWord[], { y0, x1 }: Box): boolean {
  const bottom = Math.max(0, ...shown.map(({ box }) => box.y1));
  const right = Math.max(0, ...shown.map(({ box }) => box.x1));
  return y0 > bottom - 4 || x1 > right + 40;
}

function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—−]/g, "-");
}

/** Runs of words of one line, evenly over the picture. */
function listQuotes(shown: readonly ShownWord[]): ShownWord[][] {
  const lines = Map.groupBy(shown, ({ line }) => line);
  const runs = [...lines.values()]
    .map((line) => line.slice(0, QUOTE_WORDS_MAX))
    .filter((line) => line.map(({ text }) => text).join("").length >= 5);
  const every = Math.max(1, Math.floor(runs.length / QUOTES_A_PICTURE));
  return runs.filter((_, at) => at % every === 0).slice(0, QUOTES_A_PICTURE);
}

/** The words read where the quote is say the same, but for a letter in five, and their box is its box. */
function isBoxed(quote: readonly ShownWord[], read: readonly { text: string; box: Box }[]): boolean {
  const box = union(quote.map((word) => word.box));
  const wanted = normalise(quote.map(({ text }) => text).join(""));
  // As the product finds it: the words of the quote in the order of the text.
  for (let from = 0; from < read.length; from += 1) {
    let said = "";
    for (let to = from; to < Math.min(read.length, from + quote.length + 4); to += 1) {
      said += normalise(read[to]!.text);
      if (said.length > wanted.length * 1.25) break;
      if (said.length < wanted.length * 0.75) continue;
      if (overlap(box, union(read.slice(from, to + 1).map((word) => word.box))) < OVERLAP_MIN) continue;
      if (distance(said, wanted) <= wanted.length / 5) return true;
    }
  }
  return false;
}

function union(boxes: readonly Box[]): Box {
  return {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}

function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const h = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  if (w <= 0 || h <= 0) return 0;
  const area = ({ x0, y0, x1, y1 }: Box) => (x1 - x0) * (y1 - y0);
  return (w * h) / (area(a) + area(b) - w * h);
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
