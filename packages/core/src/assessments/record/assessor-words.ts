import { findMisstated, type Misstatement, type QuotedGrounds } from "./find-misstated.ts";

export interface CheckedWords {
  readonly words: string;
  /** What was omitted, by its reason. */
  readonly leftOut: readonly Misstatement[];
}

/** An assessor's words without the sentences that repeat a quote with another number or the opposite. */
export function checkWords(words: string, grounds: QuotedGrounds): CheckedWords {
  const found = findMisstated(words, grounds);
  let kept = "";
  let at = 0;
  for (const { start, end } of found) {
    kept += words.slice(at, start);
    at = end;
  }
  kept += words.slice(at);
  return {
    words: found.length === 0 ? words : kept.replace(/[ \t]{2,}/g, " ").trim(),
    leftOut: found.map(({ differsIn }) => differsIn),
  };
}

const DIFFERS: Readonly<Record<Misstatement, string>> = { NUMBER: "in a number", NEGATION: "in a negation" };

/** Says what was omitted; nothing where nothing was. */
export function describeLeftOut(leftOut: readonly Misstatement[]): string[] {
  if (leftOut.length === 0) return [];
  const reasons = [...new Set(leftOut)]
    .sort()
    .reverse()
    .map((reason) => DIFFERS[reason]);
  const count = leftOut.length === 1 ? "One sentence" : `${leftOut.length} sentences`;
  const verb = leftOut.length === 1 ? "was" : "were";
  const differ = leftOut.length === 1 ? "it differs" : "they differ";
  return [`${count} of the assessor ${verb} left out, as ${differ} from the quote ${reasons.join(" or ")}.`];
}
