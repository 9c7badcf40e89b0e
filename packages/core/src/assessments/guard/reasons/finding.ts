import type { Requirement } from "@assay/language/requirement";
import { type ReadText, readTerms } from "@assay/language/text";
import { provesDistance, withoutAssurances } from "./assured.ts";
import { isConditional } from "./negated.ts";
import type { WeakRule } from "./statement-words.ts";

/** A number of things that are as they should not be, one of many, or who could not show what was asked for. */
const BAD_STATE =
  "un(?!authori[sz]ed|usual|expected|used|ited|planned|til|less|der|affected|changed|announced|limited|dertak|ique|ambig)[a-z]{3,}(?:ed|en|t)|missing|overdue|outstanding|failed|failing|failures?|off|unknown|expired|stale|lapsed|absent|incomplete|inactive|offline|late|skipped|pending|vacant|non-?compliant|non-?conform\\w+|disabled|deficient|defective|broken|blank|illegible|without|lacking|lack|exempt|waived|ignored|unable|empty|mismatche?s?|discrepanc\\w+|exceptions?|deviations?|breaches|violations?|not \\w+";
const REPORTED: readonly RegExp[] = [
  /(?:^|[.;,(|] ?|\n)(?:still )?(?:missing|outstanding|overdue|absent|not done|lacking|without): (?!none|nil|0|nobody|nothing|no |n\/?a|-|–)[a-z]/g,
  /\b(?:has|have|had) (?:not|never) (?:\w+ ){1,8}?since\b(?! then)/g,
  /\bwithout (?:even |ever |first |so much as )?(?:looking|checking|reading|comparing|verifying|counting|testing|reviewing|inspecting|running|weighing|measuring|recording|waiting for|being asked|a (?:look|glance|check|word))\b/g,
  /\b(?:we|i|he|she|they|and|who|it|but)(?: have| has| had)? never (?:got|had|did|saw|took|came|went|gave|held|ran|sent|made|kept|put|met|read|heard)\b/g,
  /\b(?:out of service|out of operation)\b/g,
  /\b(?:backlog|arrears)\b[^.;]{0,60}\b(?:stands? at|stood at|amounts? to|amounted to|grew|has grown|of) [1-9]/g,
  /(?<!\b(?:is|are|was|were|be|been|has|have|had|do|does|did|must|shall|should|may|can|will|would|could|and|or|but|if|that|which|who|,|;|why|so|than) )(?<=[a-z\d)] )not (?:yet )?[a-z]+(?:ed|en|ne)(?=\s*(?:[.;,)]|$))/g,
  /\b(?:we|they|nobody|he|she|it|has|have|had|was|were|is|are)(?: have| has| had)? never (?:been |once |actually )?[a-z]+(?:ed|en|wn|ght|ne)\b/g,
  /\b(?:broke(?: down)?|(?:is|was|are|were|has been|have been|remains) (?:broken|out of order|out of action|out of use)|(?:does|did|do) not work|would not (?:start|open|close|work)|stopped working|has given up)\b(?! into)/g,
  /\bstill (?:out|waiting|missing|outstanding|owed|owes?|due|unpaid|without|lacks?|lacking|needs? to|has to|have to|awaiting|pending|to come|to do|unsigned|at large|not)\b/g,
  /\b(?:could|can|did|was|were|is|are) (?:not|n't) (?:be )?(?:provide|produce|show|present|find|locate|demonstrate|supply|furnish|explain|evidence|substantiate|identify|name|found|provided|shown|produced|located|attributed|verified|established|demonstrated|confirmed|evidenced|traced|presented|substantiated|available for (?:inspection|review)|on file|at hand|kept up|known who|sure)\b/g,
  /\b(?:unable|not able|failed|at a loss) to (?:provide|produce|show|present|find|locate|demonstrate|supply|explain|evidence|identify|name|confirm|say)\b/g,
  /\b(?:finding|non-?conformit(?:y|ies)|deficienc(?:y|ies)|weakness(?:es)?|shortcomings?|deviations?|exceptions?|infringements?|violations?|defects?|omissions?|irregularit(?:y|ies)|discrepanc(?:y|ies)|observations?|concerns?)(?: \w+)?(?: \d+| no\. ?\d+)?(?: \((?:high|medium|low|major|minor|critical|significant)\))? ?(?:noted|identified|raised|recorded|found|remains?|remained|persists?|agreed|repeated|issued|upheld)\b|\b(?:finding|non-?conformity|deficiency|weakness)(?: \w?\d+)?(?: \(\w+\))?:/g,
  /\((?:failed|skipped|missed|cancell?ed|postponed|not \w+|aborted|late|overdue|absent|missing|no show|refused|broken|open|outstanding)\b/g,
  /(?<=[\w)] )(?:missing|pending|absent|overdue|outstanding|lapsed|illegible|blank|vacant|unstaffed|skipped|unanswered|unsigned|postponed again)(?=\s*(?:[.;,)]|$))/g,
  /\b(?:took|taken|takes?|switched|turned) (?:the |our |its )?(?:[\w-]+ ){1,4}?off\b|\b(?:run|runs|running|going|go|goes|worked?|working|live|managed?|operat\w+|get by|makes? do) without (?:it|one|them|any|that)\b|\bhave not had\b/g,
  /\b(?:agreed with|accepted|acknowledged|repeat(?:ed)?|previous) (?:the |this |these |our |a )?(?:finding|observation|deficiency|recommendation|remark|objection|criticism|complaint)s?\b/g,
  /\b(?:major|minor|significant|material|serious|repeat|severe|grave) (?:finding|non-?conformit(?:y|ies)|deficienc(?:y|ies)|weakness(?:es)?|shortcomings?|deviations?|infringements?|violations?|omissions?|lapses?|gaps?|concerns?)\b/g,
  /\((?:not ok|nok|fail(?:ed)?|vulnerable|weak|non-?compliant|not met|not compliant|insecure|deficient|no)\)/g,
  /\b(?:error|fatal|panic|crit(?:ical)?|alert) [\w.-]+: |\bjob aborted\b|\baborted\b|\bexit(?:ed)?(?: with)?(?: status| code)? [1-9]|\bno space left\b|\btimed? ?out\b(?=.*\b(?:backup|job|scan|restore|copy|run)\b)|\bgave up\b|\bbackups? (?:failed|missing)\b/g,
  /\b(?:was|were|is|are|been|got|being|gets?) (?:\w+ly )?(?:bypassed|overridden|circumvented|ignored|disregarded|propped open|wedged open|left (?:open|unlocked|unattended|running|blank|empty|out|lying)|skipped|worked around|switched off(?! (?:\w+ )?(?:for|during|in) (?:the|this|our|a) (?:test|drill|exercise|visit|inspection|check)|on purpose|at (?:the )?(?:end|night))|taped over|falsified|backdated|back-dated|filled in afterwards|filled in later|lost|mislaid|misplaced|overlooked|forgotten|neglected)\b/g,
  /\b(?:walks?|walked|come|comes|came|go|goes|went|wander\w*|get|gets|let (?:themselves|himself|herself)) (?:straight |right |just |simply )?(?:in|through|past|out|about|around)(?: and out)? (?:on (?:their|his|her) own|alone|unaccompanied|unchallenged|freely|as they (?:please|like)|without)\b/g,
  /\b(?:exempt from|opted out|waived for|left (?:to|up to) (?:each|the discretion|whoever))\b/g,
  /\bnot (?:enrolled|included|covered|trained|signed|returned|received|completed|carried out|performed|reviewed|tested|recorded|documented|approved|reported|checked|inspected|logged|protected|encrypted|enforced|followed|observed|filled|dated|legible|registered|updated|renewed|cleaned|calibrated|serviced|available|posted|displayed|worn|finished|completed|complete|ready|locked|closed|done|met|separated|labelled|weighed|answered|paid|issued|sent|read|scanned|patched|revoked|disabled|removed|deleted|destroyed|notified|informed|escorted|supervised|attended|appointed|installed|configured|enabled|monitored|restricted|blocked|limited|segregated|insured|vaccinated|assessed|evaluated|identified|tracked|consulted|invited)\b(?! (?:for a further|until|before|unless|so that|without|by|if|when|only|more|less|later))/g,
  /\bno (?:such )?(?:\w+ ){0,2}?(?:evidence|records?|documentation|trace|sign(?! (?:in|on|off|up|out)\b)|proof|minutes|signatures?|entr(?:y|ies)|certificates?|reports?|reviews?|tests?|checks?|training|approvals?|logs?|inspections?|drills?|assessments?|agreements?|contracts?|plans?|procedures?|polic(?:y|ies)) (?:\w+ ){0,3}?(?:exists?|existed|found|kept|held|available|provided|seen|on file|could|had|has|was|were|is|are|for|of|in|since|took)\b/g,
];
/** "Unmasked", "unattended", where nobody turns it away. */
const UNDONE =
  /(?<![\w-])un-?(?:masked|protected|encrypted|filtered|locked|attended|supervised|label+ed|signed|trained|checked|tested|patched|reviewed|approved|documented|recorded|reported|secured|guarded|verified|vetted|insured|licensed|calibrated|cleaned|accompanied|escorted|redacted|restricted|monitored|logged|answered|resolved|staffed|manned|covered|fenced|lit|ventilated|refrigerated|chilled|sealed|dated|stamped|inspected|serviced|maintained|opened|paid|vaccinated|hashed|salted|sorted|weighed|marked|read|finished|filled|used for years)\b(?! (?:\w+ )?(?:is|are|will be|must be|shall be) )(?![^.;,]{0,40}\b(?:can not|may not|must not|not (?:accepted|possible|allowed|admitted)|refused|rejected|blocked|turned away|impossible)\b)/g;
