import { splitWords } from "@assay/language/words";
import { joinPhrases } from "./equivalent-words.ts";
import { type Figure, findFigures } from "./find-figures.ts";
import { termsOfWord } from "./read-terms.ts";

/** One thing that a requirement asks for. */
export interface Clause {
  readonly text: string;
  /** The text for people, with the subject of an earlier clause before an ellipsis. */
  readonly label: string;
  readonly terms: readonly ClauseTerm[];
  readonly figures: readonly Figure[];
}

export interface ClauseTerm {
  readonly term: string;
  /** As the requirement writes it. */
  readonly word: string;
  /** `own`: said here; `subject`: what it is said of; `borrowed`: the subject of an earlier clause. */
  readonly part: "own" | "subject" | "borrowed";
}

const AUXILIARY = "is|are|was|were|has|have|must|shall|should|may|can|will|does|do";
const SUBJECT = new RegExp(`^(.{3,}?)\\s+(?:${AUXILIARY})\\b`, "i");
/** "The asset register lists hardware": a subject before a verb of the present. */
const NOUN_BEFORE_VERB = /^(?:an?|the|each|every)\s+.+?(?=\s+\w+[^s\W]s\b)/i;
const SUBORDINATE = /\b(?:when|where|if|before|after|while|until|unless|that|which|who|whose|because|as)\b/i;
const STARTS_PREDICATE = new RegExp(
  `^(?:(?:\\w+ly|at\\s+least|then|not)\\s+)*(?:${AUXILIARY}|be|\\w{3,}ed|kept|held|built|written|sent|set|made|given|taken|drawn|known|understood|brought|put|shown|led|run|done)\\b`,
  "i",
);
const STATES = new RegExp(`\\s(?:${AUXILIARY})\\s`, "i");
const JOINT = /\s*[;:]\s+|\s*,\s*(?:and|or|as\s+well\s+as)?\s*|\s+(?:and|as\s+well\s+as|together\s+with)\s+/gi;
const SHORT_WORDS_MAX = 4;
const SENTENCE_JOINT = /(?<=[.;])\s+(?=\p{Lu})|\s*\n\s*/u;

/** The clauses of a requirement, never none; `context` names its subject where the statement leaves it out. */
export function splitClauses(statement: string, context: string): Clause[] {
  const clauses: Clause[] = [];
  let subject = { text: "", terms: readClauseTerms(context, "borrowed") };
  for (const text of statement.split(SENTENCE_JOINT).flatMap(splitSentence)) {
    const named = findSubject(text);
    const isBare = named === undefined && (STARTS_PREDICATE.test(text) || (clauses.length === 0 && isShort(text)));
    const clause = readClause(text, named, isBare ? subject : { text: "", terms: [] });
    if (clause.terms.length > 0) clauses.push(clause);
    const topic = named ?? NOUN_BEFORE_VERB.exec(text)?.[0];
    if (topic !== undefined) subject = { text: topic, terms: readClauseTerms(topic, "borrowed") };
  }
  return clauses.length > 0 ? clauses : [{ text: statement, label: statement, terms: subject.terms, figures: [] }];
}

function findSubject(text: string): string | undefined {
  const before = SUBJECT.exec(text)?.[1];
  return before !== undefined && SUBORDINATE.test(before) ? undefined : before;
}

/** "Approved by management": a sub-item that leaves its subject to the criterion. */
function isShort(text: string): boolean {
  return splitWords(text).length <= SHORT_WORDS_MAX;
}

function splitSentence(sentence: string): string[] {
  const text = sentence
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[.;,:]+$/, "");
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: joint } of text.matchAll(JOINT)) {
    const [left, right] = [text.slice(start, index), text.slice(index + joint.length)];
    const until = right.search(JOINT);
    const next = until < 0 ? right : right.slice(0, until);
    if (left.trim() !== "" && (STARTS_PREDICATE.test(next) || STATES.test(next)) && !(start === 0 && isOneWord(left))) {
      parts.push(left.trim());
      start = index + joint.length;
    }
  }
  return [...parts, text.slice(start).trim()].filter((part) => part !== "");
}

/** "Documented and tested plans exist": the first word still belongs to what comes after it. */
function isOneWord(text: string): boolean {
  return !/\s/.test(text.trim());
}

function readClause(text: string, named: string | undefined, borrowed: { text: string; terms: ClauseTerm[] }): Clause {
  const figures = findFigures(text).filter(({ kind, value }) => kind !== "amount" || value !== 1);
  const subjectEnd = named?.length ?? 0;
  const own = withoutFigures(text.slice(subjectEnd), figures, subjectEnd);
  const subject = withoutFigures(text.slice(0, subjectEnd), figures, 0);
  const terms = [...readClauseTerms(subject, "subject"), ...readClauseTerms(own, "own"), ...borrowed.terms];
  return {
    text,
    label: borrowed.text === "" ? text : `${borrowed.text} … ${text}`,
    figures,
    terms: [...new Map(terms.toReversed().map((term) => [term.term, term])).values()].toReversed(),
  };
}

function withoutFigures(text: string, figures: readonly Figure[], offset: number): string {
  return figures.toReversed().reduce((rest, { start, end }) => {
    if (end <= offset || start >= offset + text.length) return rest;
    return `${rest.slice(0, Math.max(0, start - offset))} ${rest.slice(Math.max(0, end - offset))}`;
  }, text);
}

function readClauseTerms(text: string, part: ClauseTerm["part"]): ClauseTerm[] {
  return splitWords(joinPhrases(text)).flatMap((word) => termsOfWord(word).map((term) => ({ term, word, part })));
}
