import { findLastDays, isComparable, MONTH_NAME } from "@assay/language/quantity";
import type { Requirement } from "@assay/language/requirement";
import { foldWording, ReadText, readTerms, type Statement } from "@assay/language/text";
import { isSameConcept } from "../proof/action-groups.ts";

const DAY_MS = 86_400_000;
const WITHOUT_YEAR = new RegExp(`\\b(\\d{1,2}) (${MONTH_NAME})\\b(?!,? (?:19|20)\\d\\d)`, "g");
/** An event told with two dates may be told on the day after. */
const SLACK_DAYS = 1;
/** From then on the days count, whatever was dated before it. */
const BECAME_AWARE = /\b(?:became|becoming|was made|were made) aware\b[^.;]{0,120} (?:and|but) /;
/** Where no date of a text has a year, all are of one. */
const ANY_YEAR = "2024";
const YEAR = /\b(?:19|20)\d\d\b/;
const IN_ORDER =
  /^(?<first>.+?) (?:before|prior to|in advance of) (?<then>.+)$|^(?<later>.+?) (?:only|not) (?:\w+ )?(?:after|until|unless|before) (?<earlier>.+)$|^no (?<later2>.+?) (?:before|without|until) (?<earlier2>.+)$/;

/** "Within three months after they have started", of what has to come first. */
const FOLLOWS_START =
  /\b(?:within|in|during|after|inside) (?:the |their |his |her )?(?:first )?(?:[\w-]+ ){1,2}(?:days?|weeks?|months?|quarters?|years?) (?:after|of|from|following|since) (?:[\w-]+ ){0,4}?(?:start\w*|join\w*|arriv\w*|beg[aiu]n\w*|commenc\w*|hir\w+|appointment|employment|opening|opened|going live|go-live|launch\w*)\b/;

/** "In the course of the first contract year". */
const IN_THE_FIRST =
  /\b(?:in the course of|during|in|within|by the end of) (?:the |their |his |her |its )?first (?:[\w-]+ )?(?:days?|weeks?|months?|quarters?|years?|term|season)\b/;

/** Whether the days between two dated events are more than the requirement allows ("released 3 May, installed 29 June"). */
export function isTooLate(said: ReadText, { figures }: Requirement): boolean {
  const within = figures.filter(({ kind, bound }) => kind === "duration" && bound === "atMost");
  if (within.length !== 1 || said.figures.some((figure) => isComparable(within[0]!, figure))) return false;
  const { folded } = said;
  const days = fullDates(withYears(folded)).map(({ date }) => Date.parse(date) / DAY_MS);
  if (days.length === 3 && BECAME_AWARE.test(folded) && days[1]! >= days[0]! && !/[.|] /.test(folded))
    return days[2]! - days[1]! > within[0]!.value + SLACK_DAYS;
  if (days.length === 2 && !YEAR.test(folded) && days[1]! < days[0]!) return false;
  return days.length === 2 && Math.abs(days[1]! - days[0]!) > within[0]!.value + SLACK_DAYS;
}

/** Whether something is dated too shortly before what it has to precede ("the notice for 14 May went up on 11 May"). */
export function isTooShort(said: ReadText, { figures, title }: Requirement): boolean {
  const ahead = figures.filter(
    ({ kind, end }) =>
      kind === "duration" && /^ (?:in advance|beforehand|ahead|before|prior)\b/i.test(title.slice(end)),
  );
  if (ahead.length !== 1 || said.figures.some((figure) => isComparable(ahead[0]!, figure))) return false;
  const days = fullDates(withYears(said.folded)).map(({ date }) => Date.parse(date) / DAY_MS);
  return days.length === 2 && Math.abs(days[1]! - days[0]!) + SLACK_DAYS < ahead[0]!.value;
}

/** Days by which two dates of a series may be further apart than is asked for: once in each period, early and late. */
const PERIODS_APART = 2;
const SERIES_GAP = /^(?:, | and |, and | & |; )(?:then |on |in )?(?:the )?$/;

