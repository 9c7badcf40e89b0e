import { type Requirement, withoutBounds } from "@assay/language/requirement";
import { clauseAt, isGeneric, type ReadText, readTerms } from "@assay/language/text";
import { isAkin, strongActionsOf } from "../proof/action.ts";
import { isSameConcept } from "../proof/action-groups.ts";
import { provesDistance, withoutAssurances } from "./assured.ts";
import {
  ADVERSE,
  ALLOWS,
  ALLOWS_IF,
  ANSWERED_NO,
  BARE_STATE,
  CONDITION,
  CONTROL_NOUN,
  COUNTS_HARM,
  DATED_RELEASE,
  DISMISSED,
  DONE,
  ELLIPSIS,
  FORBIDS_HERE,
  HAS_NONE,
  IS_OFF,
  KEY_SHARE,
  LETS_GO,
  LIGHT,
  MAY,
  NEGATOR,
  NEUTRAL,
  ONLY_POSSIBLE,
  ONLY_SEEMS,
  POSSIBLE_IS_ENOUGH,
  PROHIBITED,
  PROHIBITS_BEFORE,
  RELATIVE,
  RELEASES,
  RELEASES_DUTY,
  REPORTS,
  STOPPED,
  TURNED_AWAY,
  UNDONE,
} from "./negation-marks.ts";
import { contradicts } from "./opposites.ts";
import { concerns, coverageOfText, type StatementWords } from "./statement-words.ts";

const REACH_WORDS = 9;

const withoutOthers = ({ folded }: ReadText) => withoutAssurances(withoutBounds(folded));

/** Whether a statement says that what is required is not so; or, where something is forbidden, that it is so. */
export function isNegated(words: StatementWords, requirement: Requirement): boolean {
  if (ANSWERED_NO.test(words.folded)) return true;
  if (allowsForbidden(words, requirement) || contradicts(words.folded, requirement)) return true;
  const said = NEUTRAL.reduce(
    (text, phrase) =>
      text.replace(phrase, (found) =>
        readTerms(found)
          .slice(-1)
          .some((term) => requirement.wanted.has(term))
          ? found
          : " ".repeat(found.length),
      ),
    words.statement.read(withoutOthers),
  );
  if (words.isAdjacent || words.clauses.length > 1) if (saysItIsNot(said, words, requirement)) return true;
  return (
    [...said.matchAll(NEGATOR)].some((match) => denies(match, said, words, requirement)) ||
    isStopped(said, words, requirement) ||
    isUndone(said, words, requirement)
  );
}

function saysItIsNot(said: string, words: StatementWords, requirement: Requirement): boolean {
  const match = ELLIPSIS.exec(said);
  if (match === null || isConditional(said.slice(0, match.index))) return false;
  const clause = clauseAt(words.clauses, match.index);
  return words.isAdjacent || (clause !== words.clauses[0] && requirement.forbidden.size === 0);
}

function denies(match: RegExpExecArray, said: string, words: StatementWords, requirement: Requirement): boolean {
  const { index, groups = {} } = match;
  const before = said.slice(0, index);
  const clauseStart = clauseAt(words.clauses, index).start;
  const own = before.slice(Math.min(clauseStart, index));
  const after = said.slice(index + match[0].length).trimStart();
  const clauseRest = after.split(/[,;:.!?()|]/)[0] ?? "";
  if (isConditional(before) || isOfCondition(own, before)) return false;
  if (isConceded(own, requirement)) return false;
  if (LETS_GO.test(after) && !requirement.forbidden.size) return concerns(words, index, requirement);
  if (groups.none && isOtherWay(after, requirement)) return false;
  if (provesDistance(requirement.folded, after)) return false;
  if (isProhibition(match[0], groups, own, after)) return false;
  if (!groups.without && !groups.lack && RELEASES.test(clauseRest) && !DATED_RELEASE.test(clauseRest)) return false;
  if (
    (groups.without || groups.lack) &&
    /\b(?:not?|never|can not|none|nobody|nothing|prohibit\w*|forbid\w*|forbidden|prevent\w*|reject\w*|block\w*|refus\w*|unauthori[sz]ed|any|must not)\b/.test(
      words.folded.slice(0, index),
    )
  )
    return false;
  if ((groups.without || groups.lack) && TURNED_AWAY.test(after)) return false;
  return reaches(after, groups, own, requirement);
}

