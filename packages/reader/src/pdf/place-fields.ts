import { BOXES } from "../text/choices.ts";
import type { PdfAnnotation, PlacedField, TextLine, Word } from "./form-parts.ts";
import type { TextRun } from "./join-items.ts";
import { isUnseen } from "./list-annotation-lines.ts";
import { describeField, readField } from "./read-field.ts";
import { findAbove, findLine, listLines } from "./text-lines.ts";

/** Beyond them, fields are lines below the page. */
const PLACED_MAX = 5000;
/** In sizes of the text: how far a box may be from the words of its option. */
const NEAR = 8;
/** The same for a field from its label. */
const NEAR_LABEL = 40;
const TOGETHER = 0.7;

interface PlacedForm {
  readonly runs: readonly TextRun[];
  /** Of fields that are near no text. */
  readonly lines: readonly { readonly text: string; readonly hidden: boolean }[];
  /** The annotations that are no field in sight. */
  readonly rest: readonly PdfAnnotation[];
}

/**
 * Puts what a form shows into the lines of its page: a box before the words of its option, a value after its label. What
 * is near no text is a line of its own.
 */
export function placeFields(runs: readonly TextRun[], annotations: readonly PdfAnnotation[]): PlacedForm {
  const widgets = annotations.filter((each) => each.subtype === "Widget" && !isUnseen(each) && each.rect);
  if (widgets.length === 0 || widgets.length > PLACED_MAX || runs.some(({ transform }) => !transform))
    return { runs, lines: [], rest: annotations };
  const [ux, uy] = directionOf(runs);
  const fields = widgets.flatMap((annotation) => placeField(annotation, ux, uy));
  const lines = listLines(runs, [ux, uy], fields);
  const names = new Map<string, number>();
  for (const { fieldName = "" } of widgets) names.set(fieldName, (names.get(fieldName) ?? 0) + 1);
  const alone: PlacedField[] = [];
  const byLine = Map.groupBy(fields, (field) => findLine(lines, field));
  for (const [line, found] of byLine)
    if (line) alone.push(...fillLine(line, found.sort(byPlace), lines));
    else alone.push(...found);
  const describe = ({ annotation, reading }: PlacedField) =>
    describeField(annotation, reading, (names.get(annotation.fieldName ?? "") ?? 0) > 1);
  const below: string[] = [];
  for (const field of alone.sort((a, b) => b.y1 - a.y1 || a.x1 - b.x1)) {
    const above = field.reading.kind === "VALUE" ? findAbove(lines, field) : null;
    if (above) above.below.push(field.reading.kind === "VALUE" ? field.reading.value : "");
    else below.push(describe(field));
  }
  const placed = new Set(widgets);
  const others = annotations.filter((each) => !placed.has(each));
  return { runs: writeRuns(runs, lines), lines: below.map((text) => ({ text, hidden: false })), rest: others };
}

const byPlace = (a: PlacedField, b: PlacedField) => a.x1 - b.x1;

/** The one in which most letters are written: a page may be turned. */
function directionOf(runs: readonly TextRun[]): readonly [number, number] {
  const letters = new Map<string, number>();
  for (const { str, transform: [a = 1, b = 0] = [] } of runs) {
    const turn = Math.abs(a) >= Math.abs(b) ? `${Math.sign(a)},0` : `0,${Math.sign(b)}`;
    letters.set(turn, (letters.get(turn) ?? 0) + str.trim().length);
  }
  const [most] = [...letters].sort((a, b) => b[1] - a[1]);
  const [ux = 1, uy = 0] = most?.[0].split(",").map(Number) ?? [];
  return [ux, uy];
}

