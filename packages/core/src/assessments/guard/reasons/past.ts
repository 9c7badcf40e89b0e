import type { Requirement } from "@assay/language/requirement";
import { clauseAt, type ReadText, readTerms } from "@assay/language/text";
import { concerns, type StatementWords, type WeakRule } from "./statement-words.ts";

const ENDED: readonly RegExp[] = [
  /\b(?:was|were|been|got|is|are) (?:\w+ly )?(?:discontinued|abandoned|terminated|abolished|withdrawn|scrapped|dropped|ended|stopped|halted|cancelled|canceled|suspended|retired|decommissioned|dismantled|phased out|wound down|wound up|shut down|switched off|turned off|rescinded|repealed|axed|shelved|mothballed|dissolved|disbanded|given up|let go|lifted|rolled back|reversed|paused|put on hold)\b/g,
  /\b(?:ceased|stopped|ended|lapsed|expired|petered out|fell (?:away|asleep|into disuse|by the wayside)|came to an end|fizzled out|faded|died|ran (?:out|until|till)|gave up|quit|let [^.]{2,30} (?:lapse|slide|slip)|has(?: since)? (?:ceased|stopped|ended|lapsed|expired|been discontinued|gone|fallen)|have(?: since)? (?:ceased|stopped|ended|lapsed|expired|been discontinued|gone|fallen)|did away with|(?:has|have|had) (?:since |now )?(?:given up|stopped|dropped|abandoned|ceased|quit|discontinued|scrapped|abolished)|got lost|(?:was|were) (?:lost|forgotten)|went missing|(?:has|have) run out|disappeared|vanished|has been dropped)\b/g,
  /(?<!\b(?:is|are|be|was|were|been|get|gets|being|,) )\bused to (?=\w)(?!\w+ing\b)/g,
  /\b(?:no longer|not any ?more|not [^.;,]{2,40} any (?:more|longer)|nowadays not)\b/g,
  /\b(?:until|till|up to|through) (?:the )?(?:end of |early |late |mid-? ?|spring |summer |autumn |winter )?(?:(?:january|february|march|april|may|june|july|august|september|october|november|december) )?(?:19|20)\d\d\b/g,
  /\b(?:formerly|previously|in the past|at one time|at one point|once upon a time|in former times|back then|in those days|historically|originally|in earlier years|in years past|years ago|some time ago|before the (?:merger|reorgani[sz]ation|move|migration|takeover|pandemic|acquisition|restructuring|cutbacks|cuts)|under (?:the )?(?:previous|former|old|prior) (?:management|owner|owners|administration|cio|ciso|it manager|provider|contract|director|regime|leadership)|prior to the (?:merger|move|reorgani[sz]ation|migration|takeover|acquisition)|in the days (?:of|when)|when we (?:still )?had|when .{2,30} (?:still )?worked here|for (?:many |some |\w+ )?years we|(?<!\b(?:that|and|all|each|every|they|everyone|which|who|both|none|it|\w+s) )had been|(?:it|this|that|which) had been|there was once|back (?:when|in)|in the (?:19|20)\d\ds|in (?:\w+'s|those|former|earlier|better|olden) (?:days|times|years)|once (?:had|ran|kept|used|held|was|were|did|performed)|has not (?:happened|been done|taken place|been repeated|been \w+ed) since|have not been \w+ed since|not since|(?:was|were|been) (?:never|not) (?:replaced|renewed|continued|repaired|repeated|refilled|prolonged|extended|resumed|reinstated)|in the (?:days|time|times|era|years) of|in (?:his|her|their|those|its) (?:day|days|time)|fallen (?:victim|into disuse|away|asleep)|fell victim|gone the way|a thing of the past|has had its day|is history|of yore|of old|bygone|(?:days|times|years) (?:when|in which|of) [^.;]*(?:behind us|over|gone)|(?:belongs?|consigned) to (?:the past|history))\b/g,
];
const listEndings = ({ folded }: ReadText) => ENDED.flatMap((pattern) => [...folded.matchAll(pattern)]);
const LASTS =
  /\b(?:since then|ever since|today|now|nowadays|meanwhile|has since been replaced|replaced (?:by|with)|superseded by|succeeded by|and (?:is|are|has|have) (?:now|since|still)|currently|instead|still|continues?|reinstated|resumed|restored|restarted|reintroduced|migrated to|moved to|switched to|in favou?r of)\b/;
const OLD_THING =
  /\b(?:tls ?\d|ssl ?v?\d|sha-?1|md5|v\d|support for|legacy|old|weak|obsolete|outdated|insecure|previous|former|deprecated|unencrypted|shared|generic|manual|paper|earlier|exception|exemption|waiver|access|accounts?|tokens?|rights?|permissions?|privileges?|certificates?|badges?|licen[cs]es?|connections?|sessions?|employment|contracts? (?:of|with)|employees|users|person\w*|leavers?)\b/;
const CONDITION = /\b(?:if|when|whenever|once|where|after|unless|until|that|which|who|whose|any|as soon as|upon)\b/;

/** "Stock was counted every quarter": what happened again and again, and does not any more; no record of one time. */
const WAS_DONE =
  /\b(?:was|were) (?:always |usually |then |also |still |regularly |once )?(?:\w+ed|kept|held|done|made|given|taken|sent|read|run|set|written|built|met|shown|put)\b|\b(?:was|were) (?:the |a |our |my |common )?(?:rule|practice|habit|norm|custom|routine|policy|standard|order of the day|customary|usual|the way)\b|\bthere (?:was|were)\b/;
const AGAIN =
  /\b(?:(?:every|each) (?:\w+ )?(?:day|night|morning|evening|week|month|quarter|year|season|spring|summer|autumn|winter|term|shift|time|hour|\w+day|january|february|march|april|may|june|july|august|september|october|november|december|two|three|four|six)\w*|daily|weekly|monthly|quarterly|yearly|annually|nightly|always|regularly|routinely|twice a|once a|per)\b/;
const OF_ONE_TIME =
  /\b(?:19|20)\d\d\b|\b(?:is|are|has|have|must|shall|will|now|today|since|as|during|throughout|in the (?:period|year|quarter|month)|period|reporting|audit\w*|sampl\w*|(?:confirmed|established|verified|concluded|satisfied|showed|shows) that|we (?:selected|examined|checked|reviewed|noted|inspected|observed|tested|found|verified|confirmed|sampled)|noted that|found that|last|this|first|established|introduced|agreed|decided|approved)\b/;
/** "2015–2021: a nurse was on call". */
const CLOSED_YEARS =
  /(?:^|[(|:,] ?|\bfrom |\bbetween |\bin (?:the )?(?:years )?)(?:19|20)\d\d ?(?:-|–|to|until|and|\/) ?(?<last>(?:19|20)\d\d)\b/;

/** Whether a statement says of what is required that it was so, and has ended. */
export const isPast: WeakRule = (words, requirement, context) => {
  const { cited } = context;
  const { folded } = words;
  if (
    /\b(?:was|were) [^.;]*\b(?:until|till)\b/.test(folded) &&
    !/\b(?:not|never|no|postponed|deferred|kept|retained|until (?:it|they|he|she) (?:was|were))\b/.test(folded)
  )
    return true;
  const done = folded.search(WAS_DONE);
  if (done >= 0 && AGAIN.test(folded.slice(done)) && !OF_ONE_TIME.test(folded)) return true;
  if (wasInClosedYears(words, requirement, context)) return true;
  if (wasTakenAway(words, requirement) || wasGivenUp(words, requirement)) return true;
  if (!words.isAdjacent && WAS_FORMER.test(folded) && NOW_SO.test(cited.folded.slice(folded.length))) return false;
  return words.statement.read(listEndings).some((match) => ends(match, words, requirement));
};

/** Whether a statement says so of years that are over. */
export const wasInClosedYears: WeakRule = ({ folded }, _, { on }) => {
  const years = CLOSED_YEARS.exec(folded)?.groups?.last;
  return years !== undefined && years < on.slice(0, 4) && /\b(?:was|were|had|did|used)\b/.test(folded);
};

/** "Keys were previously rotated every three years. Since January they have been rotated every 90 days." */
const WAS_FORMER = /\b(?:previously|formerly|used to|in the past|originally|until (?:\w+ )?(?:19|20)\d\d)\b/;
const NOW_SO =
  /^\W*(?:since (?:then|(?:\w+ ){0,3}(?:19|20)\d\d)|now|today|nowadays)\b(?![^.;]*\b(?:no|not|never|nobody|none|without)\b)/;

function ends({ index, 0: match }: RegExpExecArray, words: StatementWords, requirement: Requirement): boolean {
  const { folded } = words;
  const clause = clauseAt(words.clauses, index);
  const before = folded.slice(clause.start, index);
  if (/^had been$/.test(match))
    if (/^ \w+ before\b/.test(folded.slice(index + match.length)) || NAMES_EARLIER.test(before)) return false;
  const isCircumstance = !/^(?:was|were|been|got|is|are|ceased|stopped|ended|lapsed|expired|has|have|did)\b/.test(
    match,
  );
  if (!isCircumstance && OLD_THING.test(before)) return false;
  if (/\b(?:after|until|if|when|once|ensure|ensures|validat\w*|verif\w*|expired or|or) [^,;]*$/.test(before))
    return false;
  if (
    /no longer|any ?more/.test(match) &&
    (CONDITION.test(before) ||
      (OLD_THING.test(before) &&
        /^ ?(?:needed|required|employed|valid|in use)/.test(folded.slice(index + match.length))))
  )
    return false;
  if (/^(?:is|are|be)\b/.test(match) && !/\bno longer\b/.test(match)) {
    if (CONDITION.test(folded) || !/\b(?:19|20)\d\d\b|\bsince\b/.test(folded)) return false;
  }
  if (!isCircumstance && /\b(?:if|when|whenever|once|where|unless|any|as soon as|upon|that|who|which)\b/.test(before))
    return false;
  if (
    /^(?:until|till|up to|through)/.test(match) &&
    /\b(?:valid|retain\w*|kept|keep|stored|expires?|from|planned|will|approved|in force)\b/.test(folded)
  )
    return false;
  if (readTerms(match).some((term) => requirement.terms.has(term)) && !/no longer|used to/.test(match)) return false;
  if (/\b(?:no|not|never|nothing|none|without)\b/.test(before) && !/no longer|any ?more/.test(match)) return false;
  if (match.startsWith("used to") && !isHabit(folded, index)) return false;
  if (isReplaced(folded, index)) return false;
  return words.isAdjacent || concerns(words, index, requirement);
}

/** "Last year's exercise had been on 11 June": one before the one that is told of. */
const NAMES_EARLIER = /\b(?:last|previous|prior|preceding|earlier) (?:year|month|quarter|term|season)?/;

/** "Was dropped in 2021 and replaced by", "previously monthly, now weekly". */
function isReplaced(folded: string, index: number): boolean {
  const rest = folded.slice(index);
  return (
    LASTS.test(rest) &&
    !/\b(?:now|today|currently|still) (?:no|not|nobody|nothing|none|without|lacks?|rel(?:y|ies) on)\b/.test(rest) &&
    !/\bno longer\b/.test(rest)
  );
}

/** "We used to review" is a habit of the past; "tools used to review" are tools. */
function isHabit(folded: string, index: number): boolean {
  if (/\b(?:we|they|he|she|i|it|who|people|everyone)(?: \w+ly| always| all)? $/.test(folded.slice(0, index)))
    return true;
  const hasVerb = /\b(?:is|are|was|were|(?<!used to )be|must|shall|should|may|can|will|has|have|include\w*|mean\w*)\b/;
  return !/[:|]/.test(folded) && folded.slice(0, index).trim().split(" ").length <= 4 && !hasVerb.test(folded);
}

const TAKEN_AWAY =
  /\b(?:was|were|has been|have been) (?:\w+ly )?(?:removed|dismantled|uninstalled|taken (?:down|out|away|off)|sold|thrown away|ripped out)\b/;

/** "We closed the anonymous hotline in 2024". */
const GIVEN_UP =
  /\b(?:we|they|management|company|board|council|department|school|bank|office) (?:have |has |had )?(?:then |since |also |now |recently )?(?:closed|stopped|ended|abolished|dropped|discontinued|cancelled|shut down|scrapped|gave up|given up|dissolved|disbanded|retired|ceased|suspended) (?<what>(?:the|our|its|their|this|all) [^.;,]{3,40})/;

function wasGivenUp({ folded }: StatementWords, { wanted, folded: asked }: Requirement): boolean {
  const what = GIVEN_UP.exec(folded)?.groups?.what;
  if (what === undefined || LASTS.test(folded) || OLD_THING.test(what) || /\b(?:clos|end|stop|retir)/.test(asked))
    return false;
  return readTerms(what).some((term) => wanted.has(term));
}

/** "Door closers were removed": what is asked for, and not what is rightly taken away. */
function wasTakenAway({ folded }: StatementWords, { wanted, folded: asked }: Requirement): boolean {
  const match = TAKEN_AWAY.exec(folded);
  if (match === null || LASTS.test(folded) || /\b(?:remov|delet|dispos|destr|revok|withdraw|return)/.test(asked))
    return false;
  const subject = folded.slice(0, match.index);
  if (OLD_THING.test(subject) || /\b(?:if|when|that|which|who|no|not|after|until)\b/.test(subject)) return false;
  const last = readTerms(subject).at(-1);
  return last !== undefined && wanted.has(last);
}
