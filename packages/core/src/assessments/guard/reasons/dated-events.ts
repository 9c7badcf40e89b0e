import { findFigures, isComparable } from "../figures/index.ts";
import { isSameConcept } from "../proof/action-groups.ts";
import type { RequirementWords } from "../read-requirement.ts";
import { foldWording } from "../text/fold-wording.ts";
import { readTerms } from "../text/read-terms.ts";
import { findDates } from "./dates.ts";

const DAY_MS = 86_400_000;
const WITHOUT_YEAR =
  /\b(\d{1,2}) (january|february|march|april|may|june|july|august|september|october|november|december)\b(?!,? (?:19|20)\d\d)/g;
/** An event told with two dates may be told on the day after. */
const SLACK_DAYS = 1;
/** From then on the days count, whatever was dated before it. */
const BECAME_AWARE = /\b(?:became|becoming|was made|were made) aware\b[^.;]{0,120} (?:and|but) /;
/** Where no date of a text has a year, all are of one. */
const ANY_YEAR = "2024";
const YEAR = /\b(?:19|20)\d\d\b/;
const IN_ORDER = /^(?<first>.+?) (?:before|prior to|in advance of) (?<then>.+)$/;

/** "Within three months after they have started", of what has to come first. */
const FOLLOWS_START =
  /\b(?:within|in|during|after|inside) (?:the |their |his |her )?(?:first )?(?:[\w-]+ ){1,2}(?:days?|weeks?|months?|quarters?|years?) (?:after|of|from|following|since) (?:[\w-]+ ){0,4}?(?:start\w*|join\w*|arriv\w*|beg[aiu]n\w*|commenc\w*|hir\w+|appointment|employment|opening|opened|going live|go-live|launch\w*)\b/;

/** Whether the days between two dated events are more than the requirement allows ("released 3 May, installed 29 June"). */
export function isTooLate(text: string, { figures }: RequirementWords): boolean {
  const within = figures.filter(({ kind, bound }) => kind === "duration" && bound === "atMost");
  if (within.length !== 1 || findFigures(text).some((figure) => isComparable(within[0]!, figure))) return false;
  const folded = foldWording(text);
  const days = fullDates(withYears(folded)).map(({ date }) => Date.parse(date) / DAY_MS);
  if (days.length === 3 && BECAME_AWARE.test(folded) && days[1]! >= days[0]! && !/[.|] /.test(folded))
    return days[2]! - days[1]! > within[0]!.value + SLACK_DAYS;
  if (days.length === 2 && !YEAR.test(folded) && days[1]! < days[0]!) return false;
  return days.length === 2 && Math.abs(days[1]! - days[0]!) > within[0]!.value + SLACK_DAYS;
}

/** Days by which two dates of a series may be further apart than is asked for: once in each period, early and late. */
const PERIODS_APART = 2;
const SERIES_GAP = /^(?:, | and |, and | & |; )(?:then |on |in )?(?:the )?$/;

/** Whether a series of dates leaves a longer time out than the requirement allows ("9 December 2025 and 30 June 2026"). */
export function isTooSeldom(text: string, { figures }: RequirementWords): boolean {
  const every = figures.filter(({ kind }) => kind === "interval");
  if (every.length !== 1 || figures.length !== 1) return false;
  if (findFigures(text).some(({ kind }) => kind === "interval")) return false;
  const folded = withYears(foldWording(text));
  const dates = fullDates(folded);
  return dates.slice(1).some(({ date, start }, index) => {
    const last = dates[index]!;
    const days = (Date.parse(date) - Date.parse(last.date)) / DAY_MS;
    return SERIES_GAP.test(folded.slice(last.end, start)) && days > PERIODS_APART * every[0]!.value + SLACK_DAYS;
  });
}

/** Whether what has to come first is dated after what follows it. */
export function isOutOfOrder(text: string, { folded }: RequirementWords): boolean {
  const { first, then } = IN_ORDER.exec(folded)?.groups ?? {};
  if (first === undefined || then === undefined) return false;
  const said = foldWording(text);
  if (FOLLOWS_START.test(said) && !/\b(?:before|prior|until|not|no|nobody|never|then again|again)\b/.test(said))
    return true;
  const dated = said.split(/[.;,|](?=\s)/).flatMap((part) => {
    const [found] = fullDates(part);
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

function credit(part: string, of: string): number {
  const said = readTerms(part);
  return readTerms(of).filter((term) => said.some((each) => isSameConcept(term, each))).length;
}

/** Dates of a day, not of a month or year alone. */
function fullDates(folded: string) {
  return findDates(folded).filter(
    ({ start, end }) =>
      (folded.slice(start, end).match(/\d+/g) ?? []).length >= 2 &&
      /[a-z]|\d.*\D.*\d.*\D.*\d/.test(folded.slice(start, end)),
  );
}
