import { foldQuote, foldText } from "@assay/contract/locate-quote";

/** A run of glyphs as pdf.js reports it, in the order of the page's content. */
export interface PageRun {
  readonly str: string;
  readonly hasEOL?: boolean;
  readonly transform?: readonly number[];
}

/** A stretch of one run: offsets in its `str`, [start, end). */
export interface RunRange {
  readonly run: number;
  readonly start: number;
  readonly end: number;
}

/** Which of several equal passages is meant: the `ordinal`th, from 0, of `count`. */
export interface Occurrence {
  readonly ordinal: number;
  readonly count: number;
  /** What is around it, squeezed. */
  readonly around?: Around;
}

interface Around {
  readonly before: string;
  readonly after: string;
}

const AROUND_LENGTH = 40;

/**
 * Where a quote is among the runs of a PDF page, or undefined. Runs say nothing sure about spaces and line ends, so
 * white space, hyphens, bars between cells and the boxes of forms do not count; all else is compared as the service compared it. Of several equal passages the
 * one of `occurrence` is answered. The service omits headers and footers that an earlier page has: where the page
 * holds more of them than the service read, the one among the same words is answered, if there is one alone. Where the
 * page draws the lines of cells in another order than they are read, each piece of the quote is the nearest to the one before.
 */
export function locateOnPage(
  runs: readonly PageRun[],
  quote: string,
  occurrence: Occurrence | undefined,
): RunRange[] | undefined {
  const page = joinRuns(runs);
  const find = finderOf(page.text);
  const found = find(quote);
  const { ordinal, count, around }: Occurrence = occurrence ?? { ordinal: 0, count: 1 };
  if (found.length === count) return toRunRanges(page, found[ordinal]!);
  if (found.length === 0) return locatePieces(runs, page, quote, find);
  const alike = found.length > count && around ? found.filter((range) => isAmong(range, around)) : [];
  return alike.length === 1 ? toRunRanges(page, alike[0]!) : undefined;
}

const CELL_END = / \| |\t/;
const PIECES_MAX = 60;
const PLACES_MAX = 100;
/** What is on the same line is nearer than what is below. */
const DOWN = 4;

function locatePieces(runs: readonly PageRun[], page: JoinedRuns, quote: string, find: Find): RunRange[] | undefined {
  const [firsts = [], ...others] = (CELL_END.test(quote) && listPieces(page, quote, find)) || [];
  let best: RunRange[] | undefined;
  let least = Infinity;
  for (const first of firsts) {
    const chain = [...first];
    let total = 0;
    for (const piece of others) {
      const [next, far] = nearestOf(runs, piece, chain.at(-1)!);
      chain.push(...next);
      total += far;
    }
    if (total === least) best = undefined;
    if (total < least) [best, least] = [chain, total];
  }
  return best;
}

/** Of each cell the longest stretches of whole words that the page has, each with its places; undefined where it lacks a word. */
function listPieces(page: JoinedRuns, quote: string, find: Find): RunRange[][][] | undefined {
  const pieces: RunRange[][][] = [];
  const cells = quote.split(CELL_END);
  for (const [index, cell] of cells.entries()) {
    const words = cell.split(/\s+/).filter((word) => squeeze(foldQuote(word)).text !== "");
    for (let at = 0; at < words.length; ) {
      let [places, end] = [[] as FoundRange[], at];
      for (let to = at + 1; to <= words.length; to += 1) {
        const isLast = index === cells.length - 1 && to === words.length;
        const isWhole = (range: TextRange) =>
          (pieces.length === 0 || !isLetter(page.text[range.start - 1])) && (isLast || !isLetter(page.text[range.end]));
        const found = find(words.slice(at, to).join(" ")).filter(isWhole);
        if (found.length === 0) break;
        [places, end] = [found, to];
      }
      if (end === at || pieces.length >= PIECES_MAX || places.length > PLACES_MAX) return undefined;
      pieces.push(places.map((range) => toRunRanges(page, range)));
      at = end;
    }
  }
  return pieces;
}

function isLetter(unit = ""): boolean {
  return /[\p{L}\p{N}]/u.test(unit);
}

function nearestOf(runs: readonly PageRun[], places: readonly RunRange[][], from: RunRange): [RunRange[], number] {
  const far = ([to]: readonly RunRange[]) => distance(runs, from.run, to!.run);
  return places
    .map((place): [RunRange[], number] => [place, far(place)])
    .reduce((best, each) => (each[1] < best[1] ? each : best));
}

