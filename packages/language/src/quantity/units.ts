import { MONTHS } from "./months.ts";

const MONTH = 365 / 12;

/** Length of a unit of time in days. */
const DAYS: Readonly<Record<string, number>> = {
  second: 1 / 86_400,
  sec: 1 / 86_400,
  minute: 1 / 1_440,
  min: 1 / 1_440,
  hour: 1 / 24,
  hr: 1 / 24,
  h: 1 / 24,
  day: 1,
  d: 1,
  night: 1,
  morning: 1,
  evening: 1,
  afternoon: 1,
  shift: 1,
  weekday: 1,
  week: 7,
  wk: 7,
  weekend: 7,
  fortnight: 14,
  month: MONTH,
  quarter: 3 * MONTH,
  trimester: 3 * MONTH,
  semester: 6 * MONTH,
  year: 365,
  yr: 365,
  spring: 365,
  summer: 365,
  autumn: 365,
  winter: 365,
  decade: 3_650,
};
/** Days between two times of what is done so often. */
const DAYS_OF_ADVERB: Readonly<Record<string, number>> = {
  continuous: 0,
  continuously: 0,
  hourly: 1 / 24,
  daily: 1,
  nightly: 1,
  weekly: 7,
  biweekly: 14,
  "bi-weekly": 14,
  fortnightly: 14,
  monthly: MONTH,
  bimonthly: 2 * MONTH,
  "bi-monthly": 2 * MONTH,
  quarterly: 3 * MONTH,
  "semi-annual": 6 * MONTH,
  "semi-annually": 6 * MONTH,
  semiannual: 6 * MONTH,
  semiannually: 6 * MONTH,
  "half-yearly": 6 * MONTH,
  "bi-annually": 6 * MONTH,
  "bi-annual": 6 * MONTH,
  biannually: 6 * MONTH,
  biannual: 6 * MONTH,
  annual: 365,
  annually: 365,
  yearly: 365,
  biennial: 730,
  biennially: 730,
  triennial: 1_095,
  triennially: 1_095,
};
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");

/** Sizes in bits. */
const BITS: Readonly<Record<string, number>> = {
  bit: 1,
  byte: 8,
  kb: 8e3,
  mb: 8e6,
  gb: 8e9,
  tb: 8e12,
};
/** Units that are counted alike. */
const SAME: Readonly<Record<string, string>> = {
  char: "character",
  letter: "character",
  symbol: "character",
  digit: "digit",
  percent: "%",
  attempt: "attempt",
  try: "attempt",
  failure: "attempt",
  logon: "attempt",
  login: "attempt",
  "log-in": "attempt",
  "log-on": "attempt",
  "sign-in": "attempt",
  tries: "attempt",
  guess: "attempt",
  guesses: "attempt",
  person: "person",
  people: "person",
  employee: "person",
  individual: "person",
  approver: "person",
  administrator: "person",
  signatory: "person",
  signatories: "person",
  copy: "copy",
  copies: "copy",
};

export const ADVERBS = Object.keys(DAYS_OF_ADVERB).sort((left, right) => right.length - left.length);
export const TIME_UNITS = Object.keys(DAYS).sort((left, right) => right.length - left.length);
/** Names of days and months: "every Monday", "each January". */
export const CALENDAR_NAMES = [...WEEKDAYS, ...MONTHS];

/** Days of a unit of time, or of an occurrence by its name; `NaN` for another word. */
export function daysOfUnit(unit: string): number {
  const word = unit.toLowerCase();
  if (WEEKDAYS.includes(word)) return 7;
  if (MONTHS.includes(word)) return 365;
  return DAYS[word] ?? Number.NaN;
}

export function daysOfAdverb(adverb: string): number {
  return DAYS_OF_ADVERB[adverb.toLowerCase()] ?? Number.NaN;
}

/** The unit that a word counts in, and how many of it one is. */
export function unitOfWord(word: string): { unit: string; factor: number } {
  const plain = word.toLowerCase();
  const single = plain.replace(/(?<=[^s])s$/, "");
  const bits = BITS[single];
  if (bits !== undefined) return { unit: "bit", factor: bits };
  return { unit: SAME[plain] ?? SAME[single] ?? single, factor: 1 };
}

/** A sum of money: above it something is demanded, so that a lower one demands it more often. */
export function isSum(unit: string): boolean {
  return /^(?:money|euro|eur|dollar|usd|pound|gbp|franc|chf|cent)$/.test(unit);
}
