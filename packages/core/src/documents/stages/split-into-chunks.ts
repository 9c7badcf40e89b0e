import { BREAK_RANKS, type Break, listBreaks } from "./rank-breaks.ts";

/** UTF-16 code units. A token is taken for 4 of them. */
const CHUNK_LENGTH_TARGET = 1600;
export const CHUNK_LENGTH_MAX = 2048;
export const CHUNK_LENGTH_MIN = 200;
const OVERLAP_MAX = 160;

export interface ChunkRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a segment's text where a reader would: between paragraphs, items of a list, sentences, lines, words, in this order.
 * Ranges are trimmed, in order, never split a surrogate pair, and overlap by at most a tenth, from a sentence's start.
 */
export function splitIntoChunks(text: string): ChunkRange[] {
  const ranges: ChunkRange[] = [];
  const last = trimEnd(text, 0, text.length);
  let start = trimStart(text, 0, last);
  while (start < last) {
    const rest = last - start;
    if (rest <= CHUNK_LENGTH_MAX) {
      ranges.push({ start, end: last });
      break;
    }
    const target = rest < CHUNK_LENGTH_TARGET + CHUNK_LENGTH_MAX ? Math.ceil(rest / 2) : CHUNK_LENGTH_TARGET;
    const latest = Math.min(start + CHUNK_LENGTH_MAX, last - CHUNK_LENGTH_MIN);
    const cut = findCut(text, start, target, latest);
    ranges.push({ start, end: trimEnd(text, start, cut) });
    start = trimStart(text, overlapStart(text, start, cut), last);
  }
  return ranges;
}

/** tokenCount of a text: an estimate. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** How far from the target the best kind of break is looked for, as shares of the target, narrow first. */
const WINDOWS = [0.7, 0.4];
const SENTENCE = BREAK_RANKS.indexOf("line");

// The break nearest to the target wins within a kind; a better kind wins over a nearer one.
function findCut(text: string, start: number, target: number, to: number): number {
  let best: Break | undefined;
  for (const share of WINDOWS) {
    best = pickBreak(listBreaks(text, start + Math.floor(target * share), to), start + target);
    if (best !== undefined && best.rank >= SENTENCE) break;
  }
  if (best) return best.at;
  const at = start + target;
  return isInsidePair(text, at) ? at + 1 : at;
}

function pickBreak(breaks: readonly Break[], target: number): Break | undefined {
  let best: Break | undefined;
  for (const each of breaks) {
    const nearer = best && Math.abs(each.at - target) < Math.abs(best.at - target);
    if (!best || each.rank > best.rank || (each.rank === best.rank && nearer)) best = each;
  }
  return best;
}

function overlapStart(text: string, start: number, cut: number): number {
  const from = Math.max(start + 1, cut - OVERLAP_MAX);
  return listBreaks(text, from, cut - 1).find(({ rank }) => rank >= SENTENCE)?.at ?? cut;
}

function isInsidePair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

function trimStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(text, at)) at++;
  return at;
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text, at - 1)) at--;
  return at;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text[at]!);
}