/** Whether a series of dates leaves a longer time out than the requirement allows ("9 December 2025 and 30 June 2026"). */
export function isTooSeldom(said: ReadText, { figures }: Requirement): boolean {
  const every = figures.filter(({ kind }) => kind === "interval");
  if (every.length !== 1 || figures.length !== 1) return false;
  if (said.figures.some(({ kind }) => kind === "interval")) return false;
  const folded = withYears(said.folded);
  const days = fullDates(folded);
  const dates = days.length > 0 ? days : findLastDays(folded);
  return dates.slice(1).some(({ date, start }, index) => {
    const last = dates[index]!;
    const days = (Date.parse(date) - Date.parse(last.date)) / DAY_MS;
    return SERIES_GAP.test(folded.slice(last.end, start)) && days > PERIODS_APART * every[0]!.value + SLACK_DAYS;
  });
}

/** Whether a row of a table has its dates in the wrong order, or too far apart, by the names of their columns. */
export function isRowTooLate({ cells }: Statement, asked: Requirement): boolean {
  const dated = cells.flatMap(({ column, text }) => {
    const [found, ...more] = fullDates(foldWording(text));
    return found && more.length === 0 && column !== null ? [{ column: foldWording(column), date: found.date }] : [];
  });
  if (dated.length !== 2) return false;
  const [one, other] = [dated[0]!, dated[1]!];
  if (isTooLate(new ReadText({ text: `${one.date} ${other.date}` }), asked)) return true;
  const inRow = dated.map(({ column, date }) => `${column} ${date}`).join("; ");
  return isOutOfOrder(new ReadText({ text: inRow }), asked);
}

/** Whether what has to come first is dated after what follows it. */
export function isOutOfOrder(text: ReadText, { folded }: Requirement): boolean {
  const asked = IN_ORDER.exec(folded)?.groups ?? {};
  const [first, then] = [asked.first ?? asked.earlier ?? asked.earlier2, asked.then ?? asked.later ?? asked.later2];
  if (first === undefined || then === undefined) return false;
  const said = text.folded;
  if (
    (FOLLOWS_START.test(said) || IN_THE_FIRST.test(said)) &&
    !/\b(?:before|prior|until|not|no|nobody|never|then again|again)\b/.test(said)
  )
    return true;
  const dated = withYears(said)
    .split(/[.;,|](?=\s)/)
    .flatMap((part) => {
      const [found] = findLastDays(part);
      return found ? [{ date: found.date, early: credit(part, first) - credit(part, then) }] : [];
    });
  const [early, late] = [dated.filter((each) => each.early > 0), dated.filter((each) => each.early < 0)];
  if (early.length !== 1 || late.length !== 1) return false;
  return early[0]!.date > late[0]!.date;
}

/** "3 March … 28 May 2026" are of one year. */
function withYears(folded: string): string {
  const year = YEAR.exec(folded)?.[0] ?? ANY_YEAR;
  return folded.replace(WITHOUT_YEAR, `$1 $2 ${year}`);
}

/** What a word is worth next to one that says the same. */
const ITSELF = 3;
const SAYS_LITTLE = /^(?:new|all|each|full|first|last|high|low|any|ever|date|dai)$/;

function credit(part: string, of: string): number {
  const said = readTerms(part);
  const weights = readTerms(of).map((term): number => {
    if (SAYS_LITTLE.test(term)) return 0;
    return said.includes(term) ? ITSELF : said.some((each) => isSameConcept(term, each)) ? 1 : 0;
  });
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** Dates of a day, not of a month or year alone. */
function fullDates(folded: string) {
  return findLastDays(folded).filter(
    ({ start, end }) =>
      (folded.slice(start, end).match(/\d+/g) ?? []).length >= 2 &&
      /[a-z]|\d.*\D.*\d.*\D.*\d/.test(folded.slice(start, end)),
  );
}
