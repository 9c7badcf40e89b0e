import type { DatedFactScope } from "@assay/db";
import {
  type DateOrder,
  type FoundDate,
  finaliseDateOrder,
  findDates,
  findShortDates,
  MONTH_NAME,
  readDate,
  SHORT_MONTH,
} from "@assay/language/quantity";
import { readNamedCells } from "@assay/language/text";

/** A day on which something happened, as a document has it. */
export interface DatedFact {
  /** ISO date; null where the order of day and month is not clear, so that the fact is not counted. */
  readonly date: string | null;
  /** Where the words that hold it are: a row of a table or a sentence, as a range of the text. */
  readonly start: number;
  readonly end: number;
  /** A ROW or SENTENCE speaks for itself; a date of the whole PIECE, such as that of a meeting, for all that is in it. */
  readonly scope: DatedFactScope;
}

/** A piece of a document's text that was read as one, such as rows of a sheet. */
export interface DatedText {
  readonly text: string;
  /** Column headings, where the format has them. */
  readonly context: string | null;
  /** Ranges of the text that a reader of the original would not see. */
  readonly hidden?: readonly (readonly [number, number])[];
  /** Those that the original shows crossed out. */
  readonly struck?: readonly (readonly [number, number])[];
  /** Those that a mail quotes from an earlier one. */
  readonly quoted?: readonly (readonly [number, number])[];
}

export interface DatedFacts {
  /** By piece, in order of place. */
  readonly facts: readonly (readonly DatedFact[])[];
}

/** A column that says when something has to happen, or from when to when a thing holds, and not that it happened. */
const OTHER_COLUMN =
  /\b(?:due|next|planned?|scheduled?|target(?:ed)?|deadlines?|expir\w*|valid|effective|until|uploaded|created|generated|printed|exported|updated|modified|published|version|birth|hired?|start(?:s|ed)?|from|to|end(?:s)?|renewal|review by|complete by|requested|opened|raised)\b/iu;
const ACT_COLUMN =
  /\b(?:completed|performed|held|done|executed|carried out|conducted|reviewed|tested|restored|closed|approved|signed|attended|confirmed|checked|inspected|finished|actual)\b/iu;
/** Such as "Planned for" and "Review date". */
const ENDS_AS_HEADING = /^.{1,40}\b(?:date|day|on|for|by|until|from|at)\s*$/iu;
const DATE_COLUMN = /\b(?:date|day|when|on)\b/iu;

/** A cell of something that did not happen, or not yet. */
const NOT_DONE_CELL =
  /^\s*(?:not (?:yet )?(?:done|performed|held|completed|started|reviewed|tested|carried out|executed)|missed|skipped|cancell?ed|postponed|overdue|to ?do|tbd|failed to run|did not run|not run)\s*$/iu;
/** That too, where the column says whether it happened; elsewhere they answer another question, such as "Data lost". */
const PERHAPS_NOT_DONE = /^\s*(?:no|planned|scheduled|pending|open|n\/a|not applicable|upcoming|in progress)\s*$/iu;
const STATE_COLUMN =
  /\b(?:status|state|result|outcome|success(?:ful|fully)?|progress|happened|took place|conclusion|verdict|executions?|completion)\b/iu;
/** Words of something that did not happen. */
const NOT_DONE =
  /\b(?:was|were|is|are|has|have|had|could|did|will) (?:not|never) (?:been |be |take |taken )?(?:done|held|performed|conducted|carried out|completed|reviewed|tested|executed|place|run|happen)\b|\b(?:missed|skipped|cancell?ed|postponed|rescheduled|not (?:yet )?(?:done|performed|held|completed|carried out))\b/iu;

/** Words that tell that something happened on the date that follows. */
const HAPPENED =
  /\b(?:held|conducted|performed|completed|carried out|reviewed|tested|approved|signed(?: off)?|dated|took place|executed|done|exercised|restored|rehearsed|trained|attended|met|confirmed|closed|finished|concluded|verified|inspected|audited|scanned|checked|ran|started and finished|submitted|sent|patched|rotated|recertified|walked through)\b/iu;
