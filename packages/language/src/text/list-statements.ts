import { memoizeTexts } from "./memoize-texts.ts";
import { readNamedCells } from "./read-named-cells.ts";
import { ReadText } from "./read-text.ts";

interface StatementFields {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: "sentence" | "item" | "row" | "heading";
  readonly block: number;
  readonly headings: readonly string[];
  readonly cells: readonly { readonly column: string | null; readonly text: string }[];
}

/** A sentence, list item or row of a passage, with what it is under and what is read of it. */
export class Statement extends ReadText implements StatementFields {
  declare readonly start: number;
  declare readonly end: number;
  declare readonly kind: StatementFields["kind"];
  /** Number of the block of lines that it is in. */
  declare readonly block: number;
  /** The headings above it, nearest last, and the sentence with a colon that opens its list. */
  declare readonly headings: readonly string[];
  /** Of a row: its cells, each under the name of its column where the table has a head. */
  declare readonly cells: StatementFields["cells"];

  constructor(fields: StatementFields) {
    super(fields);
  }
}

const SENTENCE_END =
  /(?<!\b(?:e\.g|i\.e|etc|cf|vs|approx|[Nn]os?|[Aa]rt|[Ss]ec|[Pp]ara|[Ff]ig|incl|resp|Mr|Mrs|Ms|Dr|Inc|Ltd|St|ca|[a-zA-Z])\.)(?<=[.!?][)"'”’\]]?)\s+(?=["'“‘([\p{Lu}\p{N}<{$])|(?<=[.!?][)"'”’\]]?)\s+(?=\[)|(?<=[.!?؟۔][)"'”’\]]?)\s+(?=\p{Lo})|(?<=[。！？]["”』」）)]*)(?=[^\s"”』」）)。！？])/gu;
const LIST_ITEM = /^\s*(?:[-*+•–▪◦☐☑✓✔✗✘]|\[[ xX]\]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+/i;
const MARKDOWN_HEADING = /^\s{0,3}#{1,6}\s+/;
const WRAPPED_LINE_MIN = 50;
const HEADING_MAX = 90;
const HEADINGS_MAX = 3;
const SENTENCE_MAX = 1000;
const ENDS_ASKED = /\?["'”’)\]]?$/;
const ANSWERS = /^\W*(?:[\w. ]{1,30}:\s*)?(?:yes|no|n\/a|none|never|always|we do|we have|they do|not)\b/i;
const TABLE_RULE = /^[\s|:+=-]+$/;
const STATES =
  /\b(?:is|are|was|were|be|been|has|have|had|must|shall|should|may|can|will|does|do|did|not|\w{3,}(?:ed|ned|pt|lt))\b/i;

interface Line {
  readonly text: string;
  readonly start: number;
  readonly block: number;
}

/**
 * The statements of a passage in order. Wrapped lines are read as one; list items and rows stand alone. Of a passage that was
 * asked for before they are the same objects, with what was read of them.
 */
export const listStatements: (text: string) => readonly Statement[] = memoizeTexts((text) =>
  listFields(text).map((fields) => new Statement(fields)),
);

function listFields(text: string): StatementFields[] {
  const statements: StatementFields[] = [];
  const headings: string[] = [];
  let leadIn: string | undefined;
  let columns: readonly string[] | undefined;
  let block = -1;
  for (const line of joinWrapped(listLines(text))) {
    if (line.block !== block) columns = undefined;
    block = line.block;
    if (TABLE_RULE.test(line.text)) continue;
    const cells = splitCells(line.text);
    const place = { start: line.start, end: line.start + line.text.length, block };
    if (cells.length > 1) {
      const above = columns;
      const named = readNamedCells(cells, above);
      if (above === undefined && named === null) columns = cells;
      statements.push({
        ...place,
        text: line.text,
        kind: "row",
        headings: [...headings, ...(leadIn ? [leadIn] : [])],
        cells: named ?? cells.map((cell, index) => ({ column: above?.[index] ?? null, text: cell })),
      });
      continue;
    }
    if (isHeading(line.text)) {
      const title = line.text
        .replace(MARKDOWN_HEADING, "")
        .replace(/[*_:#]+/g, "")
        .trim();
      headings.push(title);
      if (headings.length > HEADINGS_MAX) headings.shift();
      leadIn = undefined;
      statements.push({ ...place, text: line.text, kind: "heading", headings: headings.slice(0, -1), cells: [] });
      continue;
    }
    const isItem = LIST_ITEM.test(line.text);
    if (!isItem && statements.at(-1)?.block !== block) leadIn = leadIn?.endsWith(":") && isItem ? leadIn : undefined;
    for (const span of splitSentences(line.text)) {
      const sentence = line.text.slice(span.start, span.end);
      statements.push({
        text: sentence,
        start: line.start + span.start,
        end: line.start + span.end,
        block,
        kind: isItem ? "item" : "sentence",
        headings: [...headings.slice(-2), ...(isItem && leadIn ? [leadIn] : [])],
        cells: [],
      });
      if (!isItem) leadIn = /:\s*$/.test(sentence) ? sentence : undefined;
    }
  }
  return statements;
}

function listLines(text: string): Line[] {
  const lines: Line[] = [];
  let block = 0;
  for (const { index, 0: raw } of text.matchAll(/[^\n]+|\n(?=[^\S\n]*\n)/g)) {
    if (raw.trim() === "") block++;
    else {
      const lead = raw.length - raw.trimStart().length;
      lines.push({ text: raw.trim(), start: index + lead, block });
    }
  }
  return lines;
}

function joinWrapped(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last && last.block === line.block && continues(last.text, line.text)) {
      const gap = line.start - (last.start + last.text.length);
      joined[joined.length - 1] = { ...last, text: `${last.text}${" ".repeat(Math.max(1, gap))}${line.text}` };
    } else joined.push(line);
  }
  return joined;
}

function continues(line: string, next: string): boolean {
  if (ENDS_ASKED.test(line) && ANSWERS.test(next)) return true;
  if (LIST_ITEM.test(next) || MARKDOWN_HEADING.test(next) || MARKDOWN_HEADING.test(line)) return false;
  if (splitCells(line).length > 1 || splitCells(next).length > 1) return false;
  if (/^\p{Ll}/u.test(next) && !/[.!?:;]$/.test(line)) return true;
  return line.length >= WRAPPED_LINE_MIN && !/[.!?:;]$/.test(line);
}

/** The cells of a line: between bars or tabs, or between commas without a space after them. */
function splitCells(line: string): string[] {
  if (/[\t|]/.test(line))
    return (
      line
        // A bar at the start alone is an empty first cell; Markdown draws one at both ends.
        .replace(/^\|(?=.*\|$)|\|$/gs, "")
        .split(/\s*[|\t]\s*/)
        .map((cell) => cell.trim())
    );
  const commas = [...line.matchAll(/[,;](?=[^\s\d])/g)].length;
  return commas >= 2 && !/[,;]\s/.test(line.replace(/"[^"]*"/g, "")) ? line.split(/[,;]/) : [line];
}

function isHeading(line: string): boolean {
  if (MARKDOWN_HEADING.test(line) || /^(?:\*\*|__)[^*_]+(?:\*\*|__):?$/.test(line)) return true;
  if (line.length > HEADING_MAX || LIST_ITEM.test(line.replace(/^\d+(?:\.\d+)*\.?\s/, ""))) return false;
  if (/[.!?;,]$/.test(line) || /:\s*\S/.test(line)) return false;
  return /^[\p{Lu}\d(]/u.test(line) && !STATES.test(line) && line.split(/\s+/).length <= 10 && !line.endsWith(":");
}

/** A sentence without an end is read in pieces, so that no rule looks back without an end. */
function cutLong(text: string, { start, end }: { start: number; end: number }): { start: number; end: number }[] {
  if (end - start <= SENTENCE_MAX) return [{ start, end }];
  const space = text.lastIndexOf(" ", start + SENTENCE_MAX);
  const cut = space > start ? space : start + SENTENCE_MAX;
  const pieces = [{ start, end: cut }];
  for (let at = cut; at < end; ) {
    const next = text.lastIndexOf(" ", at + SENTENCE_MAX);
    const to = at + SENTENCE_MAX >= end ? end : next > at ? next : at + SENTENCE_MAX;
    pieces.push({ start: at, end: to });
    at = to;
  }
  return pieces;
}

function splitSentences(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let start = 0;
  for (const { index, 0: space } of text.matchAll(SENTENCE_END)) {
    if (ENDS_ASKED.test(text.slice(start, index)) && ANSWERS.test(text.slice(index + space.length))) continue;
    spans.push({ start, end: index });
    start = index + space.length;
  }
  return [...spans, { start, end: text.length }]
    .flatMap((span) => cutLong(text, span))
    .filter(({ start: from, end }) => /\p{L}/u.test(text.slice(from, end)));
}
