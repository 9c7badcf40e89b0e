import { type Seeded, seeded } from "./seeded.ts";
import { KEPT, type Subject, TUNED } from "./subjects.ts";
import { areSettled, DATE_STYLES, type DateStyle, isClear } from "./write-date.ts";
import { KEPT_LAYOUTS, shift, TUNED_LAYOUTS, type WrittenDocument, writePolicy } from "./write-records.ts";

/** What is wrong with a set of evidence, if anything is. */
export const CASES = ["SOUND", "MISSING", "EARLY", "LATE", "DUPLICATE", "WRONG_YEAR", "POLICY_ONLY", "LOCALE"] as const;
type PeriodCase = (typeof CASES)[number];

export interface PeriodSet {
  readonly seed: number;
  readonly half: "tuned" | "kept back";
  readonly what: PeriodCase;
  readonly requirement: string;
  readonly every: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly documents: readonly WrittenDocument[];
  /** The days of the period that its records prove and that can be read; oldest first, each once. */
  readonly occurrences: readonly string[];
  /** Whether they are as often as the requirement wants. */
  readonly isEnough: boolean;
}

const PERIOD_SETS_COUNT = 500;
const PERIOD = { from: "2025-01-01", to: "2025-12-31" };

interface Cadence {
  readonly every: string;
  readonly words: string;
  /** The last day of each interval of the year. */
  readonly dueDates: readonly string[];
  /** Days that an act may be early and stay one of its interval. */
  readonly slack: number;
}

const QUARTER_ENDS = ["2025-03-31", "2025-06-30", "2025-09-30", "2025-12-31"];
const MONTH_ENDS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2025, month + 1, 0)).toISOString().slice(0, 10),
);
const CADENCES: readonly Cadence[] = [
  { every: "P1W", words: "every week", dueDates: steps(7, 52), slack: 0 },
  { every: "P1M", words: "monthly", dueDates: MONTH_ENDS, slack: 2 },
  { every: "P3M", words: "quarterly", dueDates: QUARTER_ENDS, slack: 8 },
  { every: "P90D", words: "at least every 90 days", dueDates: steps(90, 4), slack: 0 },
  { every: "P6M", words: "every six months", dueDates: ["2025-06-30", "2025-12-31"], slack: 13 },
  { every: "P1Y", words: "at least once a year", dueDates: ["2025-12-15"], slack: 200 },
];

/** 500 sets of evidence, the same each time; the second half has subjects and layouts of its own. */
export function makePeriodSets(count = PERIOD_SETS_COUNT): PeriodSet[] {
  return Array.from({ length: count }, (_, seed) => makeSet(seed, seed < count / 2 ? "tuned" : "kept back"));
}

function makeSet(seed: number, half: PeriodSet["half"]): PeriodSet {
  const random = seeded(seed + 1);
  const subject = random.pick(half === "tuned" ? TUNED : KEPT);
  const write = random.pick(half === "tuned" ? TUNED_LAYOUTS : KEPT_LAYOUTS);
  const what = CASES[seed % CASES.length]!;
  const cadence = random.pick(CADENCES);
  const style = what === "LOCALE" ? random.pick(["DAY_FIRST", "MONTH_FIRST"] as const) : random.pick(DATE_STYLES);
  const dates = datesOf(what, cadence, random);
  const documents = what === "POLICY_ONLY" ? [] : write({ subject, dates, style, random });
  const occurrences = readable(documents, style);
  return {
    seed,
    half,
    what,
    requirement: subject.requirement.replace("{every}", cadence.words),
    every: cadence.every,
    period: PERIOD,
    documents: withPolicy(documents, subject, cadence, random),
    occurrences,
    isEnough:
      what !== "MISSING" && what !== "EARLY" && what !== "LATE" && occurrences.length === cadence.dueDates.length,
  };
}

function withPolicy(
  documents: readonly WrittenDocument[],
  subject: Subject,
  { words }: Cadence,
  random: Seeded,
): WrittenDocument[] {
  const isNeeded = documents.length === 0 || random.below(2) === 0;
  return isNeeded ? [...documents, writePolicy(subject, words)] : [...documents];
}

function datesOf(what: PeriodCase, { dueDates, slack }: Cadence, random: Seeded): string[] {
  const onTime = dueDates.map((date) => shift(date, -random.between(0, slack)));
  const at = random.below(onTime.length);
  switch (what) {
    case "SOUND":
      return onTime;
    case "LOCALE":
      // On a day that may be a month, the order is settled by nothing, or by another date of the document.
      return random.below(2) === 0 && slack > 0
        ? onTime.map((date) => `${date.slice(0, 8)}${earlyDay(random)}`)
        : onTime;
    case "DUPLICATE":
      return onTime.flatMap((date) => (random.below(2) === 0 ? [date, date] : [date]));
    case "MISSING":
      return onTime.filter((_, index) => index !== at);
    case "EARLY":
      // The first one was done before the period began.
      return [shift("2025-01-01", -random.between(1, 20)), ...onTime.slice(1)];
    case "LATE":
      // The last one was done after the period had ended.
      return [...onTime.slice(0, -1), shift("2025-12-31", random.between(1, 20))];
    case "WRONG_YEAR":
      return onTime.map((date) => `2024${date.slice(4)}`);
    case "POLICY_ONLY":
      return [];
    default:
      return what satisfies never;
  }
}

function earlyDay(random: Seeded): string {
  return String(random.between(9, 11)).padStart(2, "0");
}

/** What is in the period and can be read: by itself, or as its document settles the order of day and month. */
function readable(documents: readonly WrittenDocument[], style: DateStyle): string[] {
  const dates = documents.flatMap(({ style: own = style, dates, pieces }) => {
    // Other dates of the document help to settle its order too.
    const settled = areSettled(dates, own) || hasLateDay(pieces);
    return dates.filter((date) => settled || isClear(date, own));
  });
  return [...new Set(dates)].filter((date) => date >= PERIOD.from && date <= PERIOD.to).sort();
}

function hasLateDay(pieces: WrittenDocument["pieces"]): boolean {
  return pieces.some(({ text }) =>
    /\b(?:1[3-9]|2\d|3[01])\/\d\d\/\d{4}|\b\d\d\/(?:1[3-9]|2\d|3[01])\/\d{4}/u.test(text),
  );
}

function steps(days: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => shift("2024-12-31", days * (at + 1)));
}
