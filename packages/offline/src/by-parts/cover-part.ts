import { findFigures } from "@assay/language/quantity";
import { findCaveats, isDraft } from "../find-caveats.ts";
import { findUnmet, type UnmetFigure } from "../find-unmet.ts";
import { isGeneric } from "../generic-words.ts";
import { readTerms } from "../read-terms.ts";
import { isOutside } from "./document-scope.ts";
import { listTerms } from "./equal-words.ts";
import { meetsThreshold } from "./meets-threshold.ts";
import type { PartTerm, ReadPart } from "./read-part.ts";
import type { ReadSentence } from "./read-passages.ts";
import { hasPhrase, hasThing, isHead, isNarrowed, saysAct, saysInOrder } from "./says-of.ts";
import { type Doubt, forbids, listDoubts, states } from "./states-practice.ts";

/** What was found for one part. */
export interface Coverage {
  readonly part: ReadPart;
  /** `worded`: the words stand there and something keeps them from being proof. */
  readonly level: "stated" | "worded" | "absent" | "denied";
  /** Share of the part's weight that the sentences have, from 0 to 1. */
  readonly share: number;
  /** In their order. */
  readonly sentences: readonly ReadSentence[];
  readonly doubts: ReadonlySet<Doubt>;
  readonly missing: readonly PartTerm[];
  readonly unmet: readonly UnmetFigure[];
  /** A figure that the organisation sets is not stated. */
  readonly lacksOwnFigure: boolean;
  readonly lacks: readonly Lack[];
}

const WEIGHT = { content: 3, act: 2, filler: 0.4 } as const;
/** Share at which the words are worth a look. */
const WORDED_SHARE = 0.5;
const DENIED_SHARE = 0.6;
const REQUIRED_TERMS_MIN = 2;
/** Words of evidence for each word of the part: what is wider apart is not said of each other. */
const SPREAD_PER_TERM = 1.6;
const SPREAD_FREE = 5;
/** A heading may name what its text is about, not what is done with it. */
const CONTEXT_TERMS_MAX = 2;
const WINDOW_PENALTY = 0.04;
const SPEAKS_OF_ITSELF =
  /\b(?:this|the)\s+(?:policy|plan|procedure|standard|document|programme|program|schedule|register)\b/i;
const ENDS_OPEN = /\b(?:must|shall|will|to|by|is|are|includes?|including|following|that|not)\W*:\W*$/i;
const IS_SENTENCE = /\b(?:is|are|must|shall|will|has|have)\b/i;
const GOES_ON = /^\W*(?:it|they|this|these|those|such|both|each\s+of|the\s+(?:same|latter))\b/i;
const ORDER = { stated: 3, worded: 2, denied: 1, absent: 0 } as const;

/** The best support for a part; where it leaves a choice, for the side that is said best. */
export function coverPart(part: ReadPart, sentences: readonly ReadSentence[]): Coverage {
  const sides = part.sides.map((side) => coverSide(side, sentences)).map((coverage) => ({ ...coverage, part }));
  return [coverSide(part, sentences), ...sides].reduce(better);
}

/** One sentence, or two that follow each other. */
function coverSide(part: ReadPart, sentences: readonly ReadSentence[]): Coverage {
  const windows = sentences.flatMap((sentence, index) => windowsAt(sentence, sentences[index + 1]));
  const doubtsOf = doubtsAbout(part);
  let best = nothing(part);
  let denial: Coverage | undefined;
  for (const window of windows) {
    const words = findWords(part, window);
    if (!words || (words.share < WORDED_SHARE && rankOfWords(words) <= rank(best))) continue;
    const covered = coverByWindow(part, window, words, doubtsOf);
    best = better(best, covered);
    if (covered.level === "denied" && window.length === 1) denial ??= covered;
  }
  if (!denial || best.level === "denied" || best.level === "absent") return denial ?? best;
  const doubts = new Set([...best.doubts, "denied" as const]);
  return { ...best, level: "worded", doubts, sentences: [...best.sentences, ...denial.sentences] };
}

function better(left: Coverage, right: Coverage): Coverage {
  return rank(right) > rank(left) ? right : left;
}

function windowsAt(sentence: ReadSentence, next: ReadSentence | undefined): ReadSentence[][] {
  const windows = [[sentence]];
  if (sentence.leadIn && sentence.leadIn.text.length > 0) windows.push([sentence.leadIn, sentence]);
  if (next && followsOn(sentence, next)) windows.push([sentence, next]);
  return windows;
}