const COUNTED = new RegExp(
  `\\b(?<![\\d,.]|\\b(?:limit|threshold|maximum|minimum|target|value|ceiling) of |\\b(?:day|week|month|item|page|step|line|section|chapter|room|ward|unit|site|bay|gate|building|number|no|no\\.|version|level|phase|type|class|grade|tender|case|ticket|stack|freezer|staircase|exit|subject|patient|bridge|route|aged?) )(?<count>[1-9]\\d{0,2}(?:,\\d{3})*|[1-9]\\d*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|some|many|most|numerous|various|a few|a number of|half(?: of)?)(?: of (?:the|these|those|our|its|them)(?: \\w+)?)? (?:(?!(?:\\d+|january|february|march|april|may|june|july|august|september|october|november|december|of|if|who|that|which|minutes?|hours?|days?|weeks?|months?|years?|times|consecutive|invalid|attempts?|copy|copies|to|from|after|with|in|at|on)\\b)[\\w-]+ ){0,3}?(?:(?:is|are|was|were|has|have|had|remain|remained|still|been|being|went|shows?|showed|came back|listed as|marked(?: as)?|left|agents?|devices?|items?|people|users?|accounts?|staff|cases?) )*(?:${BAD_STATE})(?![\\w-]| (?:attempts?|log-?ins?|logons?|sign-?ins?|passwords?|authentications?|backups?|tries|a\\b|over\\b|back\\b))`,
  "g",
);
const LABELLED = new RegExp(
  `(?:^|[,;:.(|] ?|\\n)(?:(?!late\\b)(?:${BAD_STATE})|late(?! \\d+, (?:night|early)| ?[:=]? \\d+,? night)|open|fail|no|not ok|red)(?: (?:people|items?|devices?|accounts?|staff|users?))? ?[:=]? (?<count>[1-9]\\d*)(?![\\d.:/-]|%| (?:days?|hours?|minutes?|months?|weeks?))`,
  "g",
);
const SHARE =
  /(?<!\b(?:page|sheet|step|part|phase|level|version|chapter|section|volume|day|night|q) )\b(?<some>\d[\d,]*)(?: (?:out )?of (?:the |our |its |their |all |these )?|\s?\/\s?)(?<all>(?!(?:19|20)\d\d)\d[\d,]*)(?![\d.:/-]| (?:[\w-]+ ){0,3}(?:were |was )?(?:sampled|selected|inspected|examined|chosen|drawn|picked))|\bof (?:the |our |its |these |all )?(?<all2>(?!(?:19|20)\d\d)\d[\d,]*)(?! (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))[^.;\d]{1,60}?[,:] (?:only )?(?<some2>\d[\d,]*)\b(?! (?:of|days|hours|minutes|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))/g;
