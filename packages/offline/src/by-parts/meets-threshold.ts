import type { Figure } from "@assay/language/quantity";

const ABOVE = "(?:above|over|exceed(?:s|ing)|more\\s+than|greater\\s+than|in\\s+excess\\s+of)";
const AMOUNT = "(?:[A-Z]{3}\\s*|[€$£]\\s*)?(?<value>\\d[\\d,.]*\\d|\\d)";
/** "Settlements above 50,000": a thing, not "kept above 60". */
const OF_A_THING = new RegExp(
  `\\b(?!(?:is|are|be|of|at|by|to|[\\w-]+ed|kept|held|set)\\b)[\\w-]+\\s+${ABOVE}\\s+${AMOUNT}`,
  "gi",
);
const ANY = new RegExp(`\\b${ABOVE}\\s+${AMOUNT}`, "gi");

/**
 * Whether a figure of a part is the amount from which it holds, and whether the evidence holds from there or from less;
 * undefined where it is none, or the evidence names no such amount.
 */
export function meetsThreshold(part: string, { value }: Figure, evidence: string): boolean | undefined {
  if (!valuesOf(part, OF_A_THING).includes(value)) return undefined;
  const found = valuesOf(evidence, ANY);
  return found.length === 0 ? undefined : found.every((each) => each <= value);
}

function valuesOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(({ groups }) => Number(groups?.value?.replaceAll(",", "")));
}