/** Rows of a table are records of their own: one does not continue where the other stops. */
function followsOn(sentence: ReadSentence, next: ReadSentence): boolean {
  return (
    sentence.passage === next.passage &&
    ![sentence, next].some(({ isTableRow, isHeading }) => isTableRow || isHeading) &&
    next !== sentence.leadIn
  );
}

/** The second sentence is about what the first is about: it says so, or names the subject again. */
function goesOn([first, second]: readonly ReadSentence[], part: ReadPart): boolean {
  if (!first || !second) return false;
  const head = subjectOf(part).at(-1);
  return (head !== undefined && first.terms.has(head) && second.terms.has(head)) || GOES_ON.test(second.text);
}

/** "Users must:" needs its items; an item that is a sentence of its own does not need it. */
function completes(leadIn: ReadSentence, item: ReadSentence): boolean {
  return ENDS_OPEN.test(leadIn.text) || !IS_SENTENCE.test(item.text);
}

/** Which words of a part stand in a window. */
interface FoundWords {
  readonly share: number;
  readonly inText: readonly PartTerm[];
  readonly borrowed: readonly PartTerm[];
  readonly missing: readonly PartTerm[];
}

/** Nothing for sentences that do not go together. */
function findWords(part: ReadPart, window: readonly ReadSentence[]): FoundWords | undefined {
  const goesTogether =
    window.length === 1 || (window[1]?.leadIn === window[0] ? completes(window[0]!, window[1]!) : goesOn(window, part));
  if (!goesTogether) return undefined;
  const found = new Set(window.flatMap(({ words }) => words));
  const context = new Set(window.flatMap(contextOf));
  const total = sum(part.terms.map(weightOf));
  const inText = part.terms.filter(({ term }) => found.has(term));
  const heads = new Set(part.phrases.map((phrase) => phrase.at(-1)));
  const borrowed = part.terms.filter(
    ({ term, kind }) => !found.has(term) && kind !== "act" && !heads.has(term) && context.has(term),
  );
  const share =
    total === 0
      ? 0
      : (sum(inText.map(weightOf)) + 0.7 * sum(borrowed.map(weightOf))) / total - WINDOW_PENALTY * (window.length - 1);
  const missing = part.terms.filter(
    ({ term, kind }) => kind !== "filler" && !found.has(term) && !borrowed.some((one) => one.term === term),
  );
  return { share, inText, borrowed, missing };
}

function coverByWindow(
  part: ReadPart,
  window: readonly ReadSentence[],
  { share, inText, borrowed, missing }: FoundWords,
  doubtsOf: FindDoubts,
): Coverage {
  const doubts = new Set(window.flatMap((sentence) => [...doubtsOf(sentence)]));
  const unmet = listUnmet(part, window);
  const lacksOwnFigure = part.ownFigures.some(
    (kind) =>
      !window.some(({ text }) =>
        findFigures(text).some((figure) => figure.kind === kind || figure.kind === "interval"),
      ),
  );
  const base = { part, lacks: [], share, sentences: window, doubts, missing, unmet, lacksOwnFigure };
  if (share >= DENIED_SHARE && doubts.has("denied")) return { ...base, level: "denied" };
  if (share < WORDED_SHARE || !inText.some(({ kind }) => kind === "content" || kind === "act"))
    return { ...base, level: "absent" };
  const lacks = listLacks(base, inText, borrowed);
  return { ...base, lacks, level: lacks.length === 0 ? "stated" : "worded" };
}

function listUnmet(part: ReadPart, window: readonly ReadSentence[]): UnmetFigure[] {
  const said = window.map(({ text }) => text).join(" ");
  const timed = window.map(({ text }) => ({ text: writeFirst(text) }));
  const weighed = part.terms.map((term) => ({ term: term.term, weight: weightOf(term) }));
  return part.figures.flatMap((required) => {
    const reached = meetsThreshold(part.text, required, said);
    if (reached === undefined) return findUnmet([required], timed, weighed);
    return reached ? [] : [{ required, found: null }];
  });
}

/** "In their first week" is within one week. */
function writeFirst(text: string): string {
  return text.replace(
    /\b(?:in|on|during|within)\s+(?:the|their|his|her|its|your)\s+first\s+(?=(?:day|week|month|year)\b)/gi,
    "within one ",
  );
}

/** "This policy is reviewed" is said of what the document's title names. */
function contextOf({ headings, title, text }: ReadSentence): string[] {
  return SPEAKS_OF_ITSELF.test(text) ? [...headings, ...title] : [...headings];
}

