import type { Occurrences, Period } from "@assay/contract";
import { isTooSeldom } from "../occurrences/count-occurrences.ts";
import { daysBetween } from "../occurrences/interval.ts";

const NAMED_MAX = 3;
const NOUN =
  /^(?:(?:the|an?|each|every|all|any)\s+)?(.{0,60}?\b(?:tests?|reviews?|exercises?|trainings?|scans?|meetings?|drills?|audits?|assessments?|checks?|inspections?|reports?|backups?|rehearsals?|recertifications?|attestations?))\s+(?:is|are|must|shall|should|has|have|will|takes?)\b/i;
const DONE =
  /^(?:(?:the|an?|each|every|all|any)\s+)?(.{1,80}?)\s+(?:is|are|(?:must|shall|should|will)\s+be|(?:has|have)\s+to\s+be)\s+(?:\w+ly\s+)?(reviewed|tested|exercised|trained|scanned|audited|checked|assessed|inspected|updated|patched|rotated|approved|restored|recertified|verified)\b/i;
const NOUN_OF: Readonly<Record<string, string>> = {
  reviewed: "review",
  tested: "test",
  exercised: "exercise",
  trained: "training",
  scanned: "scan",
  audited: "audit",
  checked: "check",
  assessed: "assessment",
  inspected: "inspection",
  updated: "update",
  patched: "patch",
  rotated: "rotation",
  approved: "approval",
  restored: "restore",
  recertified: "recertification",
  verified: "verification",
};

interface Named {
  /** The requirement's. */
  readonly title: string;
  readonly nameOf: (documentId: string) => string | undefined;
}

/** Each time without an occurrence, the longest first, with the record of the last one before it. */
export function describeGaps(occurrences: Occurrences, { title, nameOf }: Named): string[] {
  if (!isTooSeldom(occurrences)) return [];
  const what = nameAct(title);
  const longest = occurrences.gaps.toSorted((a, b) => lengthOf(b) - lengthOf(a) || (a.from < b.from ? -1 : 1));
  return longest.slice(0, NAMED_MAX).map(({ from, to }) => {
    const last = occurrences.facts.findLast(({ date }) => date < from);
    const name = last && nameOf(last.documentId);
    const before = last
      ? `last one: ${[name, sayDay(last.date)].filter(Boolean).join(", ")}`
      : "none before it in the period";
    return `No ${what} between ${sayDay(from)} and ${sayDay(to)}; ${before}.`;
  });
}

/** What has to happen again and again, as a noun. */
function nameAct(title: string): string {
  const noun = NOUN.exec(title)?.[1];
  if (noun) return lowerFirst(noun.replace(/(?<!s)s$/i, ""));
  const [, subject, done] = DONE.exec(title) ?? [];
  return subject && done ? `${NOUN_OF[done.toLowerCase()]} of ${lowerFirst(subject)}` : "occurrence";
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

function sayDay(date: string): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

function lengthOf({ from, to }: Period): number {
  return daysBetween(from, to);
}
