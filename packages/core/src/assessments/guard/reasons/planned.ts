import { monthOf } from "@assay/language/quantity";
import type { Requirement } from "@assay/language/requirement";
import type { ReadText } from "@assay/language/text";
import { concerns, type StatementWords, type WeakRule } from "./statement-words.ts";

/** Verbs that bring a thing about, whatever the thing is: where they are still to come, it is not there. */
const BRING =
  "(?:introduc|implement|roll(?= out)|deploy|adopt|develop|establish|launch|procur|purchas|migrat|put (?:in place|into)|set up|creat|build|built|draft|finali[sz]|appoint|hir|recruit|draw(?:n)? up|buy|bought|acquir|install|formali[sz]|automat|phas|pilot|extend|expand|enabl|activat|centrali[sz]|invest|bring in|brought in|start|begin|begun|commenc|switch|transition|mov|replac|upgrad|harmoni[sz]|strengthen|improv|enhanc|tackl|remediat|address)(?:e|es|ed|d|ing|ting|ned|s)?";
/** What "will" brings about; of other verbs it makes a rule. */
const WILL_BRING =
  "(?:fit(?:ted)?|mount|suppl(?:y|ied)|deliver|equip(?:ped)?|instal(?:l|led)|introduc|implement|roll(?:ed)? out|deploy|adopt|launch|procur|purchas|migrat|(?:be )?put in place|set up|establish|appoint|hir|recruit|buy|bought|acquir|formali[sz]|automat|phas|pilot|extend|expand|centrali[sz]|invest|bring in|brought in|(?:start|begin|commence) (?:to|with|\\w+ing)|switch to|transition to|move to|replac|upgrad|strengthen|tackl|remediat|have (?:an?|its|the|our|their) |get |see )(?:e|es|ed|d|ing|ned)?";
const FUTURE_TIME =
  "(?:next (?:year|month|quarter|week|spring|summer|autumn|fall|winter|fiscal|financial|budget|release|phase|reporting|calendar|audit|sprint|cycle|one|few|block|round|intake|batch|term|session|course|season|school year|visit|delivery)|in (?:the )?(?:near |coming |foreseeable |not too distant )?(?:future|months ahead)|(?:in|over|during|within) the (?:next|coming|following) (?:few |two |three |several |\\w+ )?(?:weeks?|months?|quarters?|years?)|later this (?:year|month|quarter)|(?:some ?time|eventually|(?:shortly|soon)(?! (?:after|before|thereafter|as\\b))|before long|in due course|down the line|down the road)|this (?:coming|autumn|winter|spring|summer|fall)|when (?:budget|funding|time|resources?|capacity)|(?:as soon as|once|after|subject to|pending|depending on|when) (?:the |our )?(?:\\w+ ){0,2}(?:budget|funding|funds|procurement|tender|go-live|roll-?out|migration)|(?:when|once|as soon as|after) (?:the|our|its) (?:[\\w-]+ ){1,3}(?:is|are|has been|have been|goes|go|gets?|becomes?|comes|arrives?) (?:ready(?! for)|live|funded|delivered|operational|installed|in production|in place|up and running|launched)|(?:once|as soon as|when|after) (?:the|our|a|its) new \\w+|until then|(?:when|once|as soon as|after) (?:the|our|its|their|a|an) (?:[\\w-]+ ){1,3}(?:is|are|has|have|gets?|becomes?|goes|go|comes|arrives?) (?:ready|live|complete\\w*|done|available|installed|approved|in place|operational|funded|delivered|been \\w+ed))";
const RECURS =
  /\b(?:every|each|daily|weekly|monthly|quarterly|annual(?:ly)?|yearly|nightly|hourly|per (?:day|week|month|quarter|year)|once an? |twice an? |regularly|continuously|automatically|immediately|without delay|whenever)\b/;

