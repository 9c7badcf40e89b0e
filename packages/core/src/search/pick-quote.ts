import type { FlaggedRange } from "@assay/db";
import { listStatements, type Statement } from "@assay/language/text";
import type { Lexicon } from "../retrieval/lexical-terms.ts";
import { joinMarks, type MarkedWord, markWords } from "./mark-words.ts";

export interface PickedQuote {
  /** UTF-16 code units of the text, [start, end). */
  readonly start: number;
  readonly end: number;
  /** Of the quote. */
  readonly matches: [number, number][];
}

const QUOTE_LENGTH_MAX = 400;
/** A quote below it continues with the next sentence. */
const QUOTE_LENGTH_MIN = 120;
/** What is before the first word that was found, in a sentence that is too long. */
const LEAD_LENGTH = 80;
/** A heading says where the answer is, the sentence below it what the answer is. */
const HEADING_SHARE = 0.5;

/**
 * The sentence of a passage that has the most of the wanted words, by their weights, else its first one; with what follows
 * while it is short. Undefined where all of the passage is hidden or addresses a model: that is no evidence and never quoted.
 */
export function pickQuote(
  text: string,
  flagged: readonly FlaggedRange[],
  wanted: ReadonlyMap<number, number>,
  lexicon: Lexicon = 1,
): PickedQuote | undefined {
  const shown = listStatements(text).filter((statement) => !overlapsAny(statement, flagged));
  const marked = markWords(text, wanted, lexicon);
  const scores = shown.map((statement) => scoreOf(statement, marked, wanted));
  const best = scores.indexOf(Math.max(...scores));
  const first = scores[best] === 0 ? shown.findIndex(({ kind }) => kind !== "heading") : best;
  const statement = shown[Math.max(first, 0)];
  if (!statement) return undefined;
  const { start, end } = cutToLength(text, extend(statement, shown, flagged), marked);
  const inside = marked.filter((word) => word.start >= start && word.end <= end);
  return { start, end, matches: joinMarks(inside).map(([from, to]) => [from - start, to - start]) };
}

function scoreOf({ start, end, kind }: Sentence, marked: readonly MarkedWord[], wanted: ReadonlyMap<number, number>) {
  const terms = new Set(marked.filter((word) => word.start >= start && word.end <= end).map(({ term }) => term));
  const score = [...terms].reduce((sum, term) => sum + wanted.get(term)!, 0);
  return kind === "heading" ? score * HEADING_SHARE : score;
}

type Sentence = Pick<Statement, "start" | "end" | "kind" | "block">;

interface Range {
  readonly start: number;
  readonly end: number;
}

function overlapsAny({ start, end }: Range, flagged: readonly FlaggedRange[]): boolean {
  return flagged.some((range) => range.start < end && start < range.end);
}

function extend(from: Sentence, shown: readonly Sentence[], flagged: readonly FlaggedRange[]): Range {
  let { start, end } = from;
  for (const next of shown.slice(shown.indexOf(from) + 1)) {
    const whole = { start, end: next.end };
    const fits = next.block === from.block && next.end - start <= QUOTE_LENGTH_MAX;
    if (end - start >= QUOTE_LENGTH_MIN || !fits || overlapsAny(whole, flagged)) break;
    end = next.end;
  }
  return { start, end };
}

/** Around the first word that was found, from and to the edge of a word. */
function cutToLength(text: string, { start, end }: Range, marked: readonly MarkedWord[]): Range {
  if (end - start <= QUOTE_LENGTH_MAX) return { start, end };
  const word = marked.find((each) => each.start >= start && each.end <= end);
  const from = word ? Math.max(start, Math.min(word.start - LEAD_LENGTH, end - QUOTE_LENGTH_MAX)) : start;
  const to = Math.min(end, from + QUOTE_LENGTH_MAX);
  return {
    start: from === start ? start : toEdge(text, from, word?.start ?? to),
    end: to === end ? end : backToEdge(text, Math.max(from, word?.end ?? from), to),
  };
}

/** The first character after white space between the two, or `from`; never between the halves of a pair. */
function toEdge(text: string, from: number, before: number): number {
  const space = /\s+(?=\S)/g.exec(text.slice(from, before));
  return space ? from + space.index + space[0].length : afterPair(text, from);
}

function backToEdge(text: string, from: number, to: number): number {
  const edge = /\S(?=\s\S*$)/u.exec(text.slice(from, to));
  return edge ? from + edge.index + edge[0].length : afterPair(text, to);
}

function afterPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
