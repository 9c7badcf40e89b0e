import { FOREIGN_MONTH, foreignMonthOf, MONTHS, monthOf } from "./months.ts";

/** A date as a text has it. `date` is null where the order of day and month is not clear. */
export interface FoundDate {
  readonly start: number;
  readonly end: number;
  readonly date: string | null;
  /** Both readings of an unclear one, day first and month first. */
  readonly readings?: { readonly dayFirst: string | null; readonly monthFirst: string | null };
}

/** Which part of `03/04/2025` comes first in a document; null where its own dates do not settle it. */
export type DateOrder = "DAY_FIRST" | "MONTH_FIRST" | null;

const MONTH = `(?:${MONTHS.map((month) => (month.length > 3 ? `${month.slice(0, 3)}(?:${month.slice(3)})?` : month)).join("|")}|sept)`;
const YEAR = "((?:19[7-9]|20\\d|210)\\d)";
const DAY = "([0-2]?\\d|3[01])";

const FORMS: readonly {
  readonly pattern: RegExp;
  read(groups: readonly string[]): Omit<FoundDate, "start" | "end">;
}[] = [
  {
    pattern: new RegExp(`(?<![\\p{L}\\d./-])${YEAR}([-/.])(0?[1-9]|1[0-2])\\2${DAY}(?!\\d|[./-]\\d)`, "gu"),
    read: ([year, , month, day]) => known(Number(year), Number(month), Number(day)),
  },
  {
    pattern: new RegExp(
      `(?<![\\d./-])${DAY}(?:st|nd|rd|th)?[\\s-]+(?:of\\s+)?(${MONTH})\\.?,?[\\s-]+${YEAR}(?!\\d)`,
      "giu",
    ),
    read: ([day, month, year]) => known(Number(year), monthOf(month!), Number(day)),
  },
  {
    pattern: new RegExp(`(?<![\\p{L}\\d])(${MONTH})\\.?\\s+${DAY}(?:st|nd|rd|th)?,?\\s+${YEAR}(?!\\d)`, "giu"),
    read: ([month, day, year]) => known(Number(year), monthOf(month!), Number(day)),
  },
  {
    pattern: new RegExp(
      `(?<![\\d./-])${DAY}(?:\\.|er|º|°)?\\s*(?:de\\s+)?(${FOREIGN_MONTH})\\.?\\s+(?:del?\\s+)?${YEAR}(?!\\d)`,
      "giu",
    ),
    read: ([day, month, year]) => known(Number(year), foreignMonthOf(month!), Number(day)),
  },
  {
    pattern: new RegExp(`(?<!\\d)${YEAR}\\s?年\\s?(0?[1-9]|1[0-2])\\s?月\\s?${DAY}\\s?日`, "gu"),
    read: ([year, month, day]) => known(Number(year), Number(month), Number(day)),
  },
  // With dots the day always comes first.
  {
    pattern: new RegExp(`(?<![\\d./-])${DAY}\\.\\s?(0?[1-9]|1[0-2])\\.\\s?${YEAR}(?!\\d)`, "gu"),
    read: ([day, month, year]) => known(Number(year), Number(month), Number(day)),
  },
  {
    pattern: new RegExp(`(?<![\\d./-])(\\d{1,2})([/-])(\\d{1,2})\\2${YEAR}(?!\\d|[/-]\\d)`, "gu"),
    read: ([first, , second, year]) => unclear(Number(year), Number(first), Number(second)),
  },
];

const SHORT_YEAR = "(\\d\\d)";