/** What keeps the words from being a statement of the whole part. */
export type Lack =
  | "few words"
  | "no statement"
  | "about the document"
  | "missing words"
  | "figure"
  | "own value"
  | "doubt"
  | "only a heading names it"
  | "not said of it"
  | "narrower"
  | "narrower document"
  | "far apart"
  | "not forbidden"
  | "order"
  | "not exclusive"
  | "not done"
  | "table";

function listLacks(
  { part, sentences, doubts, missing, unmet, lacksOwnFigure }: Omit<Coverage, "level" | "lacks">,
  inText: readonly PartTerm[],
  borrowed: readonly PartTerm[],
): Lack[] {
  const required = inText.filter(({ kind }) => kind !== "filler");
  const borrowedContent = borrowed.filter(({ kind }) => kind === "content");
  const lacks: readonly (readonly [Lack, boolean])[] = [
    ["few words", required.length + part.figures.length < REQUIRED_TERMS_MIN || isVague(part)],
    [
      "no statement",
      !sentences.some((sentence) => states(sentence.text) || part.acts.some((act) => saysAct(sentence.tokens, act))),
    ],
    ["about the document", sentences.some(({ isAboutDocument }) => isAboutDocument)],
    ["missing words", missing.length > 0],
    ["figure", unmet.length > 0 || lacksOwnFigure || isFigureOfAnother(part, sentences)],
    ["own value", part.ownValues.length > 0],
    ["doubt", doubts.size > 0],
    [
      "only a heading names it",
      borrowedContent.length > CONTEXT_TERMS_MAX || borrowedContent.length * 3 > required.length,
    ],
    ["not said of it", !saysAll(part, sentences, required)],
    ["narrower", isNarrower(part, sentences)],
    ["narrower document", sentences.some(({ scope }) => isOutside(scope, part.text))],
    ["far apart", spreadOf(sentences, required) > SPREAD_PER_TERM * part.terms.length + SPREAD_FREE],
    ["not forbidden", part.prohibition && !sentences.some(({ text }) => forbids(text))],
    ["order", lacksOrder(part, sentences)],
    ["not exclusive", EXCLUSIVE.test(part.text) && !sentences.some(({ text }) => SAYS_EXCLUSIVE.test(text))],
    ["not done", lacksDoing(part, sentences)],
    ["table", sentences.some(({ isTableRow }) => isTableRow)],
  ];
  return lacks.flatMap(([lack, holds]) => (holds ? [lack] : []));
}

/** "Plans are reviewed": which plans, only its surroundings say. */
function isVague(part: ReadPart): boolean {
  const content = part.terms.filter(({ kind }) => kind === "content");
  return content.length < 2 && content.every(({ term }) => isGeneric(term));
}

const EXCLUSIVE = /\b(?:only|solely|exclusively)\b/i;
const SAYS_EXCLUSIVE =
  /\b(?:only|solely|exclusively|alone|limit\w*|restrict\w*|confin\w*|reserved|except\w*|unless|without|no|not|never|nobody|none|prohibit\w*|forbid\w*|forbidden|prevent\w*|block\w*|den(?:y|ied|ies)|must\s+be|shall\s+be)\b/i;
/** What comes first, and how evidence may say so. */
const ORDERS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:before|prior\s+to)\b/i,
    /\b(?:before|prior|ahead|until|unless|in\s+advance|first|pre-\w+|beforehand|then|without|after|once|following)\b/i,
  ],
  [
    /\b(?:only|not)\b.*\bafter\b|\buntil\b/i,
    /\b(?:after|once|following|upon|until|unless|before|prior|without|first|then)\b/i,
  ],
];

/** "Only after the visitor has agreed": a sentence that puts nothing first does not say it. */
function lacksOrder(part: ReadPart, sentences: readonly ReadSentence[]): boolean {
  return ORDERS.some(([asked, said]) => asked.test(part.text) && !sentences.some(({ text }) => said.test(text)));
}

/** Verbs that say little of most things and all of some: what evidence may say for them. */
const DOINGS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:is|are)\s+maintained\b/i,
    /\b(?:maint\w+|ke(?:ep|pt)\w*|has|have|hold\w*|held|updat\w*|current|servic\w+|inspect\w*|tested|review\w*)\b/i,
  ],
  [
    /\b(?:is|are)\s+specified\b/i,
    /\b(?:specif\w+|states?|stated|lists?|listed|names?|named|identif\w+|document\w*|defines?|defined)\b/i,
  ],
  [
    /\b(?:each|every)\s+(?:[\w-]+\s+){1,3}(?:has|have)\s+an?\b/i,
    /\b(?:(?:has|have)\s+(?:an?|its|their|one|the)|assigned|designated|named|appointed|allocated|lists|names|us(?:es?|ing)|with\s+(?:an?|its|their))\b/i,
  ],
];

