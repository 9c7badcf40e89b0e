import { readTerms } from "@assay/language/text";
import type { WeakRule } from "./statement-words.ts";

/** Who is not the organization that is assessed. */
const PARTY =
  "(?:suppliers?|vendors?|providers?|subcontractors?|sub-?processors?|processors?|partners?|customers?|clients?|tenants?|subscribers?|competitors?|manufacturers?|landlords?|dealers?|distributors?|developers?|makers?|(?<!(?:cleaning|washing|chemical|bleaching|oxidi[sz]ing|extinguishing|tanning|on-call|service desk|support|monitoring|backup|scanning|anti-?virus|de-icing) )agents?|agenc(?:y|ies)|brokers?|hosting (?:company|firm|provider)|cloud (?:provider|vendor)s?|third part(?:y|ies)|outsourcers?|licensors?|resellers?|insurers?|consultants?|consultancy|auditors?|parent company|sister company|regulators?|integrators?|contractors?|lessors?|franchis\\w+|parents|guardians|aws|amazon|azure|microsoft|google|salesforce|oracle|okta|github|atlassian|slack|dropbox|sap|ibm|apple|cloudflare|rackspace|heroku|digitalocean)";
/** Who lays down or recommends, and does not do. */
const AUTHORITY =
  "(?:nist|iso(?:/iec)?|soc 2|pci(?: dss)?|hipaa|gdpr|enisa|cis|owasp|bsi|cobit|itil|sans|gartner|best practices?|good practices?|industry (?:practice|standards?|guidance)|(?:the|this|these|those|european|federal|national|state|local|applicable|\\w+al)? ?(?:standards?|regulations?|directives?|laws?|frameworks?|guidelines?|norms?|acts?|statutes?|code of practice|legislation)|experts?|specialists?|regulators?|\\w+ authorit(?:y|ies)|the authorit(?:y|ies)|inspectorate|ministry|association|the (?:white ?paper|literature|textbook|handbook of \\w+)|literature|analysts?|clause [\\d.]+|article \\d+|organi[sz]ations|companies|businesses|firms|(?:most|many|some|other|all|such|similar|leading|mature|modern) (?:organi[sz]ations|companies|firms|businesses|hospitals|banks|schools|universities|councils|agencies))";
/** Verbs of a claim, no matter who makes it, and those that only another party's report needs. */
const CLAIMS =
  "(?:says?|said|claims?(?= (?:that|to|the|all|its|their|our|it|they|\\w+s\\b))|claimed|asserts?|asserted|promises? (?!to\\b)|promised|advertis(?:es?|ed)|insists? (?:that|on its)|boasts?|touts?|alleges?|alleged|pledges?|pledged|vouch(?:es|ed)|swears?|reckons?|writes? that|wrote that|has it that|have it that)";
const REPORTS_THAT =
  "(?:recommends?|advises?|believes?|suggests?|states?|stated|declares?|declared|explains?|explained|reports?|reported|confirms?|confirmed|guarantees?|represents?|assures|assured|tells|writes|wrote|mentions|promises|assumes?)";
const ADVISES =
  "(?:recommends?|recommended|recommending|advises?|advised|advising|suggests?|suggesting|requires? that|requires?|demands?|expects?|prescribes?|stipulates?|mandates?|calls? for|encourages?|urges?|states?|specif(?:y|ies)|wants?|asks?|should|ought to|are (?:advised|expected|encouraged)|proposes?|regards?|consider)";

/** Subjects whose word is the organization's own: it, its people and its papers. */
const OWN_WORD =
  /\b(?:we|i|policy|policies|document|procedure|section|page|plan|register|minutes|log|logs|record|records|certificate|company|organi[sz]ation|management|board|ciso|owner|manager|committee|department|team|chapter|annex|paragraph|this|it|which|sign|notice|contract|agreement|statement|clause|poster|user|employee|staff|member|person|caller|who)$/;
const TOLD =
  /\b(?:assures?|assured|tells?|told|informs?|informed|promises?|promised|reassures?|reassured|advises?|advised|persuaded|convinced) (?:us|me|the (?:team|office|board|auditors?|company|manager)|our \w+)\b|\b(?:i am|we are|we were|i was|we have been|i have been) (?:told|assured|informed|promised|led to believe|given to understand)\b|\b(?:have|has|had) (?:us|me|everyone|one) believe\b/;
const HEARSAY =
  /\b(?:allegedly|reportedly|supposedly|purportedly|presumably|apparently|ostensibly|hearsay|(?<!\b(?:that|as|most|what) )(?:we|i) (?:assume|presume|trust(?!\s+(?:our|the|no))|suppose|guess|hear|gather|imagine|take it|expect that|reckon|understand that|believe that|believe the|think that)|or so|it is (?:assumed|believed|thought|presumed|understood|our understanding|generally assumed|said|claimed)|as far as (?:we|i|anyone|one) \w+|to the best of (?:our|my) knowledge|(?:word|rumou?r) has it|rest assured|on trust|take(?:s|n)? (?:\w+ )?(?:at )?(?:its|their|his|her) word)\b/;