/** "None was made by telephone", where they have to be made in writing. */
function isOtherWay(after: string, requirement: Requirement): boolean {
  const way =
    /^(?:of (?:them|these|those) )?(?:(?:has|have|had|was|were|is|are) )?(?:been )?[a-z]+(?:ed|en|ade|ne|ght|pt|nt|ft|ld|ut) (?:by|via|over|through|outside|orally|verbally) (?<way>[^.;,]+)/.exec(
      after,
    )?.groups?.way;
  return (
    way !== undefined &&
    !isWanted(way, requirement, REACH_WORDS) &&
    !/\b(?:nobody|us|them|staff|owner|manager|department)\b/.test(way)
  );
}

/** "Unless the applicant has brought a claim, which has not happened": the condition has not come about. */
function isOfCondition(own: string, before: string): boolean {
  return /^(?:which|this|that)\s*$/.test(own.trimStart()) && /\b(?:unless|except)\b[^.;:]*$/.test(before);
}

/** "Although the facts were not yet complete": conceded of something that nobody asks for. */
function isConceded(own: string, requirement: Requirement): boolean {
  return (
    /^\W*(?:although|though|even though|even if) (?:the|some|all|not all) /.test(own) &&
    coverageOfText(own, requirement) === 0
  );
}

function isProhibition(
  match: string,
  { aux, never, none, no }: Record<string, string | undefined>,
  own: string,
  after: string,
): boolean {
  if (!/^(?:has|have|had|was|were|did|been)\b/.test(aux ?? "") && PROHIBITED.test(after)) return true;
  if (aux === "do") return PROHIBITS_BEFORE.test(own) && !/\b(?:we|they|it)\s*$/.test(own);
  if (aux === "be") return /\b(?:must|shall|may|should|can|could|will|to)\s*$/.test(own);
  if (aux === "can")
    return (
      /\b(?:users?|staff|employees|nobody|anyone|no one|visitors|contractors|person|people|individuals|administrators|attackers?|developers|outsiders|accounts?|they|one|it|parties|customers|partners)\s*$/.test(
        own,
      ) || /^be\b/.test(after)
    );
  if (match === "not") return /\b(?:must|shall|may|should)\s*$/.test(own);
  if (never) return /\b(?:must|shall|may|should|can|will)\s*$/.test(own) || own.trim() === "" || /^be\b/.test(after);
  if (no || none)
    return /^[^.;]*?\b(?:may|shall|must|should|can|(?:is|are) (?:allowed|permitted|accepted|tolerated|admitted|taken)|to be)\b/.test(
      after,
    );
  return false;
}

/** "Not yet enabled", "no longer in use". */
const FOR_NOW = /\b(?:not yet|not,? as yet|no longer|not any ?more|has yet to|have yet to|still not)\b/g;

/** Whether a statement denies for now what is required. */
export function isDeniedForNow(words: StatementWords, requirement: Requirement): boolean {
  const { folded } = words;
  return [...folded.matchAll(FOR_NOW)].some(
    ({ index }) => !isConditional(folded.slice(0, index)) && concerns(words, index, requirement),
  );
}

/** "If a disk is not encrypted", "devices that are not encrypted", "so that data is not lost". */
export function isConditional(before: string): boolean {
  const sentence = before.split(/[.;:|]/).at(-1) ?? "";
  if (CONDITION.test(sentence)) return true;
  if (/(?:^|[,.] )where\b[^,]*$/.test(sentence)) return true;
  const relative = RELATIVE.exec(sentence);
  if (relative === null || /^ (?:we|i|the company|our|nobody|no one)\b/.test(relative.groups?.rest ?? "")) return false;
  return !REPORTS.test(sentence.slice(0, relative.index + 1));
}