/** "Fire detection systems are maintained" is not said by "are installed". */
function lacksDoing({ text }: ReadPart, sentences: readonly ReadSentence[]): boolean {
  return DOINGS.some(([asked, said]) => asked.test(text) && !sentences.some((sentence) => said.test(sentence.text)));
}

function isNarrower(part: ReadPart, sentences: readonly ReadSentence[]): boolean {
  const own = new Set(part.terms.map(({ term }) => term));
  return sentences.every(({ tokens }) => isNarrowed(tokens, subjectOf(part), own));
}

function subjectOf(part: ReadPart): readonly string[] {
  return (
    part.phrases[0] ??
    part.terms
      .filter(({ kind }) => kind === "content")
      .slice(0, 1)
      .map(({ term }) => term)
  );
}

function saysPart(sentences: readonly ReadSentence[], required: readonly PartTerm[]): boolean {
  const terms = required.map(({ term }) => term);
  const acts = new Set(required.filter(({ kind }) => kind === "act").map(({ term }) => term));
  return terms.length >= REQUIRED_TERMS_MIN && sentences.some(({ tokens }) => saysInOrder(tokens, terms, acts));
}

/** Each thing by its whole name, and each act of its thing. */
function saysAll(part: ReadPart, sentences: readonly ReadSentence[], required: readonly PartTerm[]): boolean {
  const own = new Set(part.terms.map(({ term }) => term));
  if (bindsByFigure(part, sentences)) return true;
  if (!sentences.some(({ tokens }) => isHead(tokens, subjectOf(part), own))) return false;
  if (saysPart(sentences, required)) return true;
  if (sentences.length === 1 && isTornApart(sentences[0]!, required)) return false;
  if (isSplitOver(sentences, part, own)) return false;
  const has = (phrase: readonly string[]) =>
    sentences.some(({ tokens }) => hasPhrase(tokens, phrase)) ||
    sentences.some((sentence) => {
      const around = new Set(contextOf(sentence));
      const rest = phrase.filter((term) => !around.has(term) || sentence.terms.has(term));
      return rest.length < phrase.length && rest.length > 0 && hasPhrase(sentence.tokens, rest);
    });
  return (
    part.phrases.every(has) &&
    part.acts.every((act) =>
      sentences.some(
        ({ tokens, text }, at) =>
          saysAct(tokens, act) || (at > 0 && GOES_ON.test(text) && saysAct(tokens, { ...act, to: [] })),
      ),
    )
  );
}

/** "The incident is queued. Classification is recorded in the ticket": the thing in one sentence, the act of another in the next. */
function isSplitOver(sentences: readonly ReadSentence[], part: ReadPart, own: ReadonlySet<string>): boolean {
  const [first, second] = sentences;
  if (!first || !second || second.leadIn === first || part.acts.length === 0) return false;
  const head = subjectOf(part).at(-1);
  if (GOES_ON.test(second.text) || namesFirst(second, head)) return false;
  return !sentences.some(
    ({ tokens }) =>
      isHead(tokens, subjectOf(part), own) && part.acts.some((act) => saysAct(tokens, { ...act, to: [] })),
  );
}

/** "Requests must be authorised", after a sentence on access requests. */
function namesFirst({ tokens }: ReadSentence, head: string | undefined): boolean {
  const first = tokens.find(({ terms }) => terms.length > 0);
  return head !== undefined && (first?.terms.includes(head) ?? false);
}

/** All words of the part and its figure in one sentence without a "not": in whatever voice, it is said of the thing. */
function bindsByFigure(part: ReadPart, sentences: readonly ReadSentence[]): boolean {
  const [only, ...others] = sentences;
  if (!only || others.length > 0 || part.figures.length === 0 || part.acts.length !== 1) return false;
  if (!hasThing(only.tokens, subjectOf(part))) return false;
  return HAS_FINITE.test(only.text) && !IS_DENIED.test(only.text) && !BRINGS_ABOUT.test(only.text);
}