const SAID_TO =
  /\b(?:is|are|was|were) (?:said|believed|thought|assumed|understood|rumou?red|reputed|supposed|alleged|presumed|claimed) to\b|\b(?:is|are) reported to (?:be|have)\b/;
const ACCORDING = new RegExp(
  `\\b(?:according to|in the words of|as (?:stated|claimed|described|promised|advertised|reported|told) (?:by|in|on)|on the word of|quoting|citing|(?:the )?(?:word|assurance|claim|promise|statement)s? (?:of|by|from)) (?:(?:the|our|its|their|an?|his|her) )?(?:[\\w-]+ ){0,2}?(?:${PARTY}|brochure|datasheet|web ?site|press|internet|wikipedia|newspaper|article|forum|colleagues?|rumou?rs?|sales\\w*|account manager|marketing)\\b`,
);
const ADVICE = new RegExp(
  `(?<!\\b(?:as|what|which|that|by|with|of|under|than|where|if|how) (?:the |our |its )?)\\b${AUTHORITY}(?: [\\d.-]+)?(?: (?:also|generally|therefore|further|itself|section [\\d.]+|control [\\w.-]+|guidance|framework|standards?|publication [\\w-]+|sp [\\w-]+|annex [\\w.]+|\\w{1,4}[.-][\\w.-]+))* ${ADVISES}\\b`,
);
const ADVISED =
  /\b(?:it is (?:recommended|advisable|good practice|best practice|considered|desirable|wise|prudent|customary|common practice|generally accepted|sensible|worth)|(?:best|good|common|usual) practice is|a (?:good|sensible|common|typical) (?:practice|approach|policy) (?:is|would be)|(?:we|i) (?:recommend|suggest|advise) (?:that )?(?:you|the (?:company|organi[sz]ation|client|customer|board|management|council|school))|(?:readers?|organi[sz]ations|companies|firms|businesses) (?:should|could|may want|might|need to|are advised|can|ought)|(?:an?|any|every) (?:good|decent|serious|proper|self-respecting|mature|ideal|typical|textbook|model|well-run|exemplary|hypothetical|fictitious|similar|comparable|average|prudent|responsible) (?!(?:incident|breach|event|accident|injur|risk|defect|change|fault|violation|reason|case|emergenc|finding|issue|problem|illness|error|failure|delay|loss|function|person|manager|officer|party|role|use|operation|order|way|manner))\w+|(?:most|many|other|leading|comparable|similar) (?:organi[sz]ations|companies|firms|businesses|hospitals|banks|schools|universities|councils|agencies))\b/;
const PARTY_SUBJECT = `(?:^|[,;:] |\\b(?:the|our|each|every|its|their|individual|and|but|that) )(?:\\w+ )?${PARTY}(?: [a-z][\\w.&-]*)?`;
const SHIFTS: readonly RegExp[] = [
  new RegExp(
    `${PARTY_SUBJECT} (?:is|are|remains?|stays?|shall be|will be|have|has|must|need|needs|should|ought) (?:\\w+ly |itself |themselves |alone )*(?:responsible|accountable|liable|in charge|obliged|expected|required|left|free|to )`,
  ),
  new RegExp(
    `\\b(?:responsibility|responsibilities|duty|duties|matter|task|business|job|obligations?|province|problem|concern|up|left|falls?|lies|rests|sits|incumbent|discretion|for(?= (?:the|our|each) (?:\\w+ )?\\w+ to\\b)) (?:(?:of|for|with|to|on|upon) )?(?:the |our |each |every |its |their |individual )(?:\\w+ )?${PARTY}(?:$|[.,;]| (?:to|alone|only|itself|themselves)\\b)`,
  ),
  new RegExp(`${PARTY_SUBJECT}'s? (?:own |sole )?(?:responsibilit|dut|obligation|task|job|problem|concern)`),
  new RegExp(
    `${PARTY_SUBJECT} (?:(?:of ours|also|already|in turn|then) )?(?!must\\b)\\w+(?:s|ed|ve)? [^.;]{0,80}\\b(?:its|their) own\\b`,
  ),
  new RegExp(
    `${PARTY_SUBJECT}'s?(?: \\w+)? (?:system|systems|policy|policies|staff|procedures?|data ?centre|platform|programme|program|plan) (?:is|are|has|have|do|does|\\w+s)\\b`,
  ),
];
/** A rule for them all is the organization's own. */
const OWN_PEOPLE = /\b(?:employees?|staff|workforce|personnel|team members?)\b/;
/** Each for themselves: nobody sees to it that it is so. */
const EACH_THEMSELVES =
  /^(?:\W*)(?:the |our |all |each |every |individual )*(?<who>users?|staff|employees|members?|individuals?|people|everyone|owners?|residents?|drivers?|teachers?|parents?|pupils?|students?|volunteers?|tenants?|players?|guests?|visitors?|contractors?|managers?|colleagues?|patients?|crew)(?: (?:members?|concerned))? (?:is|are) (?:\w+ly |themselves |themself )?(?:responsible for|expected to|asked to|trusted to|reminded to|encouraged|supposed to|free to|left to)\b/;
