import type { CitedPair } from "./evaluate-pair.ts";
import type { LabelledPair } from "./labelled-pair.ts";

/** A change to a pair; undefined where the pair has nothing to change. */
export interface Change {
  readonly name: string;
  apply(pair: LabelledPair): { readonly first: CitedPair; readonly second: CitedPair } | undefined;
}

const PARAGRAPH = "Questions on this document go to the office that keeps it; copies are in the shared folder.";
const OTHER_DOCUMENT = "The canteen is open from 11:30 to 14:00. Vegetarian dishes are marked green.";
const LATER_FACTOR = 20;

/** None of these changes what the evidence proves: a verdict that moves is a fault. */
export const HARMLESS_CHANGES: readonly Change[] = [
  {
    name: "order of documents",
    apply: (pair) => ({
      first: { ...pair, before: [OTHER_DOCUMENT] },
      second: { ...pair, behind: [OTHER_DOCUMENT] },
    }),
  },
  { name: "another file name", apply: (pair) => second(pair, { title: "Scan_0481 final (2)" }) },
  { name: "a paragraph more", apply: (pair) => second(pair, { after: PARAGRAPH }) },
  {
    name: "another word for the company",
    apply: (pair) => rewrite(pair, (text) => text.replace(/\b(company|organi[sz]ation|firm)\b/gi, swapCompany)),
  },
  { name: "upper case", apply: (pair) => rewrite(pair, (text) => text.toUpperCase()) },
];

/** After each of these the evidence no longer proves it wholly: a COMPLETE that stays is a fault. */
export const TELLING_CHANGES: readonly Change[] = [
  {
    name: "not",
    apply: (pair) =>
      rewrite(pair, (text) =>
        text.replace(/\b(is|are|was|were|has|have|had|does|do|did|must|shall|will)\b/i, "$1 not"),
      ),
  },
  {
    name: "fewer",
    apply: (pair) => rewrite(pair, (text) => text.replace(/\b(all|every|each)\b/i, "only a few of the")),
  },
  {
    name: "later",
    apply: (pair) =>
      /\b(within|at most|no later than|at the latest|not more than|maximum|up to)\b/i.test(pair.requirement)
        ? rewrite(pair, (text) => text.replace(/\b(\d{1,3})(?=[ -](minute|hour|day|week|month)s?\b)/gi, times))
        : undefined,
  },
  {
    name: "another system",
    apply: (pair) => rewrite(pair, (text) => `In the trial system that nobody works with yet: ${text}`),
  },
  { name: "another party", apply: (pair) => rewrite(pair, (text) => `At a competitor, as its brochure says: ${text}`) },
];

const second = (pair: LabelledPair, change: Partial<CitedPair>) => ({ first: pair, second: { ...pair, ...change } });

function rewrite(pair: LabelledPair, change: (text: string) => string) {
  const evidence = change(pair.evidence);
  return evidence === pair.evidence ? undefined : second(pair, { evidence });
}

function swapCompany(word: string): string {
  const other = word.toLowerCase() === "company" ? "organisation" : "company";
  return /^[A-Z]/.test(word) ? other[0]!.toUpperCase() + other.slice(1) : other;
}

const times = (quantity: string) => String(Number(quantity) * LATER_FACTOR);
