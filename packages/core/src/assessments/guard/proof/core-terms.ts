import type { Requirement } from "@assay/language/requirement";
import { foldWording, isGeneric, readTerms } from "@assay/language/text";
import { isAkin } from "./action.ts";
import { isSameConcept } from "./action-groups.ts";

const VERB =
  /\b(?:is|are|be|must|shall|should|may|can|will|has|have|uses?|runs?|conducts?|performs?|holds?|accepts?|signs?|completes?|requires?|includes?|includes?|keeps?|receives?)\b/;
const GOES_ON =
  /\s(?:at least|at most|within|every|each|before|after|when|upon|no later|not later|no more|not more|no less|at|for|on|in|to|from|by|with|without|using|and|or|once|annually|daily|weekly|monthly|quarterly|yearly|if|unless|that|which|who|where|so|as|until|against|during|across|under|over|via|through|of)\b|[,;:(]/;
const SAYS_LITTLE =
  /^(?:full|accurat|thorough|valid|current|suitabl|adequ|regular|formal|least|minimum|all|affect|critic|securit|signific|known|own|new|good|properli|correctli|clearli|twice|old|futur|current|daili|weekli|monthli|quarterli|yearli|annual|year|month|week|dai|quarter|exist|given|give|held|hold|kept|keep|protect|provid|ensur|perform|conduct|carri|taken|place|made|done|complet|requir|enforc|enabl|document|undergo|receiv|particip|member|least|number|set|instal|name|appoint|design|restrict|limit|own|run|accept|identifi|minimis|certifi|master|head|manag|handl|oper|need|bound|left|use|us|have|on|two|three|four|five|six|ten|degre|valid|accord|base|prior|follow|everi|gener|state|minimum|length|size|kei|respons|time|rate|number|level|pilot|confidenti|avail)$/;

/** The subject of a requirement with its verb: what a sentence that proves it cannot do without. */
function coreTermsOf({ folded, terms }: Requirement): string[] {
  const verb = VERB.exec(folded);
  const from = verb ? verb.index + verb[0].length : 0;
  const cut = GOES_ON.exec(folded.slice(from));
  const end = cut ? from + cut.index : folded.length;
  const tail = folded
    .slice(0, from)
    .replace(/\b(?:of|for|on|in|to|from|with|at) .*$/, (rest) => (verb ? ` ${verb[0]}` : rest));
  return [...new Set(readTerms(`${tail}${folded.slice(from, end)}`.replace(/\b\w+ly\b/g, "")))].filter(
    (term) => terms.has(term) && !isGeneric(term) && !SAYS_LITTLE.test(term),
  );
}

/** The core terms that a text has no word for. */
function missingCore(text: string, core: readonly string[]): string[] {
  const said = new Set(readTerms(text.replace(/\bun(?=[a-z]{5,}ed\b)/gi, "")));
  return core.filter(
    (term) => ![...said].some((each) => each === term || isSameConcept(term, each) || isAkin(term, each)),
  );
}

/** "Nobody gets in without a badge": says by what is refused that it is so, and needs no word of its own for it. */
const TURNED_ROUND =
  /\b(?:no|nobody|none|never|not|cannot|at no time)\b.*\b(?:without|unless|before|until|un\w+ed)\b|\b(?:must|may|shall|can) not\b|\b(?:only|otherwise|solely|exclusively)\b/;
const IS_RECORD = /[:=|\n]|[.;] \S|\b(\d+) of \1\b/;
const SENTENCE = /\b(?:is|are|was|were|has|have|had|must|shall|will|should|may|can|do|does|did|\w{3,}s|\w{3,}ed)\b/;

/** "Only by certified staff": who, how or when alone. */
const RESTRICTION = /\bonly (?:by|to|with|from|after|through|via|over|against|on|upon) (?<what>[^,;.]+)/;
const QUALIFIES = /(?:ed|ing|ent|ant|al|ive|ous|ful)$/;
const QUALIFIED =
  /\b(?:certif\w+|licen[cs]\w+|qualif\w+|train\w+|authori[sz]\w+|approv\w+|permit\w*|accredit\w+|registered|competent|only|nobody|no one)\b/;

/** Whether what is asked for is restricted, and a plain sentence has no word of the restriction. */
export function leavesRestrictionOut(text: string, { folded: asked, forbidden }: Requirement): boolean {
  const what = RESTRICTION.exec(asked)?.groups?.what;
  const folded = foldWording(text);
  if (what === undefined || forbidden.size > 0 || IS_RECORD.test(folded) || TURNED_ROUND.test(folded)) return false;
  if (QUALIFIED.test(folded)) return false;
  const qualifiers = what
    .split(" ")
    .filter((word) => QUALIFIES.test(word))
    .flatMap(readTerms);
  return qualifiers.length > 0 && missingCore(text, qualifiers).length === qualifiers.length;
}

/** Whether a text says by what does not happen that something does. */
export function isTurnedRound(text: string): boolean {
  return NOT_WITHOUT.test(foldWording(text));
}

const NOT_WITHOUT = /\b(?:no|nobody|none|never|not|nothing)\b[^.;]*\b(?:without|unless)\b/;

/** Whether a plain sentence speaks of the requirement's matter and has no word for its subject or act. */
export function leavesCoreOut(text: string, asked: Requirement): boolean {
  const folded = foldWording(text);
  if (asked.forbidden.size > 0 || IS_RECORD.test(folded) || TURNED_ROUND.test(folded) || !SENTENCE.test(folded))
    return false;
  return missingCore(text, coreTermsOf(asked)).length > 0;
}
