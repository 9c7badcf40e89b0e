import { readTerms } from "../read-terms.ts";
import type { Candidate } from "./list-candidates.ts";

/** "Severity levels, roles and escalation": three things or more. */
const LIST = /^(?<first>[^,]+),\s+(?<middle>.+?),?\s+and\s+(?<last>[^,]+)$/i;
/** Of a thing, what comes after it says more of it, or begins another. */
const ENDS = /\s+(?:of|for|in|on|at|by|with|to|from|that|which|who|when|where|is|are|must|shall)\b.*$/i;
/** The first thing follows a verb, whose words are not its own. */
const WORDS_OF_THE_FIRST = 2;
const WORDS_OF_A_THING_MAX = 4;

/** Whether a part lists three things or more, and a candidate and what is around it name one of them in no word. */
export function leavesItemOut(part: string, { termsAround }: Candidate): boolean {
  return listItems(part).some((item) => {
    const terms = readTerms(item);
    return terms.length > 0 && !terms.some((term) => termsAround.has(term));
  });
}

function listItems(part: string): string[] {
  const { first, middle, last } = LIST.exec(part.replace(/[.;:]+$/, ""))?.groups ?? {};
  if (first === undefined || middle === undefined || last === undefined) return [];
  const items = [
    first.split(/\s+/).slice(-WORDS_OF_THE_FIRST).join(" "),
    ...middle.split(/\s*,\s*/),
    last.replace(ENDS, ""),
  ];
  const isList = items.every((item) => item.trim().split(/\s+/).length <= WORDS_OF_A_THING_MAX);
  return isList ? items : [];
}