/** Somebody else's doing. */
const ELSEWHERE: readonly RegExp[] = [
  /\b(?:asks?|asking|expects?|expecting|wants?|urges?|urging|reminds?|requires?|would like|begs?|pushes|pressing) us (?:for|to|that)\b/,
  /\b(?:white ?paper|brochure|datasheet|leaflet|advert\w*|web ?site|product page|sales deck)\b[^.;]*\b(?:explains?|describes?|shows?|promises|mentions|presents)\b/,
  /\b(?:is|are) (?:\w+ly )?(?:up to|left to) (?:the|each|every|our|individual) [\w-]+(?: [\w-]+)? (?:to|whether|how)\b/,
  /\bour (?:peers|competitors|rivals|neighbou?rs)\b/,
  /\b(?:competitors?|rivals?)(?:'s?)? \w+/,
  /(?:^|\b(?:at|of|in|by|for|like|as) |[,;] )(?:our |the |a |an |their )?(?:another|different|unrelated|neighbou?ring|neighbou?r's?|competing|sister|parent|former|other|rival|next-door|affiliated) (?:\w+ )?(?:company|organi[sz]ation|firm|entity|group|hospital|bank|agency|subsidiary|employer|branch|university|council|department|business|school|ward|club|farm|office|unit|plant|site|practice|shop|depot|town|parish|nursery|clinic)\b/,
];
const ABOUT_PARTIES = new RegExp(
  `\\b(?:${PARTY}|third|external\\w*|outsourc\\w*|supply|contract\\w*|cloud|visitor\\w*|auditee|passenger\\w*|patient\\w*|member\\w*)\\b`,
);
/** The other party does it for the organization, and is held to it. */
const HELD_TO_IT =
  /\b(?:we (?:\w+ )?(?:verif\w+|check\w*|audit\w*|review\w*|require|test\w*|oblige)|under (?:the|our|its|a) (?:contract|agreement|sla)|contractually|on our behalf|for us\b|our data\b|certifi\w+|audited|accredited|(?:report|certificates?) (?:of|from) an independent|managed for us|(?:sheets|reports|certificates|results) are (?:filed|kept|checked|reviewed))\b/;
const ADOPTED =
  /\b(?:we|our|accordingly|therefore|this is why|which is why|hence|following|in line with|in accordance with|as)\b/;

/** Whether a statement is another party's word, advice, or doing, where the requirement asks the organization. */
export const isOtherParty: WeakRule = ({ folded }, requirement) => {
  if (HELD_TO_IT.test(folded)) return false;
  if (TOLD.test(folded) || HEARSAY.test(folded) || SAID_TO.test(folded) || ACCORDING.test(folded)) return true;
  if (givesWord(folded)) return true;
  if (ADVICE.test(folded) || ADVISED.test(folded))
    return !ADOPTED.test(folded) || /\b(?:we|i) (?:recommend|suggest|advise)\b/.test(folded);
  const each = EACH_THEMSELVES.exec(folded)?.groups?.who;
  if (each !== undefined && !readTerms(each).some((term) => readTerms(requirement.folded).slice(0, 2).includes(term)))
    return true;
  if (ELSEWHERE.some((place) => place.test(folded))) return true;
  if (OWN_PEOPLE.test(folded)) return false;
  return !ABOUT_PARTIES.test(requirement.folded) && SHIFTS.some((shift) => shift.test(folded));
};

const CLAIM = new RegExp(
  `(?<![\\w'-])(?<subject>(?:[\\w'-]{1,40} ){0,4}[\\w'-]{1,40}),? (?:also |once |has |have |had |never )*${CLAIMS}`,
  "g",
);
const REPORT = new RegExp(
  `\\b(?:${PARTY}|brochure|datasheet|website|salesm[ae]n|sales \\w+|representative|spokes\\w+|account manager|leaflet|advert\\w*)(?:'s)?(?: (?!to\\b)[\\w-]+)? (?:also |has |have |had )*${REPORTS_THAT} (?!(?:of|to|any|all|an?|incidents?|findings?|problems?|results?|changes?|breach\\w*|by)\\b)`,
);

/** "The brochure promises": a subject that is not the organization's own, and a verb of saying. */
function givesWord(folded: string): boolean {
  const claims = [...folded.matchAll(CLAIM)].some(({ groups = {} }) => {
    const subject = (groups.subject ?? "").split(/\b(?:and|or|of|for|from|in|at|by|on|with|to) /)[0]?.trim() ?? "";
    return subject !== "" && !OWN_WORD.test(subject) && !NO_SPEAKER.test(subject);
  });
  return claims || REPORT.test(folded) || PARENTHESIS.test(folded);
}

const NO_SPEAKER =
  /\b(?:each|every|all|no|which|such|these|those|\d+|to|must|shall|may|not|they|you|he|she|the|of|insurance|warranty|damage|medical|expense|as|that|what|and|any|all|or)$/;
const PARENTHESIS = /, (?:writes|says|claims|explains|reports|insists|boasts|according to) (?:the|our|its|a|his|her) /;
