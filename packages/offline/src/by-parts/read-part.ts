import { type Figure, findFigures } from "@assay/language/quantity";
import { isProhibition } from "@assay/language/requirement";
import { splitWords } from "@assay/language/words";
import { joinMeaning, termsOf } from "./equal-words.ts";
import { readTokens, type Token } from "./read-tokens.ts";
import { splitChoice } from "./split-choice.ts";
import { classOf, type WordClass } from "./word-classes.ts";

export interface PartTerm {
  readonly term: string;
  /** As the requirement writes it. */
  readonly word: string;
  readonly kind: WordClass;
}

export interface Act {
  readonly term: string;
  /** Terms of the thing; empty where the part names none. */
  readonly to: readonly string[];
}

/** One part of a requirement, read for its words. */
export interface ReadPart {
  /** As the request has it. */
  readonly text: string;
  readonly terms: readonly PartTerm[];
  /** Terms that stand side by side and name one thing: "access control policy". */
  readonly phrases: readonly (readonly string[])[];
  /** What is done, with the thing that it is done to. */
  readonly acts: readonly Act[];
  readonly figures: readonly Figure[];
  /** Kinds of figures that the organisation itself sets: `[frequency]`. */
  readonly ownFigures: readonly ("interval" | "duration")[];
  /** Other values that the organisation sets, as they are named: whether they are met, words do not show. */
  readonly ownValues: readonly string[];
  readonly prohibition: boolean;
  /** The part with each side of a choice that it leaves, "encrypted or tokenized"; empty where it leaves none. */
  readonly sides: readonly ReadPart[];
}

const PLACEHOLDER = /\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]/g;
const HEADING = /^(?:[^:.;]{3,90}):\s+(?=\S)/;
const STARTS_WITHOUT_SUBJECT = /^(?:\w{3,}ed|kept|held|written|set|is|are|was|were|has|have|must|shall)\b/i;

/** Reads a part with the choices that it leaves. */
export function readPart(text: string): ReadPart {
  const sides = splitChoice(text).map((side) => ({ ...readWords(side), text }));
  return { ...readWords(text), sides };
}

function readWords(text: string): ReadPart {
  const placeholders = [...text.matchAll(PLACEHOLDER)].map(([placeholder]) => placeholder.slice(1, -1));
  const stated = withoutHeading(text.replace(PLACEHOLDER, " ").replace(/\s+/g, " "));
  const figures = findFigures(stated).filter(({ kind, value }) => kind !== "amount" || value !== 1);
  const worded = figures.toReversed().reduce(withoutNumber, stated);
  const tokens = readTokens(worded);
  const acting = new Set(tokens.flatMap(({ word }, at) => (isVerb(tokens, at) ? [word] : [])));
  const kindOf = (word: string, term: string): WordClass => {
    const kind = classOf(word, term);
    return kind === "filler" ? kind : acting.has(word) ? "act" : "content";
  };
  const terms = tokens.flatMap(({ word, terms }) => terms.map((term) => ({ term, word, kind: kindOf(word, term) })));
  const phrases = listPhrases(worded, kindOf);
  const ownFigures = placeholders.flatMap((name) => kindOfPlaceholder(name) ?? []);
  return {
    text,
    terms: [...new Map(terms.toReversed().map((term) => [term.term, term])).values()].toReversed(),
    phrases,
    acts: listActs(tokens, phrases, kindOf),
    figures,
    ownFigures,
    ownValues: placeholders.filter((name) => kindOfPlaceholder(name) === undefined),
    prohibition: isProhibition(text),
    sides: [],
  };
}

/** Words of an amount that say what is counted, and from where on it holds. */
const AMOUNT =
  /^(?<before>(?:over |exceed\w+ |below |under )?(?:(?:gbp|eur|usd|chf|aud|cad|euros?|[£€$])\s?)?).*?(?<after>[\s-]\p{L}[\p{L}-]*)?$/iu;

/** A time is taken out as a whole, of an amount its number alone. */
function withoutNumber(text: string, { kind, start, end, text: written }: Figure): string {
  const { before = "", after = "" } = (kind === "amount" && AMOUNT.exec(written)?.groups) || {};
  return `${text.slice(0, start + before.length)} ${text.slice(end - after.length)}`;
}

/** Adjacent words that are content, cut at function words, acts and commas. */
function listPhrases(text: string, kindOf: typeof classOf): string[][] {
  const phrases: string[][] = [];
  for (const piece of joinMeaning(text).split(/[,;:()/]|\s-\s/)) {
    let phrase: string[] = [];
    for (const word of splitWords(piece)) {
      const found = termsOf(word).filter((term) => kindOf(word, term) === "content");
      if (found.length > 0) phrase.push(...found);
      else {
        if (phrase.length > 0) phrases.push(phrase);
        phrase = [];
      }
    }
    if (phrase.length > 0) phrases.push(phrase);
  }
  return phrases;
}

