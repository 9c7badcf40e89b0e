import { isGeneric } from "../generic-words.ts";
import type { Act } from "./read-part.ts";
import type { Token } from "./read-tokens.ts";

const BE = /^(?:is|are|was|were|be|been|being|gets?)$/;
const BEFORE_VERB = /^(?:must|shall|will|should|then|also|and|or|not|we|they|it|who|for|by|of)$/;
const AFTER_VERB =
  /^(?:the|an?|all|any|each|every|its|their|our|his|her|this|these|those|both|such|whether|that|and|or)$/;
const PARTICIPLE = /(?:ed|kept|held|written|set|sent|taken|made|given|drawn|done|worn|paid|sold|taught|chosen|built)$/;
const BETWEEN = /^(?:\w+ly|and|or|not|also|then|never|being|been|both|first|at|least|\w+ed)$/;
const DONE = /^(?:performed|conducted|carried|takes?|held|undertaken|completed|done|happens?|occurs?|made|executed)$/;
const OBLIGED = /^(?:required?|needs?|responsible|obliged|expected|has|have|duty|procedures?|process|processes)$/;
const NOUN_OF_ACT = /(?:ion|ing|ment|al|ance|ence)s?$/;
const PREPOSITION = /^(?:of|for|on|in|about|from|to|with|against|during|by|regarding)$/;
const VERBAL = /^(?:is|are|was|were|be|been|must|shall|will|should|has|have|\w+ed)$/;
const OF_ALL = /^(?:all|each|some|copies|copy|use|list|number|set|any|kept|every|both)$/;
const FINITE = /^(?:is|are|was|were|has|have|must|shall|will|should)$/;
const PLURAL = /[^s]s$/;
/** "Clean up": the second half of a verb. */
const PARTICLE = /^(?:up|off|out|down|away|back)$/;
/** Between two participles: another subject, or a time that is of the first alone. */
const PARTS_THEM = /^(?:the|an?|that|which|who|by|of|for|every|each|per|within|after|before)$/;
const JOINED_MAX = 8;
const REACH = 7;
const REACH_OF_NOUN = 6;
const GAP_IN_PHRASE = 1;
const WORDS_BETWEEN_MAX = 4;
/** Words after a thing that are still the thing. */
const STILL_IT = /^(?:copy|copies|events?|software|data)$/;
/** Words before a thing that do not make it a part of itself. */
const WIDE =
  /^(?:all|any|each|every|affected|our|the|its|their|company|corporate|business|employee|employees|staff|workforce|user|users|organi[sz]ation(?:al)?|formal|formally|written|documented|existing|internal|individual|personal|own|current|authori[sz]ed|relevant|appropriate|applicable|overall|entire|regular|periodic|annual|security|information|cyber|cybersecurity|system|systems|it|data|customer|customers|enterprise|and|or|of)$/;

/** Whether the terms of each thing stand side by side, as in "access control policy". */
export function hasPhrase(tokens: readonly Token[], phrase: readonly string[]): boolean {
  const words = tokens.filter(({ terms }) => terms.length > 0);
  const spread = phrase.length + GAP_IN_PHRASE;
  return words.some((_, at) => {
    const near = new Set(words.slice(at, at + spread).flatMap(({ terms }) => terms));
    return phrase.every((term) => near.has(term));
  });
}

/** Whether all terms stand in their order and near each other: the part's own sentence with a few words more. */
export function saysInOrder(tokens: readonly Token[], terms: readonly string[], acts: ReadonlySet<string>): boolean {
  const isThere = (at: number, term: string) => {
    const { terms: read, word } = tokens[at]!;
    if (!read.includes(term)) return false;
    return (
      !acts.has(term) ||
      (isWord(tokens[at]!, term) && (PARTICIPLE.test(word) ? isSaid(tokens, at, []) : !NOUN_OF_ACT.test(word)))
    );
  };
  const places = tokens.flatMap((token, at) => (token.terms.length > 0 ? [at] : []));
  return places.some((start, from) => {
    if (!tokens[start]!.terms.includes(terms[0] ?? "")) return false;
    let next = 0;
    for (const at of places.slice(from, from + terms.length + WORDS_BETWEEN_MAX)) {
      if (tokens[at]!.clause !== tokens[start]!.clause) break;
      while (next < terms.length && isThere(at, terms[next]!)) next++;
      if (next === terms.length) return true;
    }
    return false;
  });
}

/** "PHI" has "protected" in it, and says of nothing that it is protected. */
function isWord({ terms }: Token, term: string): boolean {
  return terms.length === 1 && terms[0] === term;
}

/** Whether the act is said, and said of its thing. */
export function saysAct(tokens: readonly Token[], { term, to }: Act): boolean {
  return tokens.some((token, at) => isWord(token, term) && isSaid(tokens, at, to) && isOf(tokens, at, to));
}