const HAS_FINITE = /\b(?:is|are|was|were|has|have|must|shall|will|[a-z]{3,}s)\b/i;
const IS_DENIED = /\b(?:not|no|never|nobody|none)\b/i;
/** "Establish a phishing simulation programme (quarterly)": what is still to be done. */
const BRINGS_ABOUT =
  /^[\s*\-•>#\d.)]*(?:establish|implement|introduce|define|develop|create|launch|start|set\s+up|roll\s+out|plan|schedule|prepare|build)\b/i;

/** "Are labelled with 2 to 8 °C and are kept by the desk": the figure is that of another act. */
function isFigureOfAnother({ acts, figures }: ReadPart, sentences: readonly ReadSentence[]): boolean {
  if (figures.length === 0 || acts.length === 0) return false;
  const clauses = sentences.flatMap(({ text }) =>
    text.split(/;\s|\s(?:and|but|while)\s+(?=(?:is|are|must|shall|has|have)\b)/i),
  );
  const acting = clauses.filter((clause) => {
    const said = new Set(listTerms(clause));
    return acts.some(({ term }) => said.has(term));
  });
  return (
    acting.length > 0 && acting.length < clauses.length && !acting.some((clause) => findFigures(clause).length > 0)
  );
}

/** "All videos have a title; captions exist for the newest": two statements, of which none says all. */
function isTornApart({ text }: ReadSentence, required: readonly PartTerm[]): boolean {
  const statements = text.split(/;\s/).map((statement) => new Set(listTerms(statement)));
  const content = required.filter(({ kind }) => kind === "content");
  return statements.length > 1 && !statements.some((said) => content.every(({ term }) => said.has(term)));
}

/** Fewest words of the sentences in which all of these terms stand. */
function spreadOf(window: readonly ReadSentence[], terms: readonly PartTerm[]): number {
  const words = window.flatMap((sentence) => sentence.words);
  const wanted = new Set(terms.map(({ term }) => term));
  const last = new Map<string, number>();
  let least = Number.POSITIVE_INFINITY;
  for (const [at, word] of words.entries()) {
    if (!wanted.has(word)) continue;
    last.set(word, at);
    if (last.size === wanted.size) least = Math.min(least, at - Math.min(...last.values()) + 1);
  }
  return wanted.size === 0 ? 0 : least;
}

type FindDoubts = (sentence: ReadSentence) => ReadonlySet<Doubt>;

/** Reads each sentence once: it is in several windows. */
function doubtsAbout(part: ReadPart): FindDoubts {
  const own = new Set(readTerms(part.text));
  const required = part.terms.filter(({ kind }) => kind !== "filler");
  const isAbout = (clause: string) => {
    const said = new Set(listTerms(clause));
    return required.filter(({ term }) => said.has(term)).length * 2 >= required.length;
  };
  const read = ({ text, passage, isTableRow, isHeading }: ReadSentence) => {
    const doubts: Set<Doubt> = listDoubts(text, part, isAbout);
    const caveats = findCaveats(text, { text: part.text, terms: own });
    for (const caveat of caveats) if (!(part.prohibition && caveat === "denied")) doubts.add(caveat);
    if (isDraft(passage) || NAMES_PLAN.test(`${passage.documentTitle} ${passage.location ?? ""}`))
      doubts.add("planned");
    if (isTableRow && isHeading) doubts.add("reference");
    return doubts;
  };
  const known = new Map<ReadSentence, ReadonlySet<Doubt>>();
  return (sentence) => {
    const doubts = known.get(sentence) ?? read(sentence);
    known.set(sentence, doubts);
    return doubts;
  };
}

/** What such a document says is still to be done. */
const NAMES_PLAN =
  /(?:^|[^a-z])(?:road[\s_-]?map|remediation[\s_-](?:plan|actions?|tracker)|action[\s_-]plan|gap[\s_-](?:analysis|assessment)|project[\s_-]plan|backlog|to[\s_-]?do)(?:[^a-z]|$)/i;

function weightOf({ kind }: PartTerm): number {
  return WEIGHT[kind];
}

/** The most that a window of so few words can rank: what else there is to say of it, which takes long, only lowers it. */
function rankOfWords({ share, missing }: FoundWords): number {
  return share - 0.05 * missing.length;
}

function rank({ level, share, unmet, doubts, missing, lacks }: Coverage): number {
  return (
    ORDER[level] * 10 + share - 0.2 * unmet.length - 0.1 * doubts.size - 0.05 * missing.length - 0.02 * lacks.length
  );
}

function nothing(part: ReadPart): Coverage {
  return {
    part,
    level: "absent",
    share: 0,
    sentences: [],
    doubts: new Set(),
    missing: part.terms,
    unmet: [],
    lacksOwnFigure: false,
    lacks: [],
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
