import { CLEAR_THIRD_PERSONS, CLEAR_VERBS, thirdPerson, VERBS } from "@assay/language/requirement";
import { STOP_WORDS, splitWords, stemWord } from "@assay/language/words";
import { PLAIN_VERBS } from "./plain-verbs.ts";

/** Why a sentence with the right words is still no statement that the thing is done. */
export type Doubt =
  | "planned"
  | "limited"
  | "asked"
  | "denied"
  | "past"
  | "optional"
  | "purpose"
  | "reference"
  | "conditional"
  | "finding"
  | "forbidden";

const PATTERNS: readonly (readonly [Doubt, RegExp])[] = [
  [
    "optional",
    /\b(?:may|might|can|could|would|ought|should\s+(?:consider|try)|consider(?:s|ed|ing)?|encourag\w+|recommend\w*|ideally|preferabl[ey]|optional(?:ly)?|where\s+(?:practical|feasible|possible)|when(?:ever)?\s+(?:practical|feasible|possible)|if\s+(?:practical|feasible|possible))\b/i,
  ],
  ["optional", /\bshould\b/i],
  [
    "purpose",
    /\b(?:purpose|objective|goal|aim|intent|scope|target\s+audience)s?\s+(?:of\s+this|of\s+the|is\b|are\b)|\bthis\s+(?:policy|document|procedure|standard|section|plan|guide|handbook|chapter|page|annex|appendix|phase|deliverable|control|template|process)\s+(?:also\s+)?(?:\w+ly\s+)?(?:describes?|defines?|outlines?|establishes|provides?|sets?|explains?|applies|covers?|addresses|documents?|specif\w+|governs?|details?|ensures?|supports?|implements?|is\s+(?:designed|intended|to))\b/i,
  ],
  ["limited", /\b(?:except|other\s+than|apart\s+from|excluding|save\s+for|but|unless)\b/i],
  [
    "limited",
    /\b(?:some|most|many|several|certain|selected|specific|designated|sensitive|confidential|restricted|critical|high-risk|in-scope)\b/i,
  ],
  [
    "limited",
    /(?<!^\W*)(?<!\b(?:possible|allowed|permitted|granted)\s+)\b(?:only|alone|solely|exclusively)\b|\bor\s+(?:in|on|at|by|with)\b/i,
  ],
  [
    "limited",
    /\bon\s+(?:weekdays|weekends|paper|request)\b|\bat\s+(?:weekends|night)\b|\bduring\s+\w+|\bin\s+(?:theory|principle|general)\b|\bpermitting\b|\bwherever\b|\bas\s+(?:of|from)\b/i,
  ],
  [
    "limited",
    /\b(?:in|within|to|into)\s+(?:the\s+|all\s+|any\s+)?(?:secured?|controlled|protected|non-public|sensitive|restricted)\s+(?:areas?|zones?|rooms?|spaces?|locations?|facilit\w+)/i,
  ],
  ["limited", /\b(?:that|which|who)\s+(?:is|are|do|does|has|have)\s+(?:not|no\s+longer)\b/i],
  ["denied", /\b(?:nothing|nobody|none|no\s+one|neither|nowhere)\b/i],
  [
    "past",
    /\b(?:were|was|had)\b[^.;]*\b(?:between|until|till|up\s+to|from|before)\s+(?:\w+\s+){0,2}(?:19|20)\d\d\b|\bused\s+to\b|\bno\s+longer\b|\bformerly\b|\bin\s+the\s+past\b|\bdiscontinued\b|\buntil\s+(?:19|20)\d\d\b/i,
  ],
  ["asked", /^\W*(?:\[\s?\]|[☐❑❏□])/],
  ["asked", /\bwhether\b|\b(?:asks?|asked)\s+(?:if|for|that)\b/i],
  ["purpose", /\b(?:is|are)\s+(?:designed|intended|meant)\s+to\b|\bin\s+order\s+to\s+(?:comply|meet|satisfy)\b/i],
  ["reference", /^\W*(?:see|refer\s+to|cf\.?)\b|\b(?:see\s+(?:also|the|section|appendix)|refer\s+to)\b/i],
  ["reference", /\b(?:means|is\s+defined\s+as|refers\s+to|definition\s+of)\b/i],
  [
    "reference",
    /(?:§|\b(?:45\s+CFR|CFR)\b|\b164\.\d{3}|\bHITRUST\b|\bNIST\b|\bISO(?:\/IEC)?\s*\d|\bSOC\s*2\b|\bCC\d\.\d|\bA\.\d{1,2}\.\d|\bPCI\s+DSS\b)/i,
  ],
  [
    "reference",
    /\b(?:auditors?|assessors?|examiners?|regulators?|customers?|the\s+standard|organi[sz]ations|companies)\s+(?:will\s+|may\s+|typically\s+|often\s+|usually\s+)?(?:verify|verifies|expects?|looks?\s+for|wants?|checks?|asks?|requires?|needs?)\b/i,
  ],
  [
    "reference",
    /\b(?:aligns?|aligned|maps?|mapped|mapping|corresponds?)\s+(?:with|to|is|are)\b|\bquestion(?:naire)?s?\b/i,
  ],
  ["limited", /\b(?:typically|usually|generally|normally|commonly|often)\b/i],
  ["planned", /\b(?:waiting|awaiting|yet|due|about|supposed)\s+to\s+be\b/i],
  ["conditional", /\bas\s+soon\s+as\s+(?:the|an?|our)\b/i],
  ["conditional", /\bif\b|\bprovided\s+that\b|\bas\s+long\s+as\b/i],
  ["conditional", /^\W*(?:however,?\s+)?(?:if|in\s+case|in\s+the\s+event|should\s+the|unless)\b/i],
  [
    "finding",
    /\b(?:gaps?|finding|weakness(?:es)?\s+(?:is|was|were)|risk\s+(?:that|of)|failure\s+to|fail(?:s|ed|ing)?\s+to|lack(?:s|ing)?\s+of|absence\s+of|non-?complian\w+|overdue|deficien\w+|threat\s+(?:actor|source)|attacker)\b/i,
  ],
];
const ABOUT_ITSELF =
  /\b(?:definitions?|glossary|objectives?|purpose|scope|references?|background|introduction|overview|cross-?reference|mapping|applicable\s+standards|related\s+documents|table\s+of\s+contents|revision\s+history|(?:model|sample|example)\s+(?:answers?|responses?|text|wording)|q\s?&\s?a)\b/i;