const PLANS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:will|would) (?:then |also |soon |eventually |finally |gradually |now |first |probably |likely |only |not only )*(?:be )?(?:being )?${WILL_BRING}\\b`,
    "g",
  ),
  /\b(?:is|are|was|were) (?:currently |now |still |presently |also |just |gradually |in the process of )*(?:being )?(?:introduc|implement|roll|deploy|adopt|develop|launch|procur|migrat|creat|build|writ|draft|finali[sz]|prepar|consider|explor|investigat|evaluat|pilot|trial|look|defin|discuss|debat|negotiat|set)(?:ing|ting|ling)\b/g,
  /\b(?:is|are|was|were) (?:currently |now |still |presently |gradually )*being (?:introduced|implemented|rolled|deployed|adopted|developed|prepared|drafted|built|piloted|evaluated|defined|trialled|trialed|procured|finali[sz]ed|negotiated|considered|discussed|written|set up|extended|migrated|worked|looked)\b/g,
  new RegExp(
    `(?:^|[:|–-] ?|\\b(?:is|are|still|yet|remains?|also|currently) )to be (?:${BRING}|(?:done|decided|defined|determined|agreed|confirmed|announced|scheduled|specified|clarified|named|written|completed|approved)(?! (?:by|in accordance|according|as|with|on|using|through|via|before|each|every)))\\b`,
    "g",
  ),
  /\b(?:is|are|was|were|has|have) (?:still |currently )*(?:yet|waiting|supposed) to\b|\bstill to be \w+/g,
  /\b(?:remains?|still has|still have|have yet|has yet) to\b/g,
  /\b(?:we|i|it|they|team|department|company|organi[sz]ation|management|group|firm|board|office|council|school|bank|ward|parish|farm|ship|clinic|branch|hospital|office|hospital|bank|university|council|agency|unit|office)(?: (?:currently|also|now|still|further|therefore))? (?:plans?|intends?|aims?|hopes?|expects?|wants?|wish(?:es)?|proposes?|means?|aspires?|promises?|pledges?|commits?|undertakes?|anticipates?|seeks?|strives?|looks?) (?:to|on)\b/g,
  /\b(?:is|are|was|were) (?:currently |also |already |now |still |being )*(?:planned|planning|intending|aiming|hoping|expecting|envisaged|envisioned|foreseen|slated|earmarked|pencilled|booked (?:for|in)|targeted|anticipated|proposed|proposing|looking (?:at|into|to)|considering|exploring|striving|working (?:on|towards|to)|going to|about to|on order|awaiting delivery|out (?:to|for) tender|expected to (?:be|go|start|begin|come|arrive|finish|land|take effect|follow)|intended (?:to be|that)|hoped (?:that|to)|due (?:to (?:be|go|start|begin|come|take effect)|in|by|for|on (?:the )?\d)|scheduled (?:to (?:be|start|go|begin)|for)|set to (?:be|go|start|begin)|yet to|under (?:development|construction|preparation|consideration|discussion|evaluation|review by)|in (?:progress|preparation|the pipeline|the works|planning|development|the making)|under way|underway|on (?:the|our) (?:roadmap|road map|agenda|wish ?list|to-do list|backlog|drawing board|list)|a work in progress|work in progress)\b/g,
  /\b(?:(?:plan(?:s|ned|ning)?|intend(?:s|ed|ing)?|aiming|hop(?:es?|ed|ing)|resolved|decided|proposes?|proposed) to|planned for|(?:intention|ambition|aspiration|proposal|resolution|decision) (?:is )?(?:to|for)) (?!(?:the purposes|this policy|which|all|any|ensure|address|handle|respond|recover|manage|restore|continu|prevent|protect|detect))(?:\w+)/g,
  /^\W*(?:proposed|planned|suggested|intended|proposal|target|idea|wish|to-?do|future|option) ?[:–-] |\bawaits?\b|(?:^|[,;] )until (?:an?|the|we|such|our) [^,;]*\b(?:is|are|has|have)\b|\b(?:was|were|been|being) (?:\w+ly )?(?:evaluated|trialled|trialed|piloted|considered|discussed|mooted|tried out|looked into)\b|(?:[(–|]|[:,-] )(?:\w+ )?(?:pending|under construction|in preparation|to follow|requested|in progress|ordered)(?=\s*(?:[).,;|]|$))|\bwill be (?:our|the|its|their) (?:very )?first\b|\bnot yet\b|\bas yet\b|\bnot, as yet\b|\byet to (?:be|come|start|begin|happen)\b|\bstill (?:to come|outstanding|pending|open|awaiting|waiting|missing|underway|in (?:draft|progress|planning))\b|\b(?:pending|awaits?|awaiting) (?:\w+ ){0,2}(?:approval|implementation|decision|budget|funding|sign-off|procurement|rollout|roll-out|installation|delivery)\b/g,
  /\b(?:t\.?b\.?[dca]\.?|coming soon|work in progress|wip|roadmap item|target state|future state|to-be state)(?=\W|$)/g,
  /\b(?:our|the|a|its|their|stated|long-term|strategic|ultimate|key) (?:goal|aim|ambition|intention|target|vision|aspiration|wish|idea|plan|hope|expectation|desire)(?: (?:for|of|in) [^.,;]{2,40})? (?:is|remains|was) (?:to|that|for|still)\b/g,
  /\b(?:would) (?:then |also |ideally |eventually )?(?:be|become|mean|allow|need|give|like to|see|make|cover|improve|let|help|offer|bring)\b/g,
  /\b(?:ideally|hopefully|in principle we|if all goes|should (?:the )?(?:budget|funding|board|management|resources?))\b/g,
  /\bwill (?:then |also |later )?(?:inform|feed into|flow into|be (?:considered|taken into account|looked at|looked into|discussed|reflected|addressed|taken up|dealt with)) (?!(?:immediately|at once|within|by)\b)/g,
  /\b(?:upcoming|forthcoming|future|next) (?:roll-?out|introduction|implementation|release|version|migration|deployment|project|programme|initiative|phase)\b/g,
  /\b(?:work|design|discussion|talks|preparations?|implementation|development|roll-?out|deployment|negotiations?|procurement|tender|migration|evaluation|pilot)(?: (?:on|of|for|about|to) [^.,;]{2,50})? (?:has|have|is|are|will) (?:just |now |only |already |recently |not yet )?(?:begun|started|commenced|begin|start|ongoing|underway|under way|continuing|continues?|continue|been (?:commissioned|kicked off|started|initiated|requested|approved))\b/g,
  /\b(?:has|have) (?:been |just |recently |now |already )*(?:requested|ordered|commissioned|tasked|budgeted|earmarked|allocated|approved|signed off|agreed|decided|proposed|shortlisted|selected)(?: (?:the |a |an |funds|funding|budget|money)+)?(?: \w+){0,4} (?:to (?:introduce|implement|procure|buy|build|develop|design|set|establish|start|deploy|roll|encrypt|write|create|purchase|begin|replace|move|install)|for (?:the )?(?:introduction|implementation|purchase|rollout|roll-out|procurement|deployment))\b/g,
];
const FUTURE = new RegExp(`(?<!\\b(?:only|not|except) )\\b(?:${FUTURE_TIME})\\b`, "g");
const WILL =
  /\b(?:will|shall|going to|to be|to start|to begin|plan\w*|is|are|starts?|begins?|follows?|comes?|goes?|arrives?|lands?|gets?|kicks? in|take effect|takes effect|moves?)\b/;
const PURPOSE =
  /\b(?:purpose|objective|objectives|aim|aims|goal|goals|intent|intention|scope) of (?:this|the) (?:\w+ ){0,4}(?:policy|procedure|plan|standard|document|process|programme|program|guideline|control|review|test|exercise|audit|assessment)\b/;
const NAMED_PLAN =
  /\b(?:as|when|than|un)\s?planned\b|\b(?:planned|proposed|upcoming|scheduled|intended) (?:changes?|maintenance|outages?|downtime|absences?|leave|releases?|audits?|work|works|exercises?|use|purpose|recipients?|tests?|interruptions?|deployments?|suppliers?|systems?|amendments?|modifications?|processing|activities|windows?|reviews?|intervals?|basis|visits?|drills?)\b|\b(?:the|its|our|with the|a|and) next (?:\w+ )?\w+ (?:is|will be|takes place|follows|are)\b[^.;]*|\bnext (?:\w+ )?\w+ (?:due|planned|scheduled|on|in|by)\b[^.;]*/g;

/** Whether a statement says of what is required that it is still to come. */
export const isPlanned: WeakRule = (words, requirement, context) => {
  const { said, isPurpose, plans, soon } = words.statement.read(readPlans);
  if (isPurpose) return false;
  if (plans.some((match) => counts(match, words, requirement, said))) return true;
  if (soon.some(({ index }) => isAbout(index, words, requirement))) return true;
  return startsLater(words, requirement, context);
};

/** Whether a statement says of what is required that it holds from a later day on. */
export const startsLater: WeakRule = (words, requirement, { on }) =>
  laterDates(words.folded, on).some((index) => isAbout(index, words, requirement));

function readPlans({ folded }: ReadText) {
  const said = folded.replace(NAMED_PLAN, (phrase) => " ".repeat(phrase.length));
  const isPurpose = PURPOSE.test(said);
  const plans = isPurpose ? [] : PLANS.flatMap((plan) => [...said.matchAll(plan)]);
  const soon = !isPurpose && WILL.test(said) ? [...said.matchAll(FUTURE)] : [];
  return { said, isPurpose, plans, soon };
}

function counts(match: RegExpExecArray, words: StatementWords, requirement: Requirement, said: string): boolean {
  if (!isAbout(match.index, words, requirement)) return false;
  const isRule = /^(?:will|shall)\b/.test(match[0]) || /^(?:is|are) (?:planned|scheduled|set|due)\b/.test(match[0]);
  if (isRule && RECURS.test(said)) return false;
  if (/^shall\b/.test(match[0])) return false;
  if (/^(?:will)\b/.test(match[0]) && /\b(?:if|when|whenever|where|in the event|in case)\b/.test(said)) return false;
  if (/\b(?:if|when|whenever|unless|whether)\b[^,]*$/.test(said.slice(0, match.index))) return false;
  if (
    /^(?:would|could)\b/.test(match[0]) &&
    /\b(?:if|that|who|which|what|whether|where|how)\b/.test(said.slice(0, match.index))
  )
    return false;
  return !isOfRequirement(match[0], requirement);
}

function isAbout(index: number, words: StatementWords, requirement: Requirement): boolean {
  return words.isAdjacent || concerns(words, index, requirement);
}

function isOfRequirement(phrase: string, { folded }: Requirement): boolean {
  return folded.includes(phrase);
}

const STARTS =
  /\b(?:on|from|as of|as from|starting(?: in| on| from)?|beginning(?: in| on)?|with effect from|effective(?: from)?|by|by the end of|until|before|in|during|for|not before|no later than|q[1-4])\s+(?:the\s+)?(?:end of\s+|start of\s+|beginning of\s+|first half of\s+|second half of\s+|late\s+|early\s+|mid-?\s*)?(?:q[1-4]\s*(?:of\s+)?\/?)?(?:(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?:(?<month>january|february|march|april|may|june|july|august|september|october|november|december)\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?)?(?<year>20\d\d)\b/g;
/** A year of its own, no number or name of something. */
const LATER_YEAR = /(?<![\w./-])(?<year>20\d\d)(?![\w/-]|\.\d)/g;
/** "From 1 March 2026 to 28 February", before the year in which it ends. */
const RANGE_BEGUN =
  /(?<year>(?:19|20)\d\d) ?(?:to|until|till|through|–|-) ?(?:the )?(?:end of )?(?:\d{1,2} )?(?:[a-z]+ )?$/;
const RANGE_LENGTH = 40;
/** What has been done, and comes again. */
const GOES_ON =
  /\b(?:was|were|has been|have been) (?:last |successfully )?\w+ed\b[^.;]*\b(?:again|repeat\w*|next|follow\w*|renew\w*)\b|\bthe next\b/;
const KEEPS =
  /\b(?:valid\w*|terms?|period|insur\w*|certificat\w*|licen[cs]\w*|through|thru|expires?|expiry|until|retain\w*|kept|keep|renew\w*|next (?:review|audit|test)|due for review|contract runs|runs until)\b/;

/** "From March 2027 on", told in 2026. */
function laterDates(said: string, on: string): number[] {
  if (KEEPS.test(said) || GOES_ON.test(said)) return [];
  const isEnd = (index: number) => {
    const begun = RANGE_BEGUN.exec(said.slice(Math.max(0, index - RANGE_LENGTH), index))?.groups?.year;
    return begun !== undefined && begun <= on.slice(0, 4);
  };
  const years = [...said.matchAll(LATER_YEAR)].filter(
    ({ groups = {}, index }) => (groups.year ?? "") > on.slice(0, 4) && !isEnd(index),
  );
  const starts = [...said.matchAll(STARTS)].filter(({ groups = {} }) => {
    const month = groups.month ? monthOf(groups.month) : 1;
    const day = Number(groups.day ?? 1);
    return `${groups.year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` > on;
  });
  return [...years, ...starts].map(({ index }) => index);
}