function reaches(
  after: string,
  { no, none, without, lack }: Record<string, string | undefined>,
  own: string,
  requirement: Requirement,
): boolean {
  const scope = (
    (without ? after.replace(/(?<=\w) (?:the|our|their|its|all|each|every) .*$/, "") : after).split(
      /[,;.!?()|]|:(?= )|\b(?:but|although|though|while|whereas|because|since|so that|in order|as it)\b/,
      1,
    )[0] ?? ""
  )
    .split(/\s+/)
    .slice(0, REACH_WORDS);
  const rest = dropFillers(scope).join(" ");
  if (ADVERSE.test(rest) && !isWanted(rest, requirement, 1)) return false;
  if (no && after.startsWith("other ") && !tellsOfControl(rest.replace(/^other /, ""))) return false;
  if ((no ?? none) && NOT_UNDONE.test(rest)) return false;
  if (no) return lacksWhatIsAsked(after, rest, requirement);
  if (none || without || lack)
    return (
      isWanted(rest, requirement, no ? 5 : REACH_WORDS) ||
      (Boolean(lack) && coverageOfText(own, requirement) >= 0.4) ||
      (Boolean(no ?? none) && tellsOfControl(rest))
    );
  if (DONE.test(rest) || isWanted(rest, requirement, 1)) return true;
  if (/^[a-z]+(?:ed|en|pt|ght)\b/.test(rest) && !ADVERSE.test(rest) && coverageOfText(own, requirement) >= 0.5)
    return true;
  return (
    (LIGHT.test(rest) || /^(?:all|every|each|always|everyone|fully|completely|entirely)\b/.test(scope.join(" "))) &&
    isWanted(rest, requirement, REACH_WORDS)
  );
}

/** "No ladder has been used unchecked". */
const NOT_UNDONE =
  /\b(?:is|are|was|were|has been|have been|had been|goes?|went|gets?|left|used|released|issued) (?:\w+ )?un(?!der)[a-z]{3,}(?:ed|en|nt|pt|ght)\b/;

/** "No risk assessment was performed": the noun itself is what is asked for, and not "no production data is used". */
function lacksWhatIsAsked(after: string, rest: string, requirement: Requirement): boolean {
  const phrase =
    after.split(
      /[,;.:!?()|]|\b(?:is|are|was|were|has|have|had|does|do|did|will|can|of|for|on|in|at|to|with|from|that|which|who|exists?|by|yet|regarding|about|covering|addressing)\b/,
      1,
    )[0] ?? "";
  const head = readTerms(phrase).at(-1);
  if (head !== undefined && requirement.wanted.has(head)) return true;
  return tellsOfControl(rest) || (words4(rest) && isWanted(rest, requirement, 4) && head === undefined);
}

function words4(rest: string): boolean {
  return rest.trim() !== "";
}

function tellsOfControl(rest: string): boolean {
  return /^(?:such |formal |documented |written |defined |regular |systematic |fixed |known |agreed |reliable |central |dedicated |real |meaningful )*(?:process|procedure|control|controls|polic(?:y|ies)|evidence|records?|plans?|register|mechanism|measures?|arrangements?|provision|rules?|schedule|sign|trace|one|thing|action|steps?)\b/.test(
    rest,
  );
}

function dropFillers(scope: readonly string[]): string[] {
  const fillers =
    /^(?:yet|been|being|be|to|the|an?|any|all|every|each|of|at|present|in|our|its|their|always|\w+ly|such|formal|single|longer)$/;
  const first = scope.findIndex((word) => !fillers.test(word) || /^(?:in|at)$/.test(word));
  return first < 0 ? [] : scope.slice(first);
}

/** Whether one of the first words is wanted by the requirement, and not forbidden by it. */
function isWanted(rest: string, requirement: Requirement, words: number): boolean {
  const { wanted, forbidden } = requirement;
  const actions = forbidden.size > 0 ? [] : strongActionsOf(requirement);
  const terms = readTerms(rest.split(/\s+/).slice(0, words).join(" ")).filter((term) => !isGeneric(term));
  return (
    terms.some(
      (term) =>
        wanted.has(term) ||
        [...wanted].some((each) => isAkin(each, term)) ||
        actions.some((action) => isSameConcept(action, term)),
    ) && !terms.some((term) => forbidden.has(term))
  );
}