/** A participle with a form of "be", a verb with its object, or a noun that "takes place": not "documented procedures". */
function isSaid(tokens: readonly Token[], at: number, to: readonly string[]): boolean {
  const { word } = tokens[at]!;
  if (isBetweenNouns(tokens, at, to)) return true;
  const before = tokens[at - 1]?.word ?? "";
  const after = tokens[PARTICLE.test(tokens[at + 1]?.word ?? "") ? at + 2 : at + 1]?.word ?? "";
  if (PARTICIPLE.test(word)) {
    let back = at - 1;
    while (back >= 0 && at - back <= 5 && BETWEEN.test(tokens[back]!.word) && !endsAct(tokens, back)) back--;
    return (back >= 0 && BE.test(tokens[back]!.word)) || isJoined(tokens, at);
  }
  const isNoun = tokens
    .slice(Math.max(0, at - REACH_OF_NOUN), at + REACH_OF_NOUN + 1)
    .some(({ word: near }) => DONE.test(near));
  if (isNoun) return true;
  if (NOUN_OF_ACT.test(word) && !word.endsWith("ing")) return false;
  if (word.endsWith("ing")) return /^(?:for|by|includes?|and|or|of|in)$/.test(before);
  if (before === "to") return OBLIGED.test(tokens[at - 2]?.word ?? "");
  if (PLURAL.test(word) && /^(?:and|or)$/.test(after)) return at === 0 || BEFORE_VERB.test(before);
  return at === 0 || BEFORE_VERB.test(before) || AFTER_VERB.test(after);
}

/** "Are cleaned monthly and replaced": the time is of the first alone; in "are monthly cleaned and replaced" of both. */
function endsAct(tokens: readonly Token[], at: number): boolean {
  const isCadence = /^(?:daily|nightly|(?:fortnight|week|month|quarter|year)ly|annually)$/.test(tokens[at]!.word);
  return isCadence && PARTICIPLE.test(tokens[at - 1]?.word ?? "");
}

/** "Is run under load and tested weekly": a second participle of one subject, not "and tested procedures". */
function isJoined(tokens: readonly Token[], at: number): boolean {
  const { clause } = tokens[at]!;
  const after = tokens[at + 1];
  const endsThere = after === undefined || after.clause !== clause || after.terms.length === 0 || isWhen(after);
  if (!endsThere || tokens[at - 1]?.word !== "and") return false;
  const own = tokens.slice(Math.max(0, at - JOINED_MAX), at - 1).filter((token) => token.clause === clause);
  const be = own.findLastIndex(({ word }) => BE.test(word));
  return (
    be >= 0 &&
    !own.slice(be + 1).some((token) => FINITE.test(token.word) || PARTS_THEM.test(token.word) || isWhen(token))
  );
}

/** "Every", "twice", "weekly": when something is done is not what it is done to. */
function isWhen({ word }: Token): boolean {
  return /^(?:once|twice|daily|nightly)$/.test(word) || word.endsWith("ly");
}

/** "Owners review access rights", "the team reviews access rights", "sessions lock": a verb that agrees with the noun before it. */
function isBetweenNouns(tokens: readonly Token[], at: number, to: readonly string[]): boolean {
  const [before, { word }, after] = [tokens[at - 1], tokens[at]!, tokens[at + 1]];
  if (!before || before.terms.length === 0 || before.clause !== tokens[at]!.clause || /(?:ed|ing)$/.test(word))
    return false;
  const isPlural = PLURAL.test(before.word) || /^(?:staff|personnel|people)$/.test(before.word);
  const agrees = isPlural !== PLURAL.test(word);
  const hasObject = after?.terms.some((term) => to.includes(term)) ?? false;
  const isSubject =
    before.terms.some((term) => to.includes(term)) && PLURAL.test(before.word) && after?.clause === before.clause;
  return agrees && (hasObject || (isSubject && (after?.word ?? "").endsWith("ly")));
}

function isOf(tokens: readonly Token[], at: number, to: readonly string[]): boolean {
  if (to.length === 0) return true;
  const { clause } = tokens[at]!;
  const isNear = (token: Token, other: number) =>
    token.clause === clause && Math.abs(other - at) <= REACH * 2 && countTerms(tokens, at, other) <= REACH;
  return to.some((term) => tokens.some((token, other) => token.terms.includes(term) && isNear(token, other)));
}

function countTerms(tokens: readonly Token[], from: number, to: number): number {
  return tokens.slice(Math.min(from, to) + 1, Math.max(from, to)).filter(({ terms }) => terms.length > 0).length;
}