/** A line that only gives the date of what the document is about. */
const DATE_LINE =
  /^\s*[#>*_\s-]*(?:date(?: of (?:the )?(?:test|review|meeting|audit|exercise|drill|training|assessment|scan|inspection|check|session|incident|report|restore|restoration|backup|completion|execution|approval|signature|visit))?|(?:meeting|test|review|audit|exercise|drill|training|assessment|scan|inspection|session|restore|completion|execution|report|sent|signature)(?: ?date| held)?|sent|on|when|held|performed|completed|conducted|reviewed|signed|dated)(?: on)?[*_]*\s*[:：]/iu;
/** All that is before the date in a line of a letter or form. */
const DATED = /^[\s*_-]*(?:dated|held|signed|performed|completed|conducted|carried out)(?: on)?\s*$/iu;
const OTHER_DATE =
  /\b(?:effective|valid|expir\w*|due|next|planned|schedul\w+|will|shall|must|should|to be|upcoming|deadline|version|revision|revised|copyright|©|uploaded|updated|modified|printed|exported|generated|created|published|in force|supersed\w+|target|born|forecast|plan to|proposed|renew\w*)\b|\b(?:by|before|until|till|since|after|no later than)\s*$/iu;
/** A line that begins with a moment, as in a log or a chat. */
const LOG_LINE = /^\s*[[(<]?(?:\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/u;

/** What a cell of dates may hold that names no day. */
const NO_DAY = new RegExp(
  `^\\s*(?:${MONTH_NAME}\\.?,?\\s+\\d{2,4}|${SHORT_MONTH}\\.?[\\s'-]+\\d{2,4}|\\d{1,2}[/.-]\\d{4}|\\d{4}[/-]\\d{1,2}|Q[1-4][\\s/-]*\\d{2,4}|\\d{4}[\\s/-]*Q[1-4]|(?:cw|kw|wk|week)\\.?\\s*\\d{1,2}.{0,8})\\s*$`,
  "iu",
);

/** A day in words that are not known here, or in weeks or days of the year. */
const HAS_YEAR = /(?<![\d.:])(?:(?:19|20)\d\d|[１２][０-９]{3})(?!\d)/u;

/** The lines that a mail begins with. */
const MESSAGE = /^\s*(?:From|To|Subject|Date|Sent): .*\n(?:.*\n)*?\s*(?:From|To|Subject|Date|Sent): /u;
const SENT_LINE = /^\s*(?:Date|Sent): /u;

const CELL = /\s*(?:\||\t)\s*/u;

/**
 * The days on which a document says that something happened: the date cell of a table's row, the date of a message or
 * of a log's line, what was "held on" or is "dated". Dates of versions, due dates and validities are no facts.
 */
export function findDatedFacts(pieces: readonly DatedText[]): DatedFacts {
  const dated = pieces.map((piece) => findDates(piece.text).filter((date) => isSeen(date, piece)));
  const order = finaliseDateOrder(dated.flat());
  return { facts: pieces.map((piece, at) => factsOf(piece, dated[at]!, order)) };
}

function isSeen({ start, end }: Range, { hidden = [], struck = [], quoted = [] }: DatedText): boolean {
  return ![...hidden, ...struck, ...quoted].some(([from, to]) => from < end && to > start);
}

function factsOf(piece: DatedText, dates: readonly FoundDate[], order: DateOrder): DatedFact[] {
  const { text, context } = piece;
  const facts: DatedFact[] = [];
  const sent: DatedFact[] = [];
  const isMessage = MESSAGE.test(text);
  let headings = context === null ? null : readHeadings(context);
  // Of the row before: its cells, where it ends, and whether it was one of the table's body.
  let last = headings ? { cells: headings.length, end: 0, isBody: true } : null;
  for (const line of linesOf(text)) {
    const words = text.slice(line.start, line.end);
    const inLine = dates.filter(({ start }) => start >= line.start && start < line.end);
    const cells = cellsOf(words);
    if (cells.length > 1) {
      const continues = last?.cells === cells.length && !/\n\s*\n/u.test(text.slice(last.end, line.start));
      const isBody = (continues && last!.isBody) || (headings !== null && continues && cells.some(hasFigure));
      last = { cells: cells.length, end: line.end, isBody };
      const inRow = [...inLine, ...findCellDates(cells, line.start).filter((date) => isSeen(date, piece))];
      if (inRow.length === 0) {
        if (namesNoDay(cells, headings)) {
          last.isBody = true;
          facts.push({ date: null, ...line, scope: "ROW" });
        } else if (!isRule(words) && (!isBody || isHeadings(cells, headings)))
          headings = cells.map(({ text: cell }) => cell);
        continue;
      }
      last.isBody = true;
      const named = readNamedCells(
        cells.map(({ text: cell }) => cell),
        headings,
      );
      const date = named
        ? dateOfRow(
            cells.map(({ end }, at) => ({ text: named[at]!.text, start: end - named[at]!.text.length, end })),
            inRow,
            line.start,
            named.map(({ column }) => column ?? ""),
          )
        : dateOfRow(cells, inRow, line.start, headings);
      if (date) facts.push({ date: readDate(date, order), ...line, scope: "ROW" });
      continue;
    }
    if (inLine.length === 0) continue;
    if (LOG_LINE.test(words)) {
      if (!isNotDone([{ text: words }], null)) facts.push({ date: readDate(inLine[0]!, order), ...line, scope: "ROW" });
      continue;
    }
    const told = factsOfProse(text, line, inLine, order);
    if (isMessage && SENT_LINE.test(words)) sent.push(...told);
    else facts.push(...told);
  }
  // A message that says when it happened tells more than the day on which it was sent.
  return facts.length > 0 ? facts : sent;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Cell extends Range {
  readonly text: string;
}

function linesOf(text: string): Range[] {
  const lines: Range[] = [];
  let start = 0;
  for (const part of text.split("\n")) {
    if (part.trim() !== "") lines.push({ start, end: start + part.trimEnd().length });
    start += part.length + 1;
  }
  return lines;
}

function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  for (const text of line.split(CELL)) {
    const start = line.indexOf(text, at);
    cells.push({ text, start, end: start + text.length });
    at = start + text.length;
  }
  // Markdown draws a bar at both ends of a row; one at the start alone is an empty first cell.
  if (cells.length > 2 && /^\s*\|.*\|\s*$/su.test(line)) cells.shift();
  return cells;
}

/** Whether a row within a body names columns of dates: another table begins there without an empty line. */
function isHeadings(cells: readonly Cell[], before: readonly string[] | null): boolean {
  if (cells.some(hasFigure)) return false;
  const isAlike = before !== null && before[0]?.toLowerCase() === cells[0]!.text.toLowerCase();
  return isAlike || cells.some(({ text }) => ENDS_AS_HEADING.test(text));
}

function hasFigure({ text }: Cell): boolean {
  return /\d/u.test(text);
}

function isRule(line: string): boolean {
  return /^[\s|:+-]+$/u.test(line);
}

function readHeadings(context: string): string[] | null {
  const cells = context.split(CELL);
  if (cells.length < 2) return null;
  // The title of the sheet is before the first heading.
  return [cells[0]!.slice(cells[0]!.lastIndexOf(":") + 1).trim(), ...cells.slice(1)];
}

/** The date of a row that says when it happened: under a heading that says so, else the first one that no heading speaks against. */
function dateOfRow(
  cells: readonly Cell[],
  dates: readonly FoundDate[],
  lineStart: number,
  headings: readonly string[] | null,
): FoundDate | undefined {
  if (isNotDone(cells, headings)) return undefined;
  const placed = dates.flatMap((date) => {
    const column = cells.findIndex(({ start, end }) => date.start - lineStart >= start && date.end - lineStart <= end);
    const cell = cells[column];
    if (!cell) return [];
    // Next to other words the date is one that they speak of.
    const isCell = cell.text.length <= date.end - date.start + 20;
    const heading = headings?.[column] ?? "";
    return [{ date, isCell, heading, cell: cell.text }];
  });
  const acts = placed.filter(({ heading }) => ACT_COLUMN.test(heading) && !/\bnext|due\b/iu.test(heading));
  if (acts.length > 0) return acts[0]!.date;
  // The column that would say that it happened is empty in this row.
  if (
    headings?.some(
      (heading, column) =>
        ACT_COLUMN.test(heading) && /\b(?:date|on|at)\b/iu.test(heading) && (cells[column]?.text.trim() ?? "") === "",
    )
  )
    return undefined;
  const plain = placed.filter(({ heading, isCell }) => isCell && !OTHER_COLUMN.test(heading));
  const named = plain.filter(({ heading }) => DATE_COLUMN.test(heading));
  if (named.length > 0) return named[0]!.date;
  if (plain.length > 0) return plain[0]!.date;
  return placed.find(
    ({ isCell, cell, heading }) =>
      !isCell && !OTHER_COLUMN.test(heading) && HAPPENED.test(cell) && !OTHER_DATE.test(cell),
  )?.date;
}

/** Whether a row says that it did not happen: in any cell by clear words, by others where the column asks for that. */
function isNotDone(cells: readonly Pick<Cell, "text">[], headings: readonly string[] | null): boolean {
  return cells.some(({ text }, column) => {
    if (NOT_DONE_CELL.test(text) || NOT_DONE.test(text)) return true;
    const heading = headings?.[column]?.trim() ?? "";
    return PERHAPS_NOT_DONE.test(text) && (heading === "" || STATE_COLUMN.test(heading) || ACT_COLUMN.test(heading));
  });
}

/** Whether a row has a month, a quarter or a week where its column asks when it happened. */
function namesNoDay(cells: readonly Cell[], headings: readonly string[] | null): boolean {
  if (isNotDone(cells, headings)) return false;
  return cells.some(({ text }, column) => {
    const heading = headings?.[column] ?? "";
    const asks = ACT_COLUMN.test(heading) || DATE_COLUMN.test(heading);
    return asks && !OTHER_COLUMN.test(heading) && (NO_DAY.test(text) || (text.length <= 25 && HAS_YEAR.test(text)));
  });
}

/** Dates with years of two digits that are a whole cell. */
function findCellDates(cells: readonly Cell[], lineStart: number): FoundDate[] {
  return cells.flatMap(({ text, start }) =>
    findShortDates(text).flatMap((date) =>
      text.trim().length === date.end - date.start
        ? [{ ...date, start: lineStart + start + date.start, end: lineStart + start + date.end }]
        : [],
    ),
  );
}

/** In prose a date counts where its sentence says that something happened then. */
function factsOfProse(text: string, line: Range, dates: readonly FoundDate[], order: DateOrder): DatedFact[] {
  const facts: DatedFact[] = [];
  const words = text.slice(line.start, line.end);
  for (const sentence of sentencesOf(words)) {
    const said = words.slice(sentence.start, sentence.end);
    if (isNotDone([{ text: said }], null)) continue;
    const inside = dates.filter(
      ({ start }) => start - line.start >= sentence.start && start - line.start < sentence.end,
    );
    let from = sentence.start;
    for (const date of inside) {
      const before = words.slice(from, date.start - line.start);
      const after = words.slice(date.end - line.start, sentence.end);
      from = date.end - line.start;
      const isOnly = inside.length === 1 && DATED.test(before) && /^\W*$/u.test(after);
      const isLine = isOnly || (DATE_LINE.test(words) && !OTHER_DATE.test(before) && inside.length === 1);
      const told = HAPPENED.test(before) || (before.length < 40 && HAPPENED.test(after) && !OTHER_DATE.test(after));
      if (!isLine && (!told || OTHER_DATE.test(before))) continue;
      facts.push({
        date: readDate(date, order),
        start: line.start + sentence.start,
        end: line.start + sentence.end,
        scope: isLine ? "PIECE" : "SENTENCE",
      });
    }
  }
  return facts;
}

function sentencesOf(line: string): Range[] {
  const sentences: Range[] = [];
  const stop = /[.!?;](?=\s+[\p{Lu}"'(\d])/gu;
  let start = 0;
  for (const match of line.matchAll(stop)) {
    if (isAbbreviation(line.slice(start, match.index), line.slice(match.index + 1))) continue;
    sentences.push(trimRange(line, start, match.index + 1));
    start = match.index + 1;
  }
  sentences.push(trimRange(line, start, line.length));
  return sentences.filter(({ start, end }) => end > start);
}

/** A name's initial, a day or a month in short end with a dot too. */
function isAbbreviation(before: string, after: string): boolean {
  if (/(?:^|\s)\p{Lu}$/u.test(before)) return true;
  const isDatePart = /\b(?:\d{1,2}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/iu.test(before);
  return isDatePart && /^\s*(?:\d{1,4}\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/iu.test(after);
}

function trimRange(text: string, start: number, end: number): Range {
  const part = text.slice(start, end);
  return { start: start + (part.length - part.trimStart().length), end: start + part.trimEnd().length };
}
