import { type Figure, isComparable, meetsFigure } from "@assay/language/quantity";
import type { Requirement } from "@assay/language/requirement";
import { isGeneric, readTerms, type Statement } from "@assay/language/text";

/** "Shift C (nights): 0 first-aiders": one of several, with its figure. */
const IS_INSTANCE = /^[^:|]{2,40}[:|]\s*\d/;
const OF_THE_REST = /\b(?:all other|others?|the rest|the remaining|everyone else|everybody else|elsewhere)\b/i;
const COVERS_EACH = /\b(?:every|each|all|any)\b/;

/** Whether what has to hold everywhere falls short of its figure in one place of several that are named. */
export function fallsShortSomewhere(cited: readonly Statement[], { figures, folded }: Requirement): boolean {
  const required = figures.filter(({ kind, bound }) => kind === "amount" && bound !== "equal");
  if (required.length === 0) return false;
  const instances = cited.filter(({ text }) => IS_INSTANCE.test(text));
  const held = [
    ...(instances.length > 1 && COVERS_EACH.test(folded) ? instances : []),
    ...cited.filter(({ text }) => OF_THE_REST.test(text)),
  ];
  return required.some((figure) => held.some(({ figures: found }) => isShort(figure, found)));
}

function isShort(required: Figure, found: readonly Figure[]): boolean {
  const comparable = found.filter((figure) => isComparable(required, figure));
  return comparable.length > 0 && !comparable.some((figure) => meetsFigure(required, figure));
}

/** "Agreements signed: 5. Vendors: 8." */
const COUNT = /(?:^|[.;,|\n] ?)(?<label>[A-Za-z][A-Za-z '-]{2,60}?)\s?[:=]\s?(?<count>\d{1,6})(?=\s*(?:[.;,|\n]|$))/g;
const HARM =
  /\b(?:missing|without|older|failed|failures?|open|overdue|exceptions?|findings?|incidents?|excluded|exempt|pending|not|no|un\w+|hits?|alerts?|version|level|limit|page|year)\b/i;
const LETTERS_MIN = 3;

/** Whether of a population that has to be covered in full fewer are counted than there are. */
export function countsDiffer(text: string, { terms, folded, forbidden }: Requirement): boolean {
  if (!COVERS_EACH.test(folded) || forbidden.size > 0) return false;
  const counts = [...text.matchAll(COUNT)].flatMap(({ groups = {} }) => {
    const label = groups.label ?? "";
    const isAbout = readTerms(label).some((term) => term.length >= LETTERS_MIN && !isGeneric(term) && terms.has(term));
    return isAbout && !HARM.test(label) ? [Number(groups.count)] : [];
  });
  return counts.length > 1 && new Set(counts).size > 1;
}
