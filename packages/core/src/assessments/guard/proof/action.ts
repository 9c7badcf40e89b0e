import type { Requirement } from "@assay/language/requirement";
import { isGeneric, readTerms } from "@assay/language/text";
import { ACTION_GROUPS, isSameConcept } from "./action-groups.ts";

const LIGHT =
  "perform|conduct|carry|carri|hold|held|make|made|do|done|take|taken|place|exist|maintain|implement|ensur|provid|requir|us|use|run|have|has|establish|defin|undertak|undergo|complet|operat|appli|appl|enforc|enabl|activ|follow|creat|given|give|kept|keep|set|manag";
/** Who is named, is named by a name and a post, without a verb. */
const NAMING = "name|appoint|design|nomin|assign|elect|identifi|measur|year|month|week|dai|secur|protect|prevent|avoid";
const IS_LIGHT = new RegExp(`^(?:${LIGHT}|${NAMING})$`);
const DONE_TO =
  /\b(?:is|are|be|been|being|was|were|gets?)\s+(?:(?:also|always|not|only|\w+ly|at least|all)\s+)*(?<verb>[a-z-]+(?:ed|en|t|ld|pt|ght|wn|ng|ept|ut|id|ade|ne|nt))\b(?:\s+(?:and|or)\s+(?<or>[a-z-]+ed)\b)?/g;

/** What the requirement asks to be done, as terms: its participles, or the act that it names as a noun. */
export function actionsOf(requirement: Requirement): string[] {
  const { terms, forbidden } = requirement;
  if (forbidden.size > 0) return [];
  const strong = [...strongActionsOf(requirement), ...conditionOf(requirement)];
  if (strong.length > 0) return strong;
  return [...terms].filter((term) => ACTION_GROUPS.has(term) && !IS_LIGHT.test(term) && !isGeneric(term));
}

/** "Released only with the approval of": the approval. */
function conditionOf({ folded, terms }: Requirement): string[] {
  const rest = /\bonly (?:with|after|upon|on|against) (?<rest>.+)$/.exec(folded)?.groups?.rest ?? "";
  return readTerms(rest).filter((term) => !IS_LIGHT.test(term) && terms.has(term) && ACTION_GROUPS.has(term));
}

/** Its participles, light ones aside. */
export function strongActionsOf({ folded, terms }: Requirement): string[] {
  const done = [...folded.matchAll(DONE_TO)].flatMap(({ groups = {} }) =>
    readTerms(`${groups.verb} ${groups.or ?? ""}`),
  );
  return done.filter((term) => !IS_LIGHT.test(term) && terms.has(term) && ACTION_GROUPS.has(term));
}

/** Whether a text names, in one word or another, something that the requirement asks to be done. */
export function namesAction(text: string, actions: readonly string[], { terms }: Requirement): boolean {
  if (actions.length === 0) return true;
  if (actions.some((action) => LIMITING.test(action)) && LIMITS.test(text)) return true;
  const said = new Set(readTerms(splitNames(text).replace(/\bun(?=[a-z]{5,}ed\b)/gi, "")));
  return actions.some((action) =>
    [...said].some(
      (term) => action === term || (!terms.has(term) && (isSameConcept(action, term) || isAkin(action, term))),
    ),
  );
}

/** "KeyRotationEnabled", "encryption_at_rest": names in settings are several words. */
function splitNames(text: string): string {
  return text.replace(/(?<=[a-z])(?=[A-Z])|_/g, " ");
}

const LIMITING = /^(?:restrict|limit|confin|reserv|control)/;
const LIMITS = /\b(?:only|nobody|no one|none but|solely|exclusively)\b/i;
const STEM_MIN = 5;

/** "Supervisor" and "supervise". */
export function isAkin(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= STEM_MIN && long.startsWith(short);
}
