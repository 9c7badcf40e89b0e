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
 * white space, hyphens and the boxes of forms do not count; all else is compared as the service compared it. Of several equal passages the
 * one of `occurrence` is answered. The service omits headers and footers that an earlier page has: where the page
 * holds more of them than the service read, the one among the same words is answered, if there is one alone.
 */
export function locateOnPage(
  runs: readonly PageRun[],
  quote: string,
  occurrence: Occurrence | undefined,
): RunRange[] | undefined {
  const page = joinRuns(runs);
  const found = findAll(page.text, quote);
  const { ordinal, count, around }: Occurrence = occurrence ?? { ordinal: 0, count: 1 };
  if (found.length === count) return toRunRanges(page, found[ordinal]!);
  const alike = found.length > count && around ? found.filter((range) => isAmong(range, around)) : [];
  return alike.length === 1 ? toRunRanges(page, alike[0]!) : undefined;
}

/** Which of the equal passages of `text` begins at `start`; undefined where none does. */
export function occurrenceAt(text: string, quote: string, start: number): Occurrence | undefined {
  const found = findAll(text, quote);
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

function findAll(text: string, quote: string): FoundRange[] {
  const wanted = squeeze(foldQuote(quote)).text;
  if (wanted === "") return [];
  const { folded, positions } = foldText(text);
  const squeezed = squeeze(folded);
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

function squeeze(folded: string): { text: string; positions: number[] } {
  const positions: number[] = [];
  let text = "";
  for (let at = 0; at < folded.length; at++) {
    const unit = folded[at]!;
    if (/[-\s☐☒]/.test(unit)) continue;
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
