import { findFigures, findLastDays, type LastDay } from "@assay/language/quantity";
import type { WeakRule } from "./statement-words.ts";

const ENDS_BEFORE =
  /\b(?:valid(?:ity)?(?: \w+)? (?:until|till|to|through|thru|up to|ends?|ended)|valid from [^.;]{4,30} (?:to|until|through|till)|expir(?:es|ed|y|ing|ation)(?: date)?(?: (?:on|in|at|of|was|is))?|runs? (?:out|until|to|through)|ran out|good (?:until|through|till)|best before|in force until|effective (?:until|through)|applies until|terminates?(?: on)?|ends?(?: on)?|ended(?: on)?|lapse[sd]?(?: on| in)?|cover(?:s|ed)? (?:the )?(?:period|term|year)s? (?:\w+ )?(?:to|until|up to|through|ending)|not after|sunset(?:s)?(?: on)?|term(?: of contract)?:?|until|(?:next|due for) (?:\w+ )?(?:\w+)(?: (?:date|due|by|on|is|was|was due))*|(?:review|renewal|revision) (?:is |was |date |due )*(?:by|on|before|date|due)|due (?:by|on|in|before)|to be (?:renewed|reviewed|revised|repeated|retested) (?:by|on|before|in)|(?:renew|review|revise|repeat|retest) (?:by|before))[\s:|–-]*(?:(?:on|the|in|by|is|was|at|of|end|late|early|midnight|31)\s+)*$/;
const LAST_DONE =
  /\b(?:last|latest|most recent(?:ly)?|previous(?:ly)?)\b[^.;]{0,60}$|\b(?:dates? (?:back )?(?:from|to)|as (?:at|of)|status(?: as)? (?:of|at)|snapshot (?:of|from)|current as of|correct as of|stand:?|status:?|state:?|updated:?|dates from|dated|correct (?:as )?(?:at|of)|(?:version|edition|issue|list|snapshot|figures|state|situation) (?:of|from|at))\s*[:|]?\s*(?:the )?$/;
/** "The tag names 2023 as the year of the last service". */
const LAST_IS =
  /^(?![^.;]*\b(?:since|before|until)\b)[^.;]*\b(?:last|latest|most recent)\b(?! (?:year|month|week|quarter|day)\b)/;
const RANGE_END = /\d{4}\s*(?:to|until|till|through|–|-)\s*$/;
const TERM =
  /\b(?:valid\w*|terms?|period|cover\w*|licen[cs]\w*|certificat\w*|insur\w*|contract\w*|agreement|runs|policy no|warranty|subscription)\b/;
/** An end that is over, where nothing is told of the past. */
const GOES_UNTIL =
  /\b(?:until|till|through|thru|up to|not after|not beyond|no later than|ends?|ended|ending|lapse[sd]?|expir\w*|runs? out|ran out|(?:to be|must be|shall be|due|should be) (?:\w+ ){0,3}(?:by|before|on|in|until))[\s:|–-]*(?:(?:on|the|in|by|at|of|end|late|early|midnight)\s+)*$/;
const TELLS =
  /\b(?:was|were|had(?! to)|did|has been|have been|from|between|replaced|renewed|extended|then|deleted|destroyed|since)\b/;
const AGO = /\b(?:ago|back|earlier)\b/;
const FROM_NOW = /^ (?:ago|back|earlier)\b/;
const LAST_THING = /\b(?:last|latest|most recent(?:ly)?|previous(?:ly)?|was|were)\b/;
const RETENTION = /\b(?:retain\w*|kept|keep|stored?|archiv\w*|supported|end of (?:life|support))\b/;
const DAY_MS = 86_400_000;
/** What was done last is old after so many times the interval that is asked for; without one, after so many days. */
const LATE = 1.25;
const OLD_DAYS = 3 * 365;

/** Whether a statement says by itself that it is out of date on the run's day. */
export const isOutOfDate: WeakRule = ({ statement, folded }, requirement, { on, cited }) => {
  const intervals = requirement.figures.filter(({ kind }) => kind === "interval").map(({ value }) => value);
  const oldDays = intervals.length > 0 ? Math.max(...intervals) * LATE : OLD_DAYS;
  if (AGO.test(folded) && LAST_THING.test(folded) && isLongAgo(folded, oldDays)) return true;
  if (hasRunOut(folded, on)) return true;
  return statement.lastDays.some(({ date, start, end }) => {
    const before = folded.slice(0, start).replace(/[*_"']/g, "");
    if (date >= on || /^\s*(?:to|until|till|through|–|-)\s*\w*\s*\d/.test(folded.slice(end))) return false;
    if (RANGE_END.test(before) && TERM.test(folded)) return !RETENTION.test(before);
    if (GOES_UNTIL.test(before) && !TELLS.test(folded)) return !RETENTION.test(before);
    if (ENDS_BEFORE.test(before))
      return (
        !RETENTION.test(before) &&
        !/\b(?:replaced|renewed|extended|succeeded|prolonged) (?:by|until|to|on|for|in)\b|\b(?:been|was|were) (?:renewed|extended|replaced)/.test(
          folded,
        )
      );
    const isLast = LAST_DONE.test(before) || (intervals.length > 0 && LAST_IS.test(folded));
    return isLast && ageDays(date, on) > oldDays && !hasRecent(cited.lastDays, on, oldDays);
  });
};

function isLongAgo(folded: string, oldDays: number): boolean {
  return findFigures(folded).some(
    ({ kind, value, end }) => kind === "duration" && value > oldDays && FROM_NOW.test(folded.slice(end)),
  );
}

/** It was done again since. */
function hasRecent(dates: readonly LastDay[], on: string, days: number): boolean {
  return dates.some(({ date }) => date <= on && ageDays(date, on) <= days);
}

function ageDays(date: string, on: string): number {
  return (Date.parse(on) - Date.parse(date)) / DAY_MS;
}

/** "Issued 1 May 2022, valid for two years". */
function hasRunOut(folded: string, on: string): boolean {
  if (!folded.includes("valid")) return false;
  const validFor = findFigures(folded).find(
    ({ kind, start }) => kind === "duration" && /\bvalid(?:ity)?\b[^.;]{0,20}$/.test(folded.slice(0, start)),
  );
  const issued = findLastDays(folded).at(-1);
  return validFor !== undefined && issued !== undefined && ageDays(issued.date, on) > validFor.value;
}
