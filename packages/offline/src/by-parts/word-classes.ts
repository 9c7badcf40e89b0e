import { termsOf } from "./equal-words.ts";
import { PLAIN_VERBS } from "./plain-verbs.ts";

/** `content`: what is meant; `act`: what is done with it; `filler`: says little and need not be there. */
export type WordClass = "content" | "act" | "filler";

const FILLERS = new Set(
  `accordance according across address addresses adequate applicable appropriate appropriately approach associated based basis
  carried commensurate company concerning conduct conducted consistent consideration considered current currently define defined
  develop developed different effective effectively employ employed enable enables ensure ensured ensures ensuring
  entities entity establish established establishes exist existing exists facilitate following formal formally general
  given handled have help hold implement implementation implemented implementing implements include included includes
  including intended key maintain maintained maintaining maintains make makes made manner measures mechanism mechanisms
  method methods necessary needed needs organisation organisational organisations organization organizational organizations
  overall own particular perform performed place possess possible practices prepared provide provided provides providing
  regarding related relevant required respect respective resources resulting set specific specified sufficient suitable
  taken type types use used using various way ways whole entire together potential potentially`.split(/\s+/),
);
const ACT_TERMS: ReadonlySet<string> = new Set(PLAIN_VERBS.flatMap(termsOf));
/** Who acts is no act: "reviewer", "manager". */
const ACTOR = /(?:er|or|ers|ors)$/;

/** What a word of a requirement is worth; `term` is what it is read as. */
export function classOf(word: string, term: string): WordClass {
  if (FILLERS.has(word) || /^\d/.test(term)) return "filler";
  return ACT_TERMS.has(term) && !ACTOR.test(word) ? "act" : "content";
}
