import { splitWords } from "@assay/core/runs/lexical";
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

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fourteen: 14,
    fifteen: 15,
    eighteen: 18,
    twenty: 20,
    thirty: 30,
    sixty: 60,
    ninety: 90,
  }),
);
const DAYS_OF_UNIT: ReadonlyMap<string, number> = new Map(
  Object.entries({
    second: 1 / 86_400,
    minute: 1 / 1_440,
    min: 1 / 1_440,
    hour: 1 / 24,
    hr: 1 / 24,
    day: 1,
    night: 1,
    week: 7,
    fortnight: 14,
    month: 365 / 12,
    quarter: 365 / 4,
    year: 365,
  }),
);
const WORKING_DAY = 7 / 5;
const DAYS_OF_ADVERB: ReadonlyMap<string, number> = new Map(
  Object.entries({
    hourly: 1 / 24,
    daily: 1,
    nightly: 1,
    weekly: 7,
    fortnightly: 14,
    monthly: 365 / 12,
    bimonthly: 365 / 6,
    quarterly: 365 / 4,
    "semi-annual": 365 / 2,
    "semi-annually": 365 / 2,
    "half-yearly": 365 / 2,
    "bi-annually": 365 / 2,
    biannually: 365 / 2,
    annual: 365,
    annually: 365,
    yearly: 365,
    biennially: 730,
  }),
);

const NUMBER = `(?<![\\w.,-])(?<number>\\d[\\d,]*(?:\\.\\d+)?|(?:${[...NUMBER_WORDS.keys()].join("|")})\\b)(?:\\s*\\(\\d+\\))?`;
const UNIT = `(?<working>(?:business|working)[\\s-]+)?(?:(?:calendar|consecutive|full)[\\s-]+)?(?<unit>${[...DAYS_OF_UNIT.keys()].join("|")})s?\\b`;
const AT_LEAST =
  "at\\s+least|(?:a\\s+)?minimum(?:\\s+of)?|no(?:t)?\\s+(?:less|fewer)\\s+than|more\\s+than|longer\\s+than|≥|>=";
const AT_MOST =
  "within|in\\s+under|less\\s+than|at\\s+most|(?:a\\s+)?maximum(?:\\s+of)?|no(?:t)?\\s+(?:later|more|longer)\\s+than|up\\s+to|not\\s+exceed(?:ing)?|after|≤|<=";
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
const KEEPS = /\b(?:ret(?:ain|ention)\w*|ke(?:ep|pt)\w*|preserv\w*|stor(?:ed|age)|archiv\w*)\b/i;

/** The figures of a text in order; times first come, first served, so that none is read twice. */
export function findFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  const add = (match: RegExpExecArray, figure: Pick<Figure, "kind" | "value" | "bound"> & { units?: string[] }) => {
    const start = match.index + match[0].length - match[0].trimStart().length;
    const end = match.index + match[0].trimEnd().length;
    if (Number.isFinite(figure.value) && figures.every((other) => end <= other.start || start >= other.end)) {
      figures.push({ units: [], ...figure, text: text.slice(start, end).replace(/\s+/g, " "), start, end });
    }
  };
  for (const match of text.matchAll(TIME)) add(match, readTime(match, text));
  for (const match of text.matchAll(TIMES_PER))
    add(match, { kind: "interval", value: readTimesPer(match), bound: "atMost" });
  for (const match of text.matchAll(ADVERB)) {
    const days = DAYS_OF_ADVERB.get(match.groups?.adverb?.toLowerCase() ?? "");
    add(match, { kind: "interval", value: days ?? Number.NaN, bound: "atMost" });
  }
  for (const match of text.matchAll(AT_ONCE)) {
    add(match, { kind: "duration", value: /day/i.test(match[0]) ? 1 : 0, bound: "atMost" });
  }
  for (const match of text.matchAll(AMOUNT)) add(match, readAmount(match, text));
  return figures.sort((left, right) => left.start - right.start);
}

function readNumber(written: string | undefined): number {
  const word = (written ?? "").toLowerCase();
  return NUMBER_WORDS.get(word) ?? Number.parseFloat(word.replaceAll(",", ""));
}

function readTime({ groups = {}, index }: RegExpExecArray, text: string): Pick<Figure, "kind" | "value" | "bound"> {
  const days = DAYS_OF_UNIT.get(groups.unit?.toLowerCase() ?? "") ?? Number.NaN;
  const value = readNumber(groups.number) * days * (groups.working ? WORKING_DAY : 1);
  if (groups.every || /interval/i.test(groups.after ?? "")) return { kind: "interval", value, bound: "atMost" };
  const bound = readBound(groups);
  if (bound === "equal" && KEEPS.test(text.slice(Math.max(0, index - 80), index))) {
    return { kind: "duration", value, bound: "atLeast" };
  }
  return { kind: "duration", value, bound };
}

function readTimesPer({ groups = {} }: RegExpExecArray): number {
  const days = DAYS_OF_UNIT.get(groups.unit?.toLowerCase() ?? "") ?? Number.NaN;
  const often = groups.often?.toLowerCase() ?? "once";
  const times = often === "once" ? 1 : often === "twice" ? 2 : readNumber(often.split(/\s/)[0]);
  return (days * (groups.other ? 2 : 1)) / times;
}

function readAmount({ groups = {}, index, 0: match }: RegExpExecArray, text: string) {
  const before = splitWords(text.slice(Math.max(0, index - 30), index)).slice(-1);
  const after = splitWords(text.slice(index + match.length, index + match.length + 60)).slice(0, 3);
  const units = groups.percent ? ["%"] : [...before, ...after].flatMap(termsOfWord);
  const value = groups.version ? Number.parseFloat(groups.version) : readNumber(groups.number);
  return { kind: "amount", value: units.length === 0 ? Number.NaN : value, units, bound: readBound(groups) } as const;
}

function readBound(groups: Record<string, string | undefined>): Figure["bound"] {
  if (groups.least || groups.least2 || /more|longer|higher|later|above|newer|greater/i.test(groups.after ?? ""))
    return "atLeast";
  return groups.most || /less|sooner/i.test(groups.after ?? "") ? "atMost" : "equal";
}