/** "240 laptops, BitLocker on for 197". */
const LISTED_SHARE =
  /\b(?<all>\d[\d,]*) (?:[\w-]+ ){1,3}?[\w-]+[,;:] (?:[a-z][\w-]* ){1,4}?(?:on|for|with|at|in|by|of) (?:only )?(?<some>\d[\d,]*)(?=\s*(?:[.;,)]|$))/g;
const PERCENT =
  /\b(?<some>\d{1,2}(?:\.\d+)?) ?(?:%|per ?cent)(?!\w| (?:within|in|under|of the time|sample|above|below))/g;
const PERCENT_OF_OTHER =
  /\b(?:humidity|strength|charge|capacity|full|discount|interest|increase|decrease|reduc\w+|up|rise|rose|fell|more|less|load|battery|uptime|availab\w+|alcohol|fat|solution|concentration|oxygen|moisture|sample|sampled|threshold|limit|exceed\w*|above|below|error|loss|tolerance|deviat\w+|turnover|budget|cost|price|growth|slope|grade)\b/;
/** Before it, what says that there is none. */
const DENIED = /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|zero|0|free of|any|nor any)\b[^.;:]{0,70}$/;
/** What was bad has been put right. */
const MENDED =
  /\b(?:(?:has|have) (?:since |now |then |all )*been (?:given|fitted|provided|moved|put|brought|made|taught|trained|supplied|added|chained|locked|signed|renewed)|corrected|repaired|replaced|(?:was|were) (?:later |then )?(?:added|supplied|filled in and)|remedied|remediated|resolved|fixed|rectified|re-?tested|retest|closed|re-?run|rerun|repeated|caught up|scrapped|discarded|destroyed|thrown away|returned|rejected|refused|blocked|quarantined|taken out of (?:use|service)|sent back|reported|disciplined|escalated|removed|suspended|isolated|alerted|alert|detected|counts? as|treated as|revoked|stopped|disconnected|withdrawn|is not let|are not let|not (?:connected|accepted|released|issued|admitted|handed|let|contracted|hired|employed|taken on|engaged|paid out|put into))\b/;