/** Each act with the nearest thing: the one before a passive, the one after an order. */
function listActs(tokens: readonly Token[], phrases: readonly (readonly string[])[], kindOf: typeof classOf): Act[] {
  const isContent = ({ word, terms }: Token) => terms.some((term) => kindOf(word, term) === "content");
  const acts = tokens.flatMap((token, at) =>
    token.terms.filter((term) => kindOf(token.word, term) === "act").map((term) => ({ term, at, word: token.word })),
  );
  return acts.map(({ term, at, word }) => {
    const before = tokens.slice(0, at).reverse();
    const after = tokens.slice(at + 1);
    const ordered = PASSIVE.test(word) && before.some(isContent) ? [before, after] : [after, before];
    const thing = ordered.flatMap((side) => side.find(isContent)?.terms ?? [])[0];
    const phrase = phrases.find((one) => thing !== undefined && one.includes(thing));
    return { term, to: phrase ?? (thing === undefined ? [] : [thing]) };
  });
}

/** "The register lists hardware". */
function isThirdPerson(tokens: readonly Token[], at: number): boolean {
  const [first, before, word] = [tokens[0]?.word ?? "", tokens[at - 1], tokens[at]?.word ?? ""];
  const isSubject = before !== undefined && before.terms.length > 0 && !PLURAL.test(before.word);
  return isSubject && at <= VERB_AT_MAX && PLURAL.test(word) && /^(?:an?|the|each|every)$/.test(first);
}

/** "Staff wear gloves". */
function followsPlural(tokens: readonly Token[], at: number): boolean {
  const [before, { word }, after] = [tokens[at - 1]?.word ?? "", tokens[at]!, tokens[at + 1]];
  const isPlural = PLURAL.test(before) || /^(?:staff|people|personnel)$/.test(before);
  return isPlural && at <= VERB_AT_MAX && !PLURAL.test(word) && (after?.terms.length ?? 0) > 0;
}

const VERB_AT_MAX = 4;
const PLURAL = /[^s]s$/;
const FINITE = /^(?:is|are|was|were|must|shall|will|should|may|has|have)$/;
const OBJECT = /^(?:the|an?|all|any|each|every|its|their|our)$/;
const BE = /^(?:is|are|was|were|be|been)$/;
const PASSIVE = /(?:ed|kept|held|written|set|sent|taken|made|worn|paid|sold|taught|chosen|built)$/;

/** A verb of the part: after a form of "be", first in an order, before its object, or after "must" and "to". */
function isVerb(tokens: readonly Token[], at: number): boolean {
  const { word, terms } = tokens[at]!;
  if (isPassive(tokens, at)) return true;
  if (!terms.some((term) => classOf(word, term) === "act") || PASSIVE.test(word)) return false;
  const finite = tokens.findIndex(({ word: other }) => FINITE.test(other));
  if (finite >= 0 && at < finite) return false;
  if (finite < 0 && (isThirdPerson(tokens, at) || followsPlural(tokens, at))) return true;
  if (
    tokens
      .slice(0, at)
      .every(
        (token) =>
          /^(?:and|or|\w+ly)$/.test(token.word) || token.terms.some((term) => classOf(token.word, term) === "act"),
      )
  )
    return finite < 0;
  return (
    OBJECT.test(tokens[at + 1]?.word ?? "") || /^(?:must|shall|will|should|to|not)$/.test(tokens[at - 1]?.word ?? "")
  );
}

/** "Is logged", "are defined and documented". */
function isPassive(tokens: readonly Token[], at: number): boolean {
  if (!PASSIVE.test(tokens[at]?.word ?? "")) return false;
  let back = at - 1;
  while (back >= 0 && /^(?:\w+ly|and|or|not|\w+ed)$/.test(tokens[back]!.word)) back--;
  return BE.test(tokens[back]?.word ?? "");
}

function kindOfPlaceholder(name: string): "interval" | "duration" | undefined {
  if (/\bfrequency\b/i.test(name)) return "interval";
  return /\btime[\s-]period\b|\btime\b/i.test(name) ? "duration" : undefined;
}

/** "Account Management: Assign managers" is about what is after the colon. */
function withoutHeading(text: string): string {
  const rest = text.replace(HEADING, "");
  return STARTS_WITHOUT_SUBJECT.test(rest) ? text : rest;
}