/** With years of two digits. In slashes, which of the three parts is the year cannot be known. */
const SHORT_FORMS: typeof FORMS = [
  {
    pattern: new RegExp(`(?<![\\d./-])([0-2]\\d|3[01])\\.(0[1-9]|1[0-2])\\.${SHORT_YEAR}(?![\\d./-])`, "gu"),
    read: ([day, month, year]) => known(fullYear(year!), Number(month), Number(day)),
  },
  {
    pattern: new RegExp(`(?<![\\d./-])${DAY}[\\s-](${MONTH})\\.?[\\s-]'?${SHORT_YEAR}(?![\\d:])`, "giu"),
    read: ([day, month, year]) => known(fullYear(year!), monthOf(month!), Number(day)),
  },
  {
    pattern: new RegExp(`(?<![\\d./-])(\\d\\d?)([/-])(\\d\\d?)\\2${SHORT_YEAR}(?![\\d./-])`, "gu"),
    read: ([first, , second]) =>
      Number(first) <= 31 && Number(second) <= 31
        ? { date: null, readings: { dayFirst: null, monthFirst: null } }
        : NONE,
  },
];
const NONE = { date: null };

/** By the century that computers assume. */
function fullYear(digits: string): number {
  return Number(digits) + (Number(digits) < 70 ? 2000 : 1900);
}

/** The dates of a text in order; times of day and what is no day of the calendar are omitted. */
export function findDates(text: string): FoundDate[] {
  return findForms(
    text,
    FORMS,
    ({ date, readings }) => date !== null || !!(readings?.dayFirst || readings?.monthFirst),
  );
}

/**
 * Those whose year has two digits, in order; outside of a column of dates they may be numbers of versions or articles.
 * Both readings of one with slashes are null.
 */
export function findShortDates(text: string): FoundDate[] {
  return findForms(text, SHORT_FORMS, ({ date, readings }) => date !== null || readings !== undefined);
}

/** Digits and signs of dates as Japanese and Chinese texts set them: as long as the usual ones. */
const FULL_WIDTH = /[０-９／．－]/gu;
const narrowOf = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

type Reading = Pick<FoundDate, "date" | "readings">;

function findForms(text: string, forms: typeof FORMS, isDay: (reading: Reading) => boolean): FoundDate[] {
  const found: FoundDate[] = [];
  const narrow = text.replaceAll(FULL_WIDTH, narrowOf);
  for (const { pattern, read } of forms)
    for (const match of narrow.matchAll(pattern)) {
      const { date, readings } = read(match.slice(1));
      if (isDay({ date, ...(readings && { readings }) }))
        found.push({ start: match.index, end: match.index + match[0].length, date, ...(readings && { readings }) });
    }
  // Languages share names of months.
  return found.sort((a, b) => a.start - b.start).filter(({ start }, at, all) => at === 0 || start >= all[at - 1]!.end);
}

/** How the dates of one document have to be read: as those of them that are clear by themselves, where these agree. */
export function finaliseDateOrder(dates: readonly FoundDate[]): DateOrder {
  let [dayFirst, monthFirst] = [false, false];
  for (const { readings } of dates) {
    if (!readings) continue;
    if (readings.dayFirst !== null && readings.monthFirst === null) dayFirst = true;
    if (readings.monthFirst !== null && readings.dayFirst === null) monthFirst = true;
  }
  if (dayFirst === monthFirst) return null;
  return dayFirst ? "DAY_FIRST" : "MONTH_FIRST";
}

/** The date in the order of its document; null where that is not settled. */
export function readDate({ date, readings }: FoundDate, order: DateOrder): string | null {
  if (!readings) return date;
  const { dayFirst, monthFirst } = readings;
  if (dayFirst === monthFirst || monthFirst === null) return dayFirst;
  if (dayFirst === null) return monthFirst;
  if (order === null) return null;
  return order === "DAY_FIRST" ? dayFirst : monthFirst;
}

function known(year: number, month: number, day: number) {
  return { date: toDate(year, month, day) };
}

function unclear(year: number, first: number, second: number) {
  return {
    date: null,
    readings: { dayFirst: toDate(year, second, first), monthFirst: toDate(year, first, second) },
  };
}

function toDate(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isDay = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isDay ? at.toISOString().slice(0, 10) : null;
}