const PROHIBITS = /\b(?:must|shall|may|should|can|could|will|would) (?:\w+ )?$|\bto (?:be )?$/;
const HABITS = /\b(?:if|when|whenever|where|unless|whoever|anyone|any|until|before|should)\b/;

/** Whether a sentence says of what was bad that it was put right, or turned away. */
export function isMended(folded: string): boolean {
  return MENDED.test(folded);
}

/** Whether a sentence reports, as an audit, count or log does, that the thing was found not to be so. */
export const reportsFault: WeakRule = (words, requirement) => {
  const { isStill, phrases } = words.statement.read(listFaults);
  return (isStill && ENDS_A_THING.test(requirement.folded)) || phrases.some((phrase) => isAsked(phrase, requirement));
};

/** What a sentence reports as bad, whatever is required. */
function listFaults({ folded: sentence }: ReadText): {
  readonly isStill: boolean;
  readonly phrases: readonly string[];
} {
  const folded = withoutAssurances(sentence);
  if (isMended(folded)) return { isStill: false, phrases: [] };
  const stands = (index: number) => {
    const before = folded.slice(0, index);
    return (
      !isConditional(before) && !DENIED.test(before) && !PROHIBITS.test(before) && !HABITS.test(clauseBefore(before))
    );
  };
  const found = (pattern: RegExp) => [...folded.matchAll(pattern)].filter(({ index }) => stands(index));
  const phrases = [...REPORTED, COUNTED, LABELLED, UNDONE].flatMap((pattern) =>
    found(pattern).map(([phrase]) => phrase),
  );
  return { isStill: STILL.test(folded), phrases };
}

