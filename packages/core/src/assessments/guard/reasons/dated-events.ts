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
const IN_ORDER = /^(?<first>.+?) (?:before|prior to|in advance of) (?<then>.+)$/;

/** Whether the days between two dated events are more than the requirement allows ("released 3 May, installed 29 June"). */
export function isTooLate(text: string, { figures }: RequirementWords): boolean {
  const within = figures.filter(({ kind, bound }) => kind === "duration" && bound === "atMost");
  if (within.length !== 1 || findFigures(text).some((figure) => isComparable(within[0]!, figure))) return false;
  const days = fullDates(withYears(foldWording(text))).map(({ date }) => Date.parse(date) / DAY_MS);
  return days.length === 2 && Math.abs(days[1]! - days[0]!) > within[0]!.value + SLACK_DAYS;
}

/** Whether what has to come first is dated after what follows it. */
export function isOutOfOrder(text: string, { folded }: RequirementWords): boolean {
  const { first, then } = IN_ORDER.exec(folded)?.groups ?? {};
  if (first === undefined || then === undefined) return false;
  const said = foldWording(text);
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
  const year = /\b(?:19|20)\d\d\b/.exec(folded)?.[0];
  return year === undefined ? folded : folded.replace(WITHOUT_YEAR, `$1 $2 ${year}`);
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