function distance(runs: readonly PageRun[], from: number, to: number): number {
  const [a, b] = [runs[from]!.transform, runs[to]!.transform];
  if (!a || !b) return Math.abs(from - to);
  return Math.abs(a[4]! - b[4]!) + DOWN * Math.abs(a[5]! - b[5]!);
}

/** Which of the equal passages of `text` begins at `start`; undefined where none does. */
export function occurrenceAt(text: string, quote: string, start: number): Occurrence | undefined {
  const found = finderOf(text)(quote);
  const ordinal = found.findIndex((range) => range.start >= start);
  return ordinal === -1 ? undefined : { ordinal, count: found.length, around: found[ordinal]!.around };
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The words before or after a passage distinguish it; at the page's edge there may be none, or others. */
function isAmong({ around }: FoundRange, { before, after }: Around): boolean {
  return (before !== "" && around.before.endsWith(before)) || (after !== "" && around.after.startsWith(after));
}

interface FoundRange extends TextRange {
  readonly around: Around;
}

type Find = (quote: string) => FoundRange[];

function finderOf(text: string): Find {
  const { folded, positions } = foldText(text);
  const squeezed = squeeze(folded);
  return (quote) => findAll({ text, squeezed, positions }, squeeze(foldQuote(quote)).text);
}

interface Searched {
  readonly text: string;
  readonly squeezed: Squeezed;
  readonly positions: readonly number[];
}

function findAll({ text, squeezed, positions }: Searched, wanted: string): FoundRange[] {
  if (wanted === "") return [];
  const found: FoundRange[] = [];
  for (let at = squeezed.text.indexOf(wanted); at !== -1; at = squeezed.text.indexOf(wanted, at + 1)) {
    const last = positions[squeezed.positions[at + wanted.length - 1]!]!;
    const start = positions[squeezed.positions[at]!]!;
    const end = at + wanted.length;
    found.push({
      start,
      end: last + (text.codePointAt(last)! > 0xffff ? 2 : 1),
      around: {
        before: squeezed.text.slice(Math.max(0, at - AROUND_LENGTH), at),
        after: squeezed.text.slice(end, end + AROUND_LENGTH),
      },
    });
  }
  return found;
}

interface Squeezed {
  readonly text: string;
  readonly positions: readonly number[];
}

function squeeze(folded: string): Squeezed {
  const positions: number[] = [];
  let text = "";
  for (let at = 0; at < folded.length; at++) {
    const unit = folded[at]!;
    if (/[-\s|☐☒]/.test(unit)) continue;
    text += unit;
    positions.push(at);
  }
  return { text, positions };
}

interface JoinedRuns {
  readonly text: string;
  /** Where each run that counts begins in `text`. */
  readonly places: readonly { readonly run: number; readonly start: number; readonly end: number }[];
}

function joinRuns(runs: readonly PageRun[]): JoinedRuns {
  const places: { run: number; start: number; end: number }[] = [];
  let text = "";
  let previous: PageRun | undefined;
  for (const [index, run] of runs.entries()) {
    if (previous && isOverprint(previous, run)) continue;
    if (run.str.trim() !== "") previous = run;
    places.push({ run: index, start: text.length, end: text.length + run.str.length });
    text += `${run.str}${run.hasEOL ? "\n" : " "}`;
  }
  return { text, places };
}

const OVERPRINT_DISTANCE = 0.15;

/** The same run again, a hair next to itself, is how some writers make bold; the service reads it once. */
function isOverprint(previous: PageRun, run: PageRun): boolean {
  if (previous.str !== run.str || !previous.transform || !run.transform) return false;
  const [, , c = 0, d = 0, x = 0, y = 0] = previous.transform;
  const [, , , , otherX = 0, otherY = 0] = run.transform;
  const near = Math.hypot(c, d) * OVERPRINT_DISTANCE;
  return Math.abs(x - otherX) < near && Math.abs(y - otherY) < near;
}

function toRunRanges({ places }: JoinedRuns, range: TextRange): RunRange[] {
  return places
    .map(({ run, start, end }) => ({
      run,
      start: Math.max(range.start, start) - start,
      end: Math.min(range.end, end) - start,
    }))
    .filter(({ start, end }) => start < end);
}
