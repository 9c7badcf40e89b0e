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
 * Cuts a segment's text where a reader would: at paragraphs, lines, sentences, words, in this order of preference.
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
    const cut = findCut(text, start + Math.floor(target * 0.7), start + target, latest);
    ranges.push({ start, end: trimEnd(text, start, cut) });
    start = trimStart(text, overlapStart(text, start, cut), last);
  }
  return ranges;
}

/** tokenCount of a text: an estimate. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

const BOUNDARIES = [/\n\s*\n/g, /\n/g, /[.!?。！？]["')\]]?\s|[。！？]/g, /\s/g];

// The boundary nearest to the target wins within a kind; a better kind wins over a nearer one.
function findCut(text: string, from: number, target: number, to: number): number {
  const window = text.slice(from, to);
  for (const boundary of BOUNDARIES) {
    let best: number | undefined;
    for (const match of window.matchAll(boundary)) {
      const at = from + match.index + match[0].length;
      if (best === undefined || Math.abs(at - target) < Math.abs(best - target)) best = at;
    }
    if (best !== undefined) return best;
  }
  return isInsidePair(text, target) ? target + 1 : target;
}

function overlapStart(text: string, start: number, cut: number): number {
  const from = Math.max(start + 1, cut - OVERLAP_MAX);
  const sentence = /[.!?。！？]["')\]]?\s+|[。！？]|\n/g;
  sentence.lastIndex = from;
  for (let match = sentence.exec(text); match; match = sentence.exec(text)) {
    const at = match.index + match[0].length;
    if (at >= cut) break;
    if (at > from) return at;
  }
  return cut;
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