/** "Staff obtain consent", "violations of the policy lead to action": a verb that agrees with the noun before it. */
const STATES_PLAINLY = new RegExp(
  `\\b(?:staff|personnel|people|teams)\\s+(?:\\w+ly\\s+)?(?:${PLAIN_VERBS.join("|")})\\s+\\w|^\\W*(?:all\\s+|any\\s+)?\\w+[^s\\W]s\\s+(?:of|in|against|for|with)\\s+(?:[\\w-]+\\s+){1,5}?(?:lead|result|${CLEAR_VERBS.join("|")})\\s+(?:to|the|an?|all|each|every|its|their)\\b`,
  "i",
);
/** Who does something, and what it is done to: "all staff declare their interests", "we buy". */
const STATES_WITH_SUBJECT =
  /\b(?:staff|personnel|people|everyone|everybody|they|who)\s+(?:\w+ly\s+)?[a-z]+[^s\W]\s+(?:the|an?|all|each|every|any|its|their|our|no)\b|\bwe\s+(?:\w+ly\s+)?[a-z]{3,}\b/i;
const STATES = new RegExp(
  `\\b(?:is|are|was|were|has|have|must|shall|will|should|does|do|${CLEAR_THIRD_PERSONS.join("|")})\\b|\\b(?:${VERBS.map(thirdPerson).join("|")})\\s+(?:the|an?|all|each|every|its|their|our)\\b|\\b(?:the|an?|each|every)\\s+(?:[\\w-]+\\s+){1,5}\\w+[^s\\W]s\\s+(?:the|an?|all|each|every|its|their|our)\\b|\\b\\w+[^s\\W]s\\s+(?:\\w+ly\\s+)?(?:${VERBS.join("|")})\\s+\\w|^\\W*(?:\\d+[.)]\\s+)?(?:\\w+ly\\s+)?(?:${VERBS.join("|")})\\b`,
  "i",
);
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:before|prior)\b/i, /\bafter(?:wards)?\b/i],
  [/\bafter\b/i, /\bbefore\b/i],
  [/\binside\b/i, /\boutside\b/i],
  [/\boutside\b/i, /\binside\b/i],
];
/** Words that make a part of the whole of what they stand with. */
const SCOPE =
  /\b(?:handling|containing|processing|storing|holding|hosting)\s+\w+|\bthat\s+(?:handle|contain|process|store|host|hold)s?\b|\b(?:mobile|wireless|guest|legacy|temporary|contractors?|third[\s-]part(?:y|ies)|vendors?|privileged|administrative|external\s+(?:\w+\s+)?(?:personnel|staff|employees|workers|users)|new)\b/gi;
