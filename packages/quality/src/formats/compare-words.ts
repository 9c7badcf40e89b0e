import { UNSPACED } from "@assay/language/words";

export interface Agreement {
  /** Words that both have, as often as both have them. */
  readonly shared: number;
  readonly ours: number;
  readonly theirs: number;
  /** What the other reader has and ours lacks, most frequent first. */
  readonly missing: readonly string[];
  /** What ours has and the other reader lacks. */
  readonly added: readonly string[];
}

const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, "gu");
const EXAMPLES = 6;

/** Compares the words of two readings of a file, whatever their order and case; unspaced scripts by character. */
export function compareWords(ours: string, theirs: string): Agreement {
  const [left, right] = [countWords(ours), countWords(theirs)];
  let shared = 0;
  for (const [word, count] of left) shared += Math.min(count, right.get(word) ?? 0);
  return {
    ...{ shared, ours: sumOf(left), theirs: sumOf(right) },
    ...{ missing: lackingIn(left, right), added: lackingIn(right, left) },
  };
}

/** Of words weighed alike, the harmonic mean of recall and precision; 1 where neither reading has a word. */
export function f1Of({ shared, ours, theirs }: Pick<Agreement, "shared" | "ours" | "theirs">): number {
  return ours + theirs === 0 ? 1 : (2 * shared) / (ours + theirs);
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.normalize("NFKC").replaceAll("\u00ad", "").toLowerCase().matchAll(WORD))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

function lackingIn(here: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>): string[] {
  return [...there]
    .map(([word, count]) => ({ word, count: count - (here.get(word) ?? 0) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, EXAMPLES)
    .map(({ word, count }) => (count > 1 ? `${word} ×${count}` : word));
}