function placeField(annotation: PdfAnnotation, ux: number, uy: number): PlacedField[] {
  const reading = readField(annotation);
  if (!reading) return [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = annotation.rect ?? [];
  const along = [x1 * ux + y1 * uy, x2 * ux + y2 * uy].sort((a, b) => a - b) as [number, number];
  const across = [y1 * ux - x1 * uy, y2 * ux - x2 * uy].sort((a, b) => a - b) as [number, number];
  return [{ annotation, reading, x1: along[0], x2: along[1], y1: across[0], y2: across[1] }];
}

type Entry =
  | { readonly word: Word; readonly field?: undefined }
  | { readonly word?: undefined; readonly field: PlacedField };

/** Returns the fields that belong to no word of the line. */
function fillLine(line: TextLine, fields: readonly PlacedField[], lines: readonly TextLine[]): PlacedField[] {
  const entries: Entry[] = [...line.words.map((word) => ({ word })), ...fields.map((field) => ({ field }))].sort(
    (a, b) => startOf(a) - startOf(b),
  );
  const side = sideOfBoxes(entries, line.size);
  const alone: PlacedField[] = [];
  for (const [at, { field }] of entries.entries()) {
    if (!field) continue;
    if (field.reading.kind === "VALUE") {
      const label = entries.slice(0, at).findLast((entry) => !entry.field)?.word;
      if (label && field.x1 - label.right < NEAR_LABEL * line.size) addValue(label, field.reading.value, entries, at);
      else alone.push(field);
      continue;
    }
    const { box } = field.reading;
    const word = findWord(entries, at, side, line.size);
    if (word) {
      word.before = `${box} ${word.before}`;
      const before = entries.slice(0, at).findLast((entry) => entry.word && entry.word !== word)?.word?.right ?? -1e9;
      word.x = Math.min(word.x, Math.max(field.x1, before + 0.3 * line.size));
      continue;
    }
    const heading = side === "EITHER" ? headingOf(lines, line, field) : null;
    const row = entries.slice(0, at).findLast((entry) => !entry.field)?.word;
    if (heading && row) row.after += ` ${box} ${heading}`;
    else alone.push(field);
  }
  return alone;
}

const startOf = ({ word, field }: Entry) => (field ? field.x1 : word.x);

type Side = "BEFORE" | "BEHIND" | "EITHER" | "UNSURE";

const QUESTION_END = /[?:]\s*$/;

/** On which side of their words the boxes of a line are; UNSURE where they differ, EITHER where none has words on both. */
function sideOfBoxes(entries: readonly Entry[], size: number): Side {
  if (endsInBox(entries)) return "BEHIND";
  const sides = entries.flatMap(({ field }, at) =>
    field?.reading.kind === "BOX" ? (sideOfBox(entries, at, size) ?? []) : [],
  );
  const [isBefore, isBehind] = [sides.includes("BEFORE"), sides.includes("BEHIND")];
  if (isBefore !== isBehind) return isBefore ? "BEFORE" : "BEHIND";
  // Behind a question there are no words of an option, and each box has some close on its right.
  if (isBefore && isAnswered(entries, size)) return "BEFORE";
  return sides.length > 0 ? "UNSURE" : "EITHER";
}

const ANSWER_AT_END =
  /(?:^|[?:.]\s+)(?:yes|no|n\/?a|ja|nein|oui|non|s[ií]|sim|n[aã]o|nee|all|some|none|partly|partially|always|never|sometimes|true|false)\W*$/i;

/** "Yes ☐ No ☐": each box follows a word, the first one an answer, and none follows the last box. */
function endsInBox(entries: readonly Entry[]): boolean {
  const isBox = ({ field }: Entry) => field?.reading.kind === "BOX";
  const last = entries.at(-1);
  const first = entries.findIndex(isBox);
  return (
    last !== undefined &&
    isBox(last) &&
    ANSWER_AT_END.test(entries[first - 1]?.word?.str ?? "") &&
    entries.every((entry, at) => !isBox(entry) || entries[at - 1]?.word !== undefined)
  );
}

function isAnswered(entries: readonly Entry[], size: number): boolean {
  const first = entries.findIndex(({ field }) => field?.reading.kind === "BOX");
  return (
    QUESTION_END.test(entries[first - 1]?.word?.str ?? "") &&
    entries.every(({ field }, at) => {
      const after = entries[at + 1]?.word;
      return field?.reading.kind !== "BOX" || (after !== undefined && after.x - field.x2 <= size);
    })
  );
}

/** Undefined for a box with words on one side only, or with words that are further away than those of an option. */
function sideOfBox(entries: readonly Entry[], at: number, size: number): Side | undefined {
  const [before, field, after] = [entries[at - 1]?.word, entries[at]!.field!, entries[at + 1]?.word];
  if (!before || !after) return undefined;
  const [left, right] = [field.x1 - before.right, after.x - field.x2];
  if (Math.min(left, right) > NEAR * size) return undefined;
  const lead = before.str.replace(/[[(]\s*$/, "");
  if (lead.trim() === "" && /\p{L}/u.test(after.str)) return "BEFORE";
  // A box near a question may be that of its first answer.
  if (QUESTION_END.test(lead) && right <= Math.max(2 * left, size)) return "BEFORE";
  if (Math.abs(left - right) <= size * 0.1) return "UNSURE";
  return left < right ? "BEHIND" : "BEFORE";
}

/** The first word of the option of a box. */
function findWord(entries: readonly Entry[], at: number, side: Side, size: number): Word | undefined {
  if (side === "UNSURE" || (side === "EITHER" && isInGrid(entries, at))) return undefined;
  return (
    (side === "BEHIND" ? undefined : wordOf(entries, at, true, size)) ??
    (side === "BEFORE" ? undefined : wordOf(entries, at, false, size))
  );
}

/** A box next to another one, as in the row of a table: its words are the heading of its column. */
function isInGrid(entries: readonly Entry[], at: number): boolean {
  const isBox = (entry: Entry | undefined) => entry?.field?.reading.kind === "BOX";
  return isBox(entries[at - 1]) || isBox(entries[at + 1]);
}

function wordOf(entries: readonly Entry[], at: number, isBefore: boolean, size: number): Word | undefined {
  const field = entries[at]!.field!;
  const next = entries[at + (isBefore ? 1 : -1)];
  if (!next || next.field) return undefined;
  const gap = isBefore ? next.word.x - field.x2 : field.x1 - next.word.right;
  if (gap > NEAR * size) return undefined;
  const word = isBefore ? next.word : firstOfOption(entries, at - 1, size);
  return word.before === "" ? word : undefined;
}

const OPTION_WORDS_MAX = 4;

/** Of the words on the left of a box: back to a gap, another field or the end of the question. */
function firstOfOption(entries: readonly Entry[], from: number, size: number): Word {
  let first = entries[from]!.word!;
  for (let at = from - 1; at >= 0 && !first.before; at -= 1) {
    const word = entries[at]!.word;
    if (!word || first.x - word.right > TOGETHER * size || QUESTION_END.test(word.str)) break;
    first = word;
  }
  if (first.before) return first;
  const [, question, option] = /^(.*[?:]\s+)(\S.*)$/s.exec(first.str) ?? [];
  if (!question || !option || option.split(/\s+/).length > OPTION_WORDS_MAX) return first;
  first.question = question;
  first.str = option;
  return first;
}

function addValue(label: Word, value: string, entries: readonly Entry[], at: number): void {
  const isLast = !entries.slice(at + 1).some((entry) => !entry.field);
  const isBare = label.after === "" && isLast && /[\p{L}\p{N})]\s*$/u.test(label.str) && value !== "";
  const isSecond = label.after !== "" && !label.after.includes(BOXES.off) && !label.after.includes(BOXES.on);
  label.after += `${isSecond ? "\t" : isBare ? ": " : " "}${value}`;
}

const LINES_UP_MAX = 80;

/** The words of a line above that are over the middle of a box. */
function headingOf(lines: readonly TextLine[], line: TextLine, { x1, x2 }: PlacedField): string | null {
  const middle = (x1 + x2) / 2;
  let found: { text: string; y: number; size: number } | null = null;
  for (let at = line.at - 1; at >= Math.max(0, line.at - LINES_UP_MAX); at -= 1) {
    const above = lines[at]!;
    if (found && above.y - found.y > 1.6 * found.size) break;
    const stretch = stretchOver(above, middle);
    if (!stretch || stretch.right - stretch.x > 16 * above.size) {
      if (found) break;
      continue;
    }
    found = { text: found ? `${stretch.text} ${found.text}` : stretch.text, y: above.y, size: above.size };
  }
  return found?.text ?? null;
}

function stretchOver({ stretches, size }: TextLine, middle: number): TextLine["stretches"][number] | undefined {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if (stretches[half]!.right + size < middle) low = half + 1;
    else high = half;
  }
  const stretch = stretches[low];
  return stretch && stretch.x - size <= middle ? stretch : undefined;
}

/** The runs of the page again, in the order in which they were drawn, with what the fields add. */
function writeRuns(runs: readonly TextRun[], lines: readonly TextLine[]): TextRun[] {
  const words = Map.groupBy(
    lines.flatMap((line) => line.words),
    (word) => word.order,
  );
  const dropped = new Set(lines.flatMap((line) => line.dropped));
  return runs.flatMap((run, order) =>
    dropped.has(order) ? [] : (words.get(order)?.flatMap((word) => writeWord(run, word)) ?? [run]),
  );
}

function writeWord(run: TextRun, word: Word): TextRun[] {
  const [a = 1, b = 0, c = 0, d = 1] = run.transform ?? [];
  const at = (x: number, y: number) => [a, b, c, d, x * word.ux - y * word.uy, x * word.uy + y * word.ux];
  const str = `${word.question}${word.before}${word.str}${word.after}`;
  const start = word.question.length + word.before.length;
  const drawn = [start, start + word.str.length] as const;
  const own = { ...run, str, drawn, width: word.right - word.x, transform: at(word.x, word.y) };
  const under = word.below.map((value, index) => ({
    ...run,
    ...{ str: value, width: value.length * word.size * 0.5 },
    transform: at(word.x, word.y - word.size * 1.2 * (index + 1)),
  }));
  return [own, ...under];
}