const NAMED_SCOPE = /\b(?:within|in|for|on|to)\s+(?:the\s+|all\s+|our\s+|any\s+)?(?:[A-Z]{2,6}s?\b|[A-Z]{2,6}\s+\w+)/g;
const FORBIDS =
  /\b(?:(?:must|shall|may|should|can|will|do|does|is|are)\s+(?:not|never)|never|cannot|prohibit\w*|forbidden|disallowed|not\s+(?:allowed|permitted|authorized|authorised|acceptable))\b(?![^.;,]{0,80}\b(?:without|unless|until)\b)|^\W*no\s+\w+(?![^.;,]{0,80}\b(?:without|unless|until)\b)/i;
const NOT_MORE =
  /\b(?:not|no|never)\s+(?:be\s+)?(?:later|less|more|fewer|longer|shorter|older|lower|smaller|greater|exceed\w*|to\s+exceed)\b/gi;

/** The doubts that a sentence's own wording gives, of which those that the requirement has too are none. */
export function listDoubts(
  sentence: string,
  part: { readonly text: string; readonly prohibition: boolean },
  isAbout: (clause: string) => boolean,
): Set<Doubt> {
  const doubts = new Set<Doubt>();
  for (const [doubt, pattern] of PATTERNS) if (pattern.test(sentence) && !pattern.test(part.text)) doubts.add(doubt);
  if (
    !part.prohibition &&
    !forbids(part.text) &&
    clausesOf(sentence).some((clause) => forbids(clause) && isAbout(clause))
  )
    doubts.add("forbidden");
  if ([...sentence.matchAll(SCOPE), ...sentence.matchAll(NAMED_SCOPE)].some(([scope]) => !hasWordsOf(part.text, scope)))
    doubts.add("limited");
  if (!EXAMPLE.test(part.text) && isExample(sentence, isAbout)) doubts.add("optional");
  if (!CONDITION.test(part.text) && isCondition(sentence, isAbout)) doubts.add("conditional");
  if (OPPOSITES.some(([one, other]) => one.test(part.text) && !other.test(part.text) && other.test(sentence)))
    doubts.add("limited");
  return doubts;
}

const EXAMPLE = /\b(?:such\s+as|for\s+example|for\s+instance|e\.g\.)/i;

/** "Restrictions such as multi-factor authentication": one of several that may be chosen. */
function isExample(sentence: string, isAbout: (clause: string) => boolean): boolean {
  const [main = "", ...examples] = sentence.split(new RegExp(EXAMPLE, "gi"));
  return !isAbout(main) && examples.some(isAbout);
}

const CONDITION = /\b(?:if|when|whenever|once|until|unless)\b/i;

/** "An alert is sent when the annual test is late": what the condition names is not said to be done. */
function isCondition(sentence: string, isAbout: (clause: string) => boolean): boolean {
  const [main = "", ...conditions] = sentence.split(new RegExp(CONDITION, "gi"));
  return !isAbout(main) && conditions.some(isAbout);
}

function hasWordsOf(text: string, scope: string): boolean {
  const said = new Set(splitWords(text).map(stemWord));
  return splitWords(scope).some((word) => !STOP_WORDS.has(word) && said.has(stemWord(word)));
}

function clausesOf(sentence: string): string[] {
  return sentence.split(/[,;]|\b(?:and|but|or|that|which|who)\b/i);
}

/** Whether a sentence has a verb that says that something is done: a line of nouns names and states nothing. */
export function states(sentence: string): boolean {
  const bare = sentence.replace(/^[\s*\-•>#]+/, "");
  return STATES.test(bare) || STATES_WITH_SUBJECT.test(bare) || STATES_PLAINLY.test(bare);
}

/** Whether a heading is over what a document says of itself. */
export function isAboutItself(heading: string): boolean {
  return ABOUT_ITSELF.test(heading);
}

/** Whether a sentence says that something is not done or not allowed. */
export function forbids(sentence: string): boolean {
  return FORBIDS.test(sentence.replace(NOT_MORE, " "));
}
