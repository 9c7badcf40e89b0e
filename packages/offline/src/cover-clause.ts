import { type Caveat, denies, findCaveats, isDraft } from "./find-caveats.ts";
import { findUnmet, type UnmetFigure } from "./find-unmet.ts";
import { isGeneric } from "./generic-words.ts";
import type { ReadSentence } from "./read-sentences.ts";
import { readTerms } from "./read-terms.ts";
import type { Clause, ClauseTerm } from "./split-clauses.ts";

/** What was found for one clause. */
export interface Coverage {
  readonly clause: Clause;
  readonly level: "found" | "partly" | "absent";
  /** Share of the clause's weight that the sentences have, from 0 to 1. */
  readonly share: number;
  /** Best first. */
  readonly sentences: readonly ReadSentence[];
  readonly caveats: ReadonlySet<Caveat>;
  readonly missingWords: readonly string[];
  readonly unmet: readonly UnmetFigure[];
}

const FOUND_SHARE = 0.66;
const PARTLY_SHARE = 0.42;
/** Of what is said, apart from what it is said of: the subject alone is no support. */
const OWN_SHARE = 0.6;
/** Of what is said and of what it is said of, each: one without the other is another matter. */
const EITHER_SHARE = 0.3;
const DENIED_SHARE = 0.55;
const CONTEXT_CREDIT = 0.8;
const BORROWED_WEIGHT = 0.5;
const WINDOW_PENALTY = 0.06;
const ORDER = { found: 2, partly: 1, absent: 0 } as const;

/** The best support for a clause: one sentence, or one with its neighbour. */
export function coverClause(
  clause: Clause,
  sentences: readonly ReadSentence[],
  weigh: (term: string) => number,
): Coverage {
  const weighed = clause.terms.map((term) => ({
    ...term,
    weight: weigh(term.term) * (term.part === "borrowed" ? BORROWED_WEIGHT : 1),
  }));
  const windows = sentences.flatMap((sentence, index) => {
    const next = sentences[index + 1];
    return next !== undefined && followsOn(sentence, next) ? [[sentence], [sentence, next]] : [[sentence]];
  });
  const covered = windows.map((window) => coverByWindow(clause, weighed, window));
  const best = covered.reduce<Coverage>((left, right) => (rank(right) > rank(left) ? right : left), nothing(clause));
  const denial = covered.find(
    (other) => other.sentences.length === 1 && other.caveats.has("denied") && other.share >= DENIED_SHARE,
  );
  if (best.level === "absent") return denial ?? nothing(clause);
  if (denial === undefined) return best;
  return {
    ...best,
    level: "partly",
    sentences: [...best.sentences, ...denial.sentences],
    caveats: new Set([...best.caveats, "denied" as const]),
  };
}

/** Rows of a table are records of their own: one does not continue where the other stops. */
function followsOn(sentence: ReadSentence, next: ReadSentence): boolean {
  return sentence.passage === next.passage && !sentence.isTableRow && !next.isTableRow;
}

type WeighedTerm = ClauseTerm & { weight: number };

function coverByWindow(clause: Clause, terms: readonly WeighedTerm[], window: readonly ReadSentence[]): Coverage {
  const credits = terms.map((term) => term.weight * creditOf(term, window));
  const share = shareOf(terms, credits, () => true) * (1 - WINDOW_PENALTY * (window.length - 1));
  const sentences = sortByCredit(window, terms);
  const caveats = new Set(sentences.flatMap((sentence) => [...caveatsOf(sentence, clause)]));
  const unmet = findUnmet(clause.figures, sentences, terms);
  const statesIt = !sentences.every(({ isHeading }) => isHeading);
  const ownShare = shareOf(terms, credits, (part) => part === "own");
  const subjectShare = shareOf(terms, credits, (part) => part !== "own");
  const isAboutIt = share >= PARTLY_SHARE && Math.min(ownShare, subjectShare) >= EITHER_SHARE;
  const isWhole = share >= FOUND_SHARE && ownShare >= OWN_SHARE && caveats.size === 0 && unmet.length === 0 && statesIt;
  const level = !isAboutIt || caveats.has("denied") ? "absent" : isWhole ? "found" : "partly";
  const missingWords = terms
    .filter((term, index) => (credits[index] ?? 0) === 0 && term.part !== "borrowed")
    .map(({ word }) => word);
  return { clause, level, share, sentences, caveats, missingWords, unmet };
}

function shareOf(
  terms: readonly WeighedTerm[],
  credits: readonly number[],
  isMeant: (part: ClauseTerm["part"]) => boolean,
) {
  const total = sum(terms.map(({ part, weight }) => (isMeant(part) ? weight : 0)));
  return total === 0 ? 1 : sum(credits.filter((_, index) => isMeant(terms[index]?.part ?? "own"))) / total;
}

function creditOf({ term, part }: WeighedTerm, window: readonly ReadSentence[]): number {
  if (window.some(({ terms }) => terms.has(term))) return 1;
  return part !== "own" && window.some(({ context }) => context.has(term)) ? CONTEXT_CREDIT : 0;
}

function sortByCredit(window: readonly ReadSentence[], terms: readonly WeighedTerm[]): ReadSentence[] {
  const creditBy = (sentence: ReadSentence) =>
    sum(terms.map(({ term, part, weight }) => (sentence.terms.has(term) ? weight * (part === "own" ? 1 : 0.5) : 0)));
  return window
    .map((sentence) => ({ sentence, credit: creditBy(sentence) }))
    .filter(({ credit }) => credit > 0)
    .sort((left, right) => right.credit - left.credit)
    .map(({ sentence }) => sentence);
}

function caveatsOf({ text, passage }: ReadSentence, clause: Clause): Set<Caveat> {
  const own = {
    text: clause.text,
    terms: new Set(clause.terms.filter(({ part }) => part !== "borrowed").map(({ term }) => term)),
  };
  const caveats = findCaveats(text, own);
  if (isDraft(passage)) caveats.add("planned");
  if (caveats.has("denied") && saysSoElsewhere(text, own.terms)) {
    caveats.delete("denied");
    caveats.add("limited");
  }
  return caveats;
}

/** "A is done, but not for B": the part without the denial stands by itself. */
function saysSoElsewhere(text: string, terms: ReadonlySet<string>): boolean {
  const affirmed = text.split(/[;,]|\b(?:but|however|except|although|while)\b/i).filter((part) => !denies(part, terms));
  const said = new Set(readTerms(affirmed.join(" ")));
  const specific = [...terms].filter((term) => !isGeneric(term));
  return specific.length > 0 && specific.filter((term) => said.has(term)).length / specific.length >= FOUND_SHARE;
}

function rank({ level, share, unmet, caveats }: Coverage): number {
  return ORDER[level] * 10 + share - 0.2 * unmet.length - 0.1 * caveats.size;
}

function nothing(clause: Clause): Coverage {
  const missingWords = clause.terms.filter(({ part }) => part !== "borrowed").map(({ word }) => word);
  return { clause, level: "absent", share: 0, sentences: [], caveats: new Set(), missingWords, unmet: [] };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
