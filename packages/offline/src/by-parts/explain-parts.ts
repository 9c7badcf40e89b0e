import { placeOf } from "../place-of.ts";
import { summariseParts } from "../summarise-parts.ts";
import type { Coverage, Lack } from "./cover-part.ts";
import type { Doubt } from "./states-practice.ts";

const NATURE = "This is a lexical pre-assessment: it compares wording, and a person confirms what it means.";

const DOUBT_TEXT = {
  planned: "it is a plan or a draft",
  limited: "it leaves something out or holds for a part only",
  asked: "it is a question",
  denied: "a sentence says that it is not so",
  past: "it is about the past",
  optional: "it is a recommendation or an option",
  purpose: "it says what a document is for",
  reference: "it points to another text or defines a word",
  conditional: "it holds under a condition",
  finding: "it describes a weakness or a risk",
  forbidden: "it forbids something",
} as const satisfies Record<Doubt, string>;

const LACK_TEXT = {
  "few words": "the requirement has too few words to compare",
  "no statement": "it names the subject and says nothing of it",
  "about the document": "it is a definition or describes the document itself",
  "missing words": "",
  figure: "",
  "own value": "",
  doubt: "",
  "only a heading names it": "only the heading names the subject",
  "not said of it": "the words are there, and are not said of the same thing",
  narrower: "it is said of a part of what is required",
  "narrower document": "its document is about a part of what is required",
  "far apart": "the words stand far apart",
  "not forbidden": "it does not say that this is forbidden",
  order: "it does not say what comes first",
  "not exclusive": "it does not say that nothing else is allowed",
  "not done": "it does not say that this is done",
  table: "it is a row of a table",
} as const satisfies Record<Lack, string>;

/** What was found for which part, in plain English. */
export function explainParts(coverages: readonly Coverage[]): string {
  const isSo = ({ level }: Coverage) => level === "stated";
  return summariseParts(coverages, { isSo, so: "stated in", explain: explainPart, nature: NATURE });
}

/** One sentence on one part. */
export function explainPart(coverage: Coverage): string {
  const part = `“${shorten(coverage.part.text)}”`;
  switch (coverage.level) {
    case "stated":
      return `Stated: ${part} in ${placesOf(coverage)}.`;
    case "worded":
      return `Wording found, to be confirmed: ${part} in ${placesOf(coverage)}${reasonsOf(coverage)}.`;
    case "denied":
      return `Not found: ${part}; in ${placesOf(coverage)} ${DOUBT_TEXT.denied}.`;
    case "absent":
      return `Not found: ${part}.`;
    default:
      return coverage.level satisfies never;
  }
}

function reasonsOf(coverage: Coverage): string {
  const reasons = listReasons(coverage).slice(0, 2);
  return reasons.length === 0 ? "" : `, because ${reasons.join(" and ")}`;
}

/** Why the wording is no proof, the weightiest first; never empty for wording that was found. */
export function listReasons({ doubts, unmet, missing, part, lacks, lacksOwnFigure }: Coverage): string[] {
  const absent = missing.length === 0 ? [] : [`it does not mention ${quoteWords(missing.map(({ word }) => word))}`];
  // Where much is missing, what else is wrong with the sentence hardly matters.
  const reasons: string[] = missing.length > 1 ? [...absent] : [];
  reasons.push(...[...doubts].map((doubt) => DOUBT_TEXT[doubt]));
  for (const { required, found } of unmet)
    reasons.push(
      found === null
        ? `no figure for “${required.text}” stands with it`
        : `it says “${found.text}” where “${required.text}” is required`,
    );
  if (lacksOwnFigure) reasons.push("it states no frequency or time");
  if (missing.length === 1) reasons.push(...absent);
  if (part.ownValues.length > 0) reasons.push("your organisation sets a value there that words cannot show");
  reasons.push(...lacks.map((lack) => LACK_TEXT[lack]).filter((text) => text !== ""));
  return reasons;
}

const WORDS_MAX = 5;
const PART_LENGTH_MAX = 240;

function quoteWords(words: readonly string[]): string {
  const distinct = [...new Set(words)].slice(0, WORDS_MAX).map((word) => `“${word}”`);
  return distinct.length < 2 ? distinct.join("") : `${distinct.slice(0, -1).join(", ")} or ${distinct.at(-1)}`;
}

/** A long part up to a whole word. */
export function shorten(text: string): string {
  if (text.length <= PART_LENGTH_MAX) return text;
  return `${text.slice(0, PART_LENGTH_MAX).replace(/\s+\S*$/, "")} …`;
}

function placesOf({ sentences }: Coverage): string {
  return [...new Set(sentences.map(({ passage }) => placeOf(passage)))].join(" and ");
}