/** "TLS 1.0 not offered" is good where it has to be off. */
const SHUTS_OFF = /\b(?:disabled?|prohibit\w*|forbid\w*|blocked|must not|never|denied)\b/;

/** What is sampled, tested or screened for is good where it is not found. */
const LOOKS_FOR = /\b(?:sampled|tested|swabbed|screened|examined|searched|monitored|checked|analysed|analyzed) for\b/;

/** "Has not failed since". */
const NO_HARM_SINCE =
  /\b(?:fail\w*|exceed\w*|occur\w*|happen\w*|chang\w*|lost|brok\w*|leak\w*|miss\w*|recur\w*|need\w*|return\w*|appear\w*|reported|seen|found|used|work\w* (?:in|for)|member\w*)\b/;

function isAsked(phrase: string, { folded, wanted, forbidden }: Requirement): boolean {
  if (phrase.endsWith("since") && NO_HARM_SINCE.test(phrase)) return false;
  if (isWantedState(phrase, wanted)) return false;
  const denied = /\b(?:not|never|no) (?<rest>.+)$/.exec(phrase)?.groups?.rest;
  if (denied !== undefined && provesDistance(folded, denied)) return false;
  if (/\bnot (?:be )?(?:found|detected|identified)$/.test(phrase) && LOOKS_FOR.test(folded)) return false;
  if (phrase.startsWith("not ") && SHUTS_OFF.test(folded)) return false;
  return !folded.includes(phrase.trim()) && (forbidden.size === 0 || wanted.size > 0 || phrase.startsWith("un"));
}

/** "9 accounts disabled", where accounts have to be disabled. */
function isWantedState(phrase: string, wanted: ReadonlySet<string>): boolean {
  const words = phrase.trim().split(" ");
  const isDenied = words.some((word) => /^(?:not|never|no|un\w+|non-?\w+)$/.test(word));
  return !isDenied && readTerms(words.at(-1) ?? "").some((term) => wanted.has(term));
}

function clauseBefore(before: string): string {
  return before.split(/[.;:]|, (?:and|but|which) /).at(-1) ?? "";
}

const ENDS_A_THING =
  /\b(?:must not|not be|never|no|prohibit\w*|forbid\w*|disabled?|removed?|revoked?|deleted?|destroyed|replaced|changed|withdrawn|closed|blocked|terminated|returned|erased|discontinued)\b/;
/** What should have gone, and is there. */
const STILL =
  /\b(?:is|are|has|have|was|were|remains?|can|could|do|does) still (?!(?:being )?(?:reviewed|checked|tested|required|blocked|protected|refused|rejected)\b)|\bstill (?:uses?|runs?|has|have|open|public|shares?|shared|in use|stored|kept|active|enabled|allowed|possible|there|works?|logs?|accepts?|accepted|exists?|holds?|needs?|contains?|hangs?|stands?|lies?|valid|on the)\b/;

/** "17 of 41", "71 %" of a population that has to be covered in full. */
export const coversShare: WeakRule = ({ folded }, requirement) => {
  if (!requirement.isUniversal || requirement.wanted.size === 0 || requirement.figures.some(({ unit }) => unit === "%"))
    return false;
  const numberOf = (written = "") => Number(written.replaceAll(",", ""));
  const isPart = [...folded.matchAll(SHARE), ...folded.matchAll(LISTED_SHARE)].some(({ groups = {} }) => {
    const [some, all] = [numberOf(groups.some ?? groups.some2), numberOf(groups.all ?? groups.all2)];
    return some > 0 && some < all;
  });
  if (isPart) return true;
  return [...folded.matchAll(PERCENT)].some(
    ({ groups = {}, index }) =>
      numberOf(groups.some) > 0 &&
      !/\b(?:at least|minimum|more than|over|above|target|threshold|below|under)\b[^.;,]{0,20}$/.test(
        folded.slice(0, index),
      ) &&
      !PERCENT_OF_OTHER.test(folded),
  );
};
