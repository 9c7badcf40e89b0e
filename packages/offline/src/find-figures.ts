import { rememberTexts } from "@assay/language/text";
import { splitWords } from "@assay/language/words";
import { DAYS_OF_ADVERB, DAYS_OF_UNIT, NUMBER_WORDS } from "./figure-words.ts";
import { termsOfWord } from "./read-terms.ts";

/** A number with its unit, as found in a text from `start` to `end`. */
export interface Figure {
  /** How often, how long, or how many. */
  readonly kind: "interval" | "duration" | "amount";
  /** Days for an interval or duration. */
  readonly value: number;
  /** Terms that stand next to an amount; empty for times. */
  readonly units: readonly string[];
  readonly bound: "atLeast" | "atMost" | "equal";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORKING_DAY = 7 / 5;
/** How far before a time, in characters, the verb that it belongs to may stand. */
const REACH_OF_VERB = 80;

const NUMBER = `(?<![\\w.,-])(?<number>\\d[\\d,]*(?:\\.\\d+)?|(?:${[...NUMBER_WORDS.keys()].join("|")})\\b)(?:\\s*\\(\\d+\\))?`;
const UNIT = `(?<working>(?:business|working)[\\s-]+)?(?:(?:calendar|consecutive|full)[\\s-]+)?(?<unit>${[...DAYS_OF_UNIT.keys()].join("|")})s?\\b`;
const AT_LEAST =
  "at\\s+least|(?:a\\s+)?minimum(?:\\s+of)?|not?\\s+(?:be\\s+)?(?:less|fewer|shorter|smaller)\\s+than|more\\s+than|longer\\s+than|≥|>=";
const AT_MOST =
  "within|in\\s+under|less\\s+than|at\\s+most|(?:a\\s+)?maximum(?:\\s+of)?|not?\\s+(?:be\\s+)?(?:later|more|longer|older)\\s+than|up\\s+to|not\\s+exceed(?:ing)?|after|≤|<=";
const BOUND = `(?:(?<least>${AT_LEAST})\\s*|(?<most>${AT_MOST})\\s*)?`;

const ADVERB = new RegExp(`${BOUND}\\b(?<adverb>${[...DAYS_OF_ADVERB.keys()].sort().reverse().join("|")})\\b`, "gi");
const TIMES_PER = new RegExp(
  `${BOUND}\\b(?:(?<often>once|twice|(?:${[...NUMBER_WORDS.keys()].join("|")}|\\d+)\\s+times)\\s+)?(?:(?<every>every|each|per|once\\s+an?)|(?<=(?:once|twice|times)\\s+)an?)\\s+(?:calendar\\s+|single\\s+)?(?<other>other\\s+)?(?<unit>${[...DAYS_OF_UNIT.keys()].join("|")})\\b`,
  "gi",
);
const TIME = new RegExp(
  `${BOUND}(?<every>(?:once\\s+)?every\\s+)?(?<least2>${AT_LEAST})?\\s*${NUMBER}[\\s-]*${UNIT}(?<after>\\s+(?:intervals?|or\\s+(?:more|longer|less|sooner)))?`,
  "gi",
);
const AT_ONCE =
  /\b(?:immediately|instantly|without\s+delay|at\s+once|in\s+real[\s-]+time|(?:on\s+)?the\s+same\s+(?:working\s+)?day)\b/gi;
const AMOUNT = new RegExp(
  `${BOUND}(?:${NUMBER}|(?<=\\p{L}[\\s-]v?)(?<version>\\d+(?:\\.\\d+)*))\\s*(?<percent>%)?(?!\\w)(?<after>\\s+(?:or|and)\\s+(?:higher|later|above|newer|greater|more|longer))?`,
  "giu",
);
const RETENTION_WORDS = /\b(?:ret(?:ain|ention)\w*|ke(?:ep|pt)\w*|preserv\w*|stor(?:ed|age)|archiv\w*)\b/i;

type Reading = Pick<Figure, "kind" | "value" | "bound"> & { readonly units?: readonly string[] };
type Reader = (match: RegExpExecArray, text: string) => Reading;

/** Times come before amounts, so that the number of a time is not read twice. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [TIME, readTime],
  [TIMES_PER, readTimesPer],
  [ADVERB, readAdverb],
  [AT_ONCE, readAtOnce],
  [AMOUNT, readAmount],
];

/** The figures of a text in order. */
export const findFigures: (text: string) => readonly Figure[] = rememberTexts(readFigures);

function readFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  for (const [pattern, read] of READERS) {
    for (const match of text.matchAll(pattern)) {
      const figure = { units: [], ...read(match, text), ...placeOf(match, text) };
      const isFree = figures.every((other) => figure.end <= other.start || figure.start >= other.end);
      if (isFree && Number.isFinite(figure.value)) figures.push(figure);
    }
  }
  return figures.sort((left, right) => left.start - right.start);
}