function isStopped(said: string, words: StatementWords, requirement: Requirement): boolean {
  if (HAS_NONE.test(said) && !isConditional(said.slice(0, said.search(HAS_NONE)))) return true;
  const off = IS_OFF.exec(said)?.groups?.key ?? (BARE_STATE.test(said) ? said : undefined);
  if (off !== undefined && requirement.forbidden.size === 0 && !COUNTS_HARM.test(off))
    if (coverageOfText(off, requirement) >= KEY_SHARE) return true;
  if (isOnlyAllowed(words.folded, requirement)) return true;
  const dismissed =
    DISMISSED.exec(said) ?? (POSSIBLE_IS_ENOUGH.test(requirement.folded) ? null : ONLY_POSSIBLE.exec(said));
  if (
    dismissed &&
    requirement.wanted.size > 0 &&
    !isConditional(said.slice(0, dismissed.index)) &&
    concerns(words, dismissed.index, requirement)
  )
    return true;
  const released = [...said.matchAll(RELEASES_DUTY), ...said.matchAll(ONLY_SEEMS)].some(
    ({ index }) =>
      !isConditional(said.slice(0, index)) && concerns(words, index, requirement) && requirement.wanted.size > 0,
  );
  if (released) return true;
  return [...said.matchAll(STOPPED)].some(({ index, groups = {} }) => {
    const clause = clauseAt(words.clauses, index);
    const subject = words.folded.slice(clause.start, index).trim();
    if (isConditional(said.slice(0, index)) || /\b(?:not|never|no|nobody|none|without)\b/.test(subject)) return false;
    if (readTerms(groups.off ?? "").some((term) => requirement.terms.has(term))) return false;
    const off = groups.off ?? "";
    if (/^(?:missing|absent|lacking|wanting|outstanding|incomplete|unknown)$/.test(off))
      return saysOf(subject, requirement);
    if (
      /^(?:overdue|postponed|deferred|delayed|cancell?ed|put off|shelved|vacant|unfilled|unstaffed|unmanned|put on|parked|frozen|stalled|halted|stuck|neglected|abandoned|out of|broken|down|defective|faulty|inoperable|in abeyance)/.test(
        off,
      )
    )
      return coverageOfText(clause.text, requirement) > 0;
    const noun = subject.replace(/ (?:for|on|of|at|in|across|to)\b.*$/, "");
    return CONTROL_NOUN.test(noun) && concerns(words, index, requirement) && requirement.wanted.size > 0;
  });
}

/** "Security clauses are absent": what is missing is what is asked for. */
function saysOf(subject: string, { wanted }: Requirement): boolean {
  const last = readTerms(subject)
    .filter((term) => !isGeneric(term))
    .at(-1);
  return last !== undefined && wanted.has(last);
}

function isOnlyAllowed(said: string, requirement: Requirement): boolean {
  if (
    /\b(?:may|can|allow\w*|permit\w*|only|restrict\w*)\b/.test(requirement.folded) ||
    /\b(?:only|not|no)\b/.test(said)
  )
    return false;
  return [...said.matchAll(MAY)].some(
    ({ index, groups = {} }) =>
      !isConditional(said.slice(0, index)) && readTerms(groups.what ?? "").some((term) => requirement.wanted.has(term)),
  );
}

function isUndone(said: string, words: StatementWords, requirement: Requirement): boolean {
  return [...said.matchAll(UNDONE)].some(({ index, groups = {} }) => {
    if (isConditional(said.slice(0, index)) || /\b(?:no|not|none|never)\b/.test(words.folded.slice(0, index)))
      return false;
    const terms = readTerms(groups.done ?? "");
    return terms.some((term) => requirement.wanted.has(term)) || (words.isAdjacent && terms.length > 0);
  });
}

function allowsForbidden({ folded, clauses }: StatementWords, { forbidden, folded: asked }: Requirement): boolean {
  if (forbidden.size === 0) return false;
  if (
    !/\b(?:without|unless|only|except|un\w+ed|other than|before|until)\b/.test(asked) &&
    ALLOWS_IF.test(folded) &&
    !/\b(?:not|never|no)\b/.test(folded)
  ) {
    const said = new Set(readTerms(folded));
    if ([...forbidden].filter((term) => said.has(term)).length / forbidden.size >= 0.6) return true;
  }
  if (FORBIDS_HERE.test(folded)) return false;
  return clauses.some(({ text }) => {
    const said = new Set(readTerms(text));
    const share = [...forbidden].filter((term) => said.has(term)).length / forbidden.size;
    return share >= 0.8 || (share >= 0.5 && ALLOWS.test(text));
  });
}
