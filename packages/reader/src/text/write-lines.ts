import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { markText } from "./marked-text.ts";

const BLOCK_LENGTH = 1400;
const CONTEXT_LENGTH_MAX = 500;
/** Of all segments together, a little below what a document may have: separators between segments count too. */
const LINES_LENGTH_MAX = 4_990_000;
/** Longer data would not fit whatever is omitted of it as blanks. */
export const DATA_LENGTH_MAX = 20_000_000;
const SAMPLES = 40;
/** How much of the length goes to the beginning and to the end; the samples between them have the rest. */
const END_SHARE = 0.45;

export interface LineOptions {
  /** What is put before the lines for anyone who reads a block alone. */
  readonly context?: string | null;
  /** Changes a line before it is written. */
  clean?(line: string): string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Writes a text by ranges of its lines. Of one that is too long, the beginning, the end and samples between them are
 * written, and a warning says what was omitted.
 */
export async function writeLines(text: string, sink: SegmentSink, options: LineOptions = {}): Promise<void> {
  const ranges = planRanges(text);
  const context = options.context?.slice(0, CONTEXT_LENGTH_MAX).toWellFormed() ?? null;
  let line = 1;
  let at = 0;
  for (const [index, { start, end }] of ranges.entries()) {
    line += countLines(text, at, start);
    if (index === 1) warnOfGap(text, line, ranges, sink);
    line = await writeRange(text, { start, end }, line, { sink, context, clean: options.clean });
    at = end;
  }
}

interface LineWriter extends Pick<LineOptions, "clean"> {
  readonly sink: SegmentSink;
  readonly context: string | null;
}

/** Returns the number of the line after the last. */
async function writeRange(text: string, range: Range, firstLine: number, { sink, context, clean }: LineWriter) {
  let line = firstLine;
  let block = "";
  let blockLine = line;
  const flush = async () => {
    const content = markText(block);
    const location = blockLine >= line - 1 ? `line ${blockLine}` : `lines ${blockLine}–${line - 1}`;
    if (content.text !== "") await sink.write({ location, context, content });
    block = "";
    blockLine = line;
  };
  for (let at = range.start; at < range.end; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 || newline >= range.end ? range.end : newline + 1;
    const part = text.slice(at, end);
    const clean1 = clean ? clean(part) : part;
    if (block !== "" && block.length + clean1.length > BLOCK_LENGTH) await flush();
    block += clean1;
    line += 1;
    at = end;
    sink.progress();
  }
  await flush();
  return line;
}

/** The whole, or what is read of a longer text: ranges that begin and end with a line where lines are short enough. */
function planRanges(text: string): Range[] {
  if (text.length <= LINES_LENGTH_MAX) return [{ start: 0, end: text.length }];
  const part = Math.floor(LINES_LENGTH_MAX * END_SHARE);
  const sample = Math.floor((LINES_LENGTH_MAX - 2 * part) / SAMPLES);
  const head = { start: 0, end: lineStart(text, part) };
  const tail = { start: nextLine(text, text.length - part), end: text.length };
  const step = (tail.start - head.end) / (SAMPLES + 1);
  const samples = Array.from({ length: SAMPLES }, (_, index) => {
    const begin = Math.floor(head.end + step * (index + 1) - sample / 2);
    return { start: nextLine(text, begin), end: lineStart(text, begin + sample) };
  });
  const ranges: Range[] = [];
  for (const range of [head, ...samples, tail]) {
    const start = Math.max(range.start, ranges.at(-1)?.end ?? 0);
    if (start < range.end) ranges.push({ start, end: range.end });
  }
  return ranges;
}

const LINE_LOOKED_FOR_WITHIN = 10_000;

/** Where the line begins that holds an offset; the offset itself within a very long line. */
function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return at - start > LINE_LOOKED_FOR_WITHIN ? wholeCharacter(text, at) : start;
}

function nextLine(text: string, at: number): number {
  const start = text.indexOf("\n", at) + 1;
  return start === 0 || start - at > LINE_LOOKED_FOR_WITHIN ? wholeCharacter(text, at) : start;
}

function wholeCharacter(text: string, at: number): number {
  const low = text.charCodeAt(at);
  return low >= 0xdc00 && low <= 0xdfff ? at + 1 : at;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function warnOfGap(text: string, firstSampled: number, ranges: readonly Range[], sink: SegmentSink): void {
  const [head, tail] = [ranges[0]!, ranges.at(-1)!];
  const before = countLines(text, 0, head.end);
  const between = countLines(text, head.end, tail.start);
  const written = ranges.slice(1, -1).reduce((sum, { start, end }) => sum + countLines(text, start, end), 0);
  sink.warn({
    code: "PART_OMITTED",
    message: `The file is too long to be read whole: of lines ${before + 1}–${before + between} only ${ranges.length - 2} samples were read (${written} lines, the first at line ${firstSampled}), ${between - written} lines were left out`,
  });
}

/** Throws ExtractionFailure EXTRACTION_LIMIT_EXCEEDED for a text that cannot be sampled without losing its structure. */
export function requireLength(text: string, max: number): void {
  if (text.length > max)
    throw new ExtractionFailure(
      "EXTRACTION_LIMIT_EXCEEDED",
      `Cannot read the file because its text is too long: it has ${text.length} characters, split it into files of at most 5000000`,
    );
}

/** Reads data that breaks the rules of its format by lines: its words stand there all the same, and a warning says so. */
export async function writeAsLines(
  text: string,
  sink: SegmentSink,
  { what, at, clean }: { what: string; at: number; clean?: (line: string) => string },
): Promise<void> {
  sink.warn({
    code: "NOT_WELL_FORMED",
    message: `The file is not valid ${what} from line ${countLines(text, 0, at) + 1} on: it was read as lines of text`,
  });
  await writeLines(text, sink, clean ? { clean } : {});
}