function placeOf({ index, 0: match }: RegExpExecArray, text: string): Pick<Figure, "start" | "end" | "text"> {
  const start = index + match.length - match.trimStart().length;
  const end = index + match.trimEnd().length;
  const unit = /\d$/.test(text.slice(start, end)) ? (/^[\s-]\p{L}+/u.exec(text.slice(end))?.[0] ?? "") : "";
  return { start, end, text: `${text.slice(start, end)}${unit}`.replace(/\s+/g, " ") };
}

function readTime({ groups = {}, index }: RegExpExecArray, text: string): Reading {
  const value = readNumber(groups.number) * daysOf(groups.unit) * (groups.working ? WORKING_DAY : 1);
  if (groups.every || /interval/i.test(groups.after ?? "")) return { kind: "interval", value, bound: "atMost" };
  const bound = readBound(groups);
  const isKept = bound === "equal" && RETENTION_WORDS.test(text.slice(Math.max(0, index - REACH_OF_VERB), index));
  return { kind: "duration", value, bound: isKept ? "atLeast" : bound };
}

function readTimesPer({ groups = {} }: RegExpExecArray): Reading {
  const often = groups.often?.toLowerCase() ?? "once";
  const times = often === "once" ? 1 : often === "twice" ? 2 : readNumber(often.split(/\s/)[0]);
  return { kind: "interval", value: (daysOf(groups.unit) * (groups.other ? 2 : 1)) / times, bound: "atMost" };
}

function readAdverb({ groups = {} }: RegExpExecArray): Reading {
  const value = DAYS_OF_ADVERB.get(groups.adverb?.toLowerCase() ?? "") ?? Number.NaN;
  return { kind: "interval", value, bound: "atMost" };
}

function readAtOnce({ 0: match }: RegExpExecArray): Reading {
  return { kind: "duration", value: /day/i.test(match) ? 1 : 0, bound: "atMost" };
}

function readAmount({ groups = {}, index, 0: match }: RegExpExecArray, text: string): Reading {
  const before = splitWords(text.slice(Math.max(0, index - 30), index)).slice(-2);
  const after = splitWords(text.slice(index + match.length, index + match.length + 60)).slice(0, 3);
  const units = groups.percent ? ["%"] : [...before, ...after].flatMap(termsOfWord);
  const value = groups.version ? Number.parseFloat(groups.version) : readNumber(groups.number);
  return { kind: "amount", value: units.length === 0 ? Number.NaN : value, units, bound: readBound(groups) };
}

function readNumber(written: string | undefined): number {
  const word = (written ?? "").toLowerCase();
  return NUMBER_WORDS.get(word) ?? Number.parseFloat(word.replaceAll(",", ""));
}

function daysOf(unit: string | undefined): number {
  return DAYS_OF_UNIT.get(unit?.toLowerCase() ?? "") ?? Number.NaN;
}

function readBound({ least, least2, most, after = "" }: Record<string, string | undefined>): Figure["bound"] {
  if (least || least2 || /more|longer|higher|later|above|newer|greater/i.test(after)) return "atLeast";
  return most || /less|sooner/i.test(after) ? "atMost" : "equal";
}
