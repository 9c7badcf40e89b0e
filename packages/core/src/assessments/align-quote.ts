import type { NormalisedText, TextRange } from "@assay/contract/locate-quote";
import { isTypo } from "./is-typo.ts";
import { meaningOf } from "./meaning-of-word.ts";

/** Below it, a stretch of the text is another sentence and not the quote with slips. */
const SIMILARITY_MIN = 0.9;
const WORD = /[\p{L}\p{M}]+(?:'\p{L}+)?|\d+(?:[.,:]\d+)*|[%€$£§]/gu;
/** Of a slip within a word, measured against a word that differs. */
const TYPO_COST = 0.5;

export interface Word {
  readonly text: string;
  /** Offsets in the original text. */
  readonly start: number;
  readonly end: number;
}

export interface Aligned extends TextRange {
  /** From 0 to 1. */
  readonly similarity: number;
}

/** Fewer of its words in a text as they are, and a quote with slips is not there. */
export const SHARED_MIN = 1 - (1 - SIMILARITY_MIN) / TYPO_COST;

/** The words of a folded text, with their places in the text as it was. */
export function wordsOf({ folded, positions, text }: NormalisedText): Word[] {
  return Array.from(folded.matchAll(WORD), ({ 0: word, index }) => {
    const last = positions[index + word.length - 1]!;
    return { text: word, start: positions[index]!, end: last + (text.codePointAt(last)! > 0xffff ? 2 : 1) };
  });
}

/**
 * The stretch of a text that is nearest to a quote, word by word, where they are nearly the same: slips in single words are
 * let pass, other numbers, negations, units and directions never are. Undefined where the text has no such stretch.
 */
export function alignQuote(words: readonly Word[], wanted: readonly string[]): Aligned | undefined {
  const found = nearestStretch(words, wanted);
  if (!found) return undefined;
  const stretch = words.slice(found.first, found.last + 1);
  const similarity = 1 - found.cost / Math.max(wanted.length, stretch.length);
  if (similarity < SIMILARITY_MIN || !meanTheSame(stretch, wanted)) return undefined;
  return { start: stretch[0]!.start, end: stretch.at(-1)!.end, similarity };
}

interface Stretch {
  readonly cost: number;
  /** Indexes of words, both included. */
  readonly first: number;
  readonly last: number;
}

/** The cheapest way to turn some stretch of the text into the whole quote; the text before and after it costs nothing. */
function nearestStretch(words: readonly Word[], wanted: readonly string[]): Stretch | undefined {
  let costs = words.map(() => 0).concat(0);
  let firsts = costs.map((_, at) => at);
  for (const [row, word] of wanted.entries()) {
    const nextCosts = [row + 1];
    const nextFirsts = [0];
    for (let at = 1; at <= words.length; at++) {
      const replaced = costs[at - 1]! + costOf(word, words[at - 1]!.text);
      const dropped = costs[at]! + 1;
      const added = nextCosts[at - 1]! + 1;
      const cost = Math.min(replaced, dropped, added);
      nextCosts.push(cost);
      nextFirsts.push(cost === replaced ? firsts[at - 1]! : cost === dropped ? firsts[at]! : nextFirsts[at - 1]!);
    }
    [costs, firsts] = [nextCosts, nextFirsts];
  }
  const end = costs.indexOf(Math.min(...costs));
  return firsts[end]! < end ? { cost: costs[end]!, first: firsts[end]!, last: end - 1 } : undefined;
}

function costOf(wanted: string, found: string): number {
  if (wanted === found) return 0;
  return isTypo(wanted, found) ? TYPO_COST : 1;
}

function meanTheSame(stretch: readonly Word[], wanted: readonly string[]): boolean {
  const found = stretch.flatMap(({ text }) => meaningOf(text) ?? []);
  const meant = wanted.flatMap((word) => meaningOf(word) ?? []);
  return found.length === meant.length && found.every((meaning, at) => meaning === meant[at]);
}
