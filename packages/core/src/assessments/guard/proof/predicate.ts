import type { Requirement } from "@assay/language/requirement";
import { type Clause, foldWording, readTerms, splitClauses } from "@assay/language/text";
import { coverageOfText } from "../reasons/statement-words.ts";
import { namesAction, strongActionsOf } from "./action.ts";
import { isSameConcept } from "./action-groups.ts";

/** What is said of a subject: a passive or perfect with its participle, or a common verb that does nothing to it. */
const PASSIVE =
  /\b(?:is|are|was|were|been|be|being|gets?|got) (?:(?:also|all|always|then|now|not|first|only|just|regularly|\w+ly) )*(?<verb>[a-z-]{3,}(?:ed|en|ght|pt|wn|ld|de|id|ut|nt|lt|ept|un))\b/g;
const IDLE =
  /\b(?<verb>comes?|goes?|sits?|lies?|remains?|tends?|gives?|offers?|describes?|contains?|includes?|explains?|mentions?|refers?|looks?|seems?|appears?|wants?|likes?|thinks?|believes?|speaks?|talks?|discuss(?:es)?|depends?|serves?|aims?|costs?|deserves?|belongs?|hangs?|waits?|leads?)\b/g;
/** What is done in general, to whatever thing. */
const IS_GENERAL =
  /^(?:perform|conduct|carri|held|made|done|taken|complet|enforc|enabl|configur|activ|implement|appli|document|requir|oblig|instal|introduc|schedul|plan|repeat|sign|record|file|includ|need|set|given|kept|put|known|provid|suppli|found|confirm|shown|seen|ensur|manag|operat|run|follow|observ|met|check|verifi|review|approv|reject|refus|block|return|replac|discard|closed|close|present|present|report|written|expect|bound|entitl|pass|issu|grant|permit|allow|admit|releas|connect|hand|sent|paid|sail|built|used|us|locat|base|name|list|regist|log|automat|supervis|monitor|assign|undertaken|establish|defin|call|defect|repair|updat|renew|adopt|decid|agre)$/;
/** Of a requirement's terms, the share from which on a sentence is about it. */
const ABOUT = 0.4;
const SUBORDINATE =
  /\b(?:that|which|who|whose|where|when|whenever|if|once|because|until|unless|after|before|while|as soon as|so that|although|though|whether)\b/;

/** What is thought or said of a thing, its worth or its place, and not that it is done. */
const ATTITUDES: readonly RegExp[] = [
  /\b(?:is|are) (?:\w+ly )?(?:licensed|capable) (?:for|of)\b|\bthere (?:is|are) (?:an? |some )?(?:\w+ )?(?:offers?|proposals?|quotes?|possibilit(?:y|ies)|options?|talks)\b|\bcan be had\b/,
  /\b(?:is|are|was|were|been|being|remains?|stays?|becomes?) (?:\w+ly |also |still |always |very )*(?:what\b|part of (?:the|our|its|a|an)\b|an? (?:matter|question|topic|subject|goal|priority|wish|idea|dream|concern|theme|challenge|must|value|principle|virtue|fine|great|noble|worthy|key|core|central|vital|valued|serious|pillar|cornerstone|building block|habit of|good (?:idea|thing|habit|practice)|tall order)\b|an (?:aim|idea|aspiration|ambition|important|essential|integral|open)\b|the (?:goal|aim|idea|foundation|basis|cornerstone|heart|ideal|intention|dream|backbone|hallmark|key to)\b|important|essential|crucial|vital|paramount|of (?:great|high|utmost|central|particular|the (?:highest|utmost|greatest))\b|at the (?:heart|core|centre|center|forefront)|behind us|close to our|high on|dear to|on (?:everyone's|our) (?:minds?|agenda|radar)|taken (?:very |extremely )?seriously|appreciated|valued|cherished|recogni[sz]ed as|acknowledged as|seen as|regarded as|offered|a long tradition)/,
  /\b(?:recogni[sz]es?|acknowledges?|believes? (?:in|that)|appreciates?|embraces?|champions?|cares? (?:about|deeply)|(?:is|are|remains?|stays?|stands?) (?:\w+ly )?committed to|commits? itself|takes? (?:[\w-]+ ){0,4}?(?:very |extremely )?seriously|(?:is|are) (?:well |fully )?aware|(?:is|are) (?:\w+ly )?(?:reminded|told) of the importance|attach(?:es)? (?:\w+ )?importance|strives?|endeavou?rs?|sits? well|fits? well|hand in hand|designed with|with [^.;]{3,40} in mind|prides? (?:itself|themselves|ourselves)|looks? forward|welcomes|applauds?|underlines?|stresses|emphasi[sz]es)\b/,
];

/** Whether a sentence only says what somebody thinks of what is required. */
export function isAttitude(text: string, asked: Requirement): boolean {
  const folded = foldWording(text);
  return (
    coverageOfText(folded, asked) >= ABOUT &&
    ATTITUDES.some((attitude) => attitude.test(folded) && !attitude.test(asked.folded))
  );
}

/** Whether a sentence takes up the requirement's subject and tells something else of it ("patches are downloaded"). */
export function saysSomethingElse(text: string, asked: Requirement): boolean {
  const actions = strongActionsOf(asked);
  if (actions.length === 0 || asked.forbidden.size > 0) return false;
  const folded = foldWording(text);
  if (/[:=|]/.test(folded) || coverageOfText(folded, asked) < ABOUT) return false;
  const clauses = splitClauses(folded);
  if (namesAction(clauses.map(({ text: each }) => mainPart(each)).join(" "), actions, asked)) return false;
  const predicates = clauses.flatMap((clause) => predicatesOf(clause));
  return predicates.length > 0 && predicates.every((verb) => isElse(verb, actions));
}

/** Without what hangs on a "that", "when" or "once". */
function mainPart(text: string): string {
  const at = text.search(SUBORDINATE);
  return at < 0 ? text : text.slice(0, at);
}

function predicatesOf({ text }: Clause): string[] {
  const main = mainPart(text);
  if (DENIES.test(main)) return [];
  return [...main.matchAll(PASSIVE), ...main.matchAll(IDLE)].map(({ groups = {} }) => groups.verb ?? "");
}

const DENIES = /\b(?:no|not|never|nobody|none|nothing|without|only)\b/;

function isElse(verb: string, actions: readonly string[]): boolean {
  const terms = readTerms(verb);
  return (
    terms.length > 0 &&
    terms.every((term) => !IS_GENERAL.test(term) && !actions.some((action) => isSameConcept(action, term)))
  );
}