/** Whether a thing is there as itself, not as the first half of another: "incidents", not "incident response". */
export function isHead(tokens: readonly Token[], phrase: readonly string[], own: ReadonlySet<string>): boolean {
  const last = phrase.at(-1);
  return tokens.some(({ terms, clause, word: thing }, at) => {
    if (last === undefined || !terms.includes(last) || isGoverned(tokens, at, own)) return false;
    if (isDone(tokens, at)) return false;
    const before = new Set([...namedWith(tokens, at, phrase.length), ...joinedByOf(tokens, at)]);
    if (!phrase.every((term) => before.has(term))) return false;
    const after = tokens[at + 1];
    if (!after || after.terms.length === 0 || after.clause !== clause || thing.endsWith("s")) return true;
    return (
      STILL_IT.test(after.word) ||
      isWhen(after) ||
      PARTICIPLE.test(after.word) ||
      (PLURAL.test(after.word) && AFTER_VERB.test(tokens[at + 2]?.word ?? "")) ||
      after.terms.some((term) => own.has(term))
    );
  });
}

/** "Events are logged" names no logs. */
function isDone(tokens: readonly Token[], at: number): boolean {
  return /[^e]ed$/.test(tokens[at]!.word) && BE.test(tokens[at - 1]?.word ?? "");
}

/** Whether the last word of a thing's name is there as a thing. */
export function hasThing(tokens: readonly Token[], phrase: readonly string[]): boolean {
  const last = phrase.at(-1);
  return tokens.some(({ terms }, at) => last !== undefined && terms.includes(last) && !isDone(tokens, at));
}

/** The last words of a name up to one of them, with a "their" or "the" between. */
function namedWith(tokens: readonly Token[], at: number, length: number): string[] {
  const near = tokens.slice(Math.max(0, at - length), at + 1).filter(({ terms }) => terms.length > 0);
  return near.slice(-length).flatMap(({ terms }) => terms);
}

/** "Accounts of students", "the loss of a key": the other half of a thing's name. */
function joinedByOf(tokens: readonly Token[], at: number): string[] {
  const back = [1, 2].find(
    (steps) => tokens[at - steps]?.word === "of" && tokens[at]!.clause === tokens[at - steps]!.clause,
  );
  const before = back === undefined ? [] : (tokens[at - back - 1]?.terms ?? []);
  const after = tokens[at + 1]?.word === "of" ? tokens.slice(at + 2, at + 4) : [];
  const end = after.findIndex(({ terms }) => terms.length > 0);
  return [...before, ...after.slice(0, end + 1).flatMap(({ terms }) => terms)];
}

/** "Procedures for security incidents are documented" says nothing of the incidents; "review of the rights" does of the rights. */
function isGoverned(tokens: readonly Token[], at: number, own: ReadonlySet<string>): boolean {
  const { clause } = tokens[at]!;
  for (let back = at - 1; back >= 0 && tokens[back]!.clause === clause; back--) {
    const { word } = tokens[back]!;
    if (VERBAL.test(word)) return false;
    if (!PREPOSITION.test(word)) continue;
    const of = tokens[back - 1];
    if (of !== undefined && PARTICIPLE.test(of.word) && /^(?:in|on|about|during)$/.test(word)) return true;
    return of !== undefined && !OF_ALL.test(of.word) && !of.terms.some((term) => own.has(term));
  }
  return false;
}

/** "Laptops bought since 2023 have": between a thing and its verb is what picks some of it. */
function isQualified(
  tokens: readonly Token[],
  at: number,
  phrase: readonly string[],
  own: ReadonlySet<string>,
): boolean {
  if (/^(?:before|after|until|once|when)$/.test(tokens[at + 1]?.word ?? "")) return false;
  const verb = tokens.findIndex(({ word }, other) => other > at && FINITE.test(word));
  if (verb < 0 || tokens[verb]!.clause !== tokens[at]!.clause || verb - at > WORDS_BETWEEN_MAX * 3) return false;
  const between = tokens.slice(at + 1, verb);
  if (between.some(({ word }) => /^(?:all|each|every|any|and|or)$/.test(word))) return false;
  return between.some(({ word, terms }) =>
    terms.some((term) => !own.has(term) && !phrase.includes(term) && !WIDE.test(word) && !isGeneric(term)),
  );
}

/** Whether a thing is there only with a word that narrows it: "privileged accounts" for "accounts". */
export function isNarrowed(tokens: readonly Token[], phrase: readonly string[], own: ReadonlySet<string>): boolean {
  const [first] = phrase;
  const places = tokens.flatMap(({ terms }, at) => (first !== undefined && terms.includes(first) ? [at] : []));
  return (
    places.length > 0 &&
    places.every((at) => {
      if (isQualified(tokens, at, phrase, own)) return true;
      // An abbreviation names more than the one word: "PHI" is not all information.
      if (tokens[at]!.terms.some((term) => !own.has(term))) return true;
      const before = tokens[at - 1];
      if (!before || before.terms.length === 0 || before.clause !== tokens[at]!.clause) return false;
      return !WIDE.test(before.word) && !before.terms.some((term) => own.has(term)) && !before.terms.every(isGeneric);
    })
  );
}
