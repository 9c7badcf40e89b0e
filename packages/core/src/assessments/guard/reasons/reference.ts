import { CLEAR_THIRD_PERSONS, CLEAR_VERBS, type Requirement } from "@assay/language/requirement";
import { foldWording, type Statement } from "@assay/language/text";

/** What is required may be that texts are listed, or words explained. */
const ASKS_FOR_LIST =
  /\b(?:references?|referenc(?:ed|ing)|cross-?refer\w+|bibliograph\w+|table of contents|laws?|legal\w*|legislation|statut\w+|regulat\w+|list(?:s|ed|ing)? of|contractual|standards)\b/;
const ASKS_FOR_MEANING =
  /\b(?:(?:un)?defin\w+|mean(?:s|ing)|glossary|terms|terminology|vocabulary|includ\w+|categor\w+|classif\w+|criteri\w+|scope|consider\w+|treat\w+|deem\w+)\b/;
const NUMBERED = /^(?:#+\s*)?(?:(?:section|chapter|annex|appendix|part)\s+)?(?:[\dA-Z]{1,3}(?:\.\d+)*[.)]?\s+)?/i;
const OF_REFERENCES =
  /^(?!.*\b(?:and|or|&) (?:roles?|responsibilit\w+|duties|controls|procedures|process\w*|practices|measures|requirements)\b)(?:(?:applicable|related|relevant|associated|normative|informative|regulatory|governing|external|internal|mapped|source) (?:(?:and|or|&) \w+ )?(?:standards?|documents?|documentation|polic(?:y|ies)|laws?|regulations?|references?|legislation|links|authorit(?:y|ies)|publications?)\b.*|(?:related|associated) procedures|(?:(?:normative|informative|key|policy|document|compliance|standards?|control|framework|regulatory) )?references?(?: (?:and|&|to|from) .*)?|bibliography|works cited|further reading|see also|(?:useful|related|additional|external|further) (?:links|reading|resources)|links (?:and|&) \w+|resources (?:and|&) (?:links|references|reading)|(?:standards?|control|framework|compliance) (?:mappings?|crosswalk)|(?:table of )?contents)$/;
const OF_DEFINITIONS =
  /^(?:(?:(?:key|important|defined) terms|terms (?:and|&) definitions|(?:key |important )?definitions(?: (?:(?:and|&) (?:terms|terminology|acronyms|abbreviations|glossary)|of .*))?|glossary(?: .*)?|acronyms(?: (?:and|&) \w+)?|abbreviations(?: (?:and|&) \w+)?))$/;
const FINITE =
  /\b(?:is|are|was|were|has|have|had|must|shall|should|may|might|can|could|will|would|does|do|did|not|we|our)\b/;
/** A line that says what is so, or has been done. */
const SAYS =
  /\b(?:is|are|was|were|be|been|being|has|have|had|must|shall|should|may|might|can|could|will|would|does|do|did|not|we|our|\w{3,}(?:ed|ned|pt|lt))\b/;
const BINDS = /\b(?:must|shall(?! mean)|should|require[sd]?|will|may not|(?:is|are) (?:to|not|prohibited))\b/;
/** What a title of a text in small letters does not have: a verb, or how often. */
const TELLS = new RegExp(
  `\\b(?:every|each|all|any|no|daily|weekly|monthly|quarterly|yearly|annually|${[...CLEAR_VERBS, ...CLEAR_THIRD_PERSONS].join("|")})\\b`,
);
const STANDARD = "(?:NIST|ISO(?:/IEC)?|PCI|HIPAA|HITRUST|SOC ?2|CIS|COBIT|FIPS|GDPR|CCPA|OMB|RFC|TSC|CMMC|FedRAMP|SP)";
/** A clause, or a standard by its number. */
const CODE = `(?:${STANDARD}\\b(?: (?:SP|DSS|CSF|CC|Rev\\.?|Art(?:icle|\\.)?|Annex|Part|Section|Clause|Req(?:uirement|\\.)?|§+))*[ -][vA-Z]{0,3}[.-]?\\d[\\w.:/()-]*(?:,? Rev\\.? ?\\d+)?(?: [A-Z]{0,3}[.-]?\\d[\\w.:/()-]*){0,2}|(?:\\d+ )?(?:CFR|USC|C\\.F\\.R\\.|U\\.S\\.C\\.) ?[§\\d][\\w .()-]{0,20}?|(?:Art(?:icle|\\.)?|§+|Clause|Annex) ?[\\w.()-]+|\\d{1,3}\\.\\d{1,3}(?:\\([\\da-zA-Z]+\\))*|\\d{2}\\.[a-z]{1,2}|[A-Z]{1,3}[.-]\\d{1,2}(?:[.-]\\d+)*(?:\\(\\d+\\))*)`;
const CODED = new RegExp(`^\\W*(?:${CODE})(?=$|[\\s:|–—,;-])`);
/** "ISO 27001 Certificate" is no clause, but what someone has. */
const HELD = /\b(?:certif\w+|attest\w+|report|audit\w*|officer|owner|lead)\b/i;
/** A number of a law, standard or framework, and its title in capitals. */
const CLAUSE = new RegExp(
  `^\\W*${CODE}(?:\\s*[:|–—-]\\s*|\\s+)[A-Z][\\w'’,&/-]*(?: (?:and|or|of|for|the|in|to|on|with|from|an?|[A-Z(][\\w'’,&/()-]*)){0,12}\\W*$`,
);
const SMALL_WORD = /^(?:and|or|of|for|the|in|to|on|with|from|an?|at|as|by|per|into|under|via|vs|v|etc)$/;
/** "(a)(ii)" of a clause. */
const MARKS = /(?:\(|&lpar;)[\w-]{1,5}(?:\)|&rpar;)/g;
const TITLE_WORDS_MAX = 20;
const CONTENTS = /(?:\.{4,}|…{2,}|\. \. \.)\s*\d{1,3}\s*$/;
const LINK = /\[[^\]]+\]\([^)]+\)|<?https?:\/\/\S+/g;
const LINK_ALONE = /^[\s\d.)*+-]*(?:\[[^\]]+\]\([^)]+\)|<?https?:\/\/\S+)[\s.;,]*$/;
const DOCUMENT =
  "(?:polic(?:y|ies)|procedures?|standards?|guidelines?|guides?|handbooks?|manuals?|plans?|documents?|documentation|sections?|chapters?|annex(?:es)?|appendi(?:x|ces)|pages?|figures?|tables?|attachments?|exhibits?|websites?|wiki|intranet|links?|playbooks?|runbooks?|articles?|faqs?|readme|checklists?|regulations?|act|agreements?|definitions|nist|iso|pci|hipaa|gdpr)";
const NAMES_DOCUMENT = new RegExp(`\\b${DOCUMENT}$`);
const POINTS = new RegExp(
  `^\\W*(?:(?:please|also|for (?:more|further|additional|full) [\\w ]{3,40}|for details(?: (?:on|of|about) [\\w ]{3,40})?),? ){0,2}(?:see|refer to|consult)(?= (?:also|the|our|${DOCUMENT}|below|above)\\b| ?[§[]| https?:) ?(?:(?:also|the|our) )*(?:below|above|also|[§[]|https?:|(?:[\\w"'/&.-]+ ){0,10}?(?:${DOCUMENT}\\b|[§[]|https?:))(?!.*\\b(?:must|shall|required)\\b)`,
);
/** "Further information on backups is found in the handbook." */
const FURTHER = new RegExp(
  `^\\W*(?:further|additional|more|full) (?:information|details?|documentation|guidance)(?: (?:on|about|for|regarding|concerning|related to|relating to) [^:;]{3,80}?)? (?:is|are|can be|may be) (?:\\w+ )?(?:(?:outlined|available|found|described|provided|given|documented) )?(?:below|above|here|\\[|(?:in|at|from|on|under) (?:[\\w'/&.-]+ ){0,6}?(?:${DOCUMENT}\\b|[§[]|https?:))`,
);
const NO_TERM =
  "(?:[Tt]h(?:is|at|ese|ose)|[Ww]hich|[Ii]t|by|through|via|with|using|uses?|other|all|is|are|has|have|be|must|protects?)";
const DEFINES = new RegExp(
  `^[\\s\\d.)*•-]*(?:[Tt]he (?:term|word|expression) )?(?:["“*_']+[\\w /&'-]{2,50}["”*_']+(?: \\([^)]{1,30}\\))? (?:means|shall mean|refers to|is defined as|stands for)\\b|(?=[A-Z])(?:(?!${NO_TERM}\\b)[\\w/&'-]+ ){1,6}(?:\\([^)]{1,30}\\) )?(?:means(?! (?:of|for|to|and|are|is)\\b)|shall mean|is defined as(?! (?:\\w+ ){0,3}\\d)|stands for)\\b)`,
);
/** Under a heading of definitions: a term, and what it is. */
const TERM =
  /^(?:[\W\d]{0,8}(?!(?:is|are|was|were|has|have|must|by)\b)[\w/&'’()*_"“”.-]{1,40}(?: (?!(?:is|are|was|were|has|have|must|by)\b)[\w/&'’()*_"“”.-]{1,40}){0,6}(?: ?[:–—]\W*| - | (?:means|refers to|stands for|is defined as|is (?:an?|any)|(?:is|are) the (?:practice|process|principle|act|state|ability|property|measure|likelihood|set|concept)|are \w+ (?:that|which|who|whose))\b)|["“][^"”]{2,50}["”] (?:is|are|refers?)\b|(?:means|refers to) )/i;
/** A clause that says what is so, and no relative one: "data is encrypted", but not "data that is encrypted". */
const SAYS_SO =
  /^\W*(?:(?!(?:that|which|who|whose|where|when|if|whether|what|as|means)\b)[\w'’/-]+ ){1,5}(?:is|are|was|were|has|have|do|does|be) (?!an? |any |the |defined )/i;
const MEANING_WORDS_MIN = 3;
/** There a definition binds. */
const CONTRACT =
  /\b(?:agreement|contract|terms|nda|lease|addendum|licen[cs]e|statement of work|subscription|warranty|deed)\b/i;

/** Whether a sentence, item or row only names another text, or says what a word means: nothing is proved by that. */
export function isReference(statement: Statement, { title }: Requirement, documentTitle: string): boolean {
  const asked = foldWording(title);
  const { near, within } = listHeadings(statement);
  const { text, folded, kind } = statement;
  if (
    !ASKS_FOR_MEANING.test(asked) &&
    !CONTRACT.test(documentTitle) &&
    !BINDS.test(folded) &&
    (DEFINES.test(text) || (within.some((each) => OF_DEFINITIONS.test(each)) && isDefinition(statement)))
  )
    return true;
  if (ASKS_FOR_LIST.test(asked)) return false;
  if (pointsElsewhere(statement) || LINK_ALONE.test(text)) return true;
  if (kind !== "row" && CONTENTS.test(text)) return true;
  if (SAYS.test(folded)) return false;
  if (kind !== "row" && CLAUSE.test(text) && !HELD.test(text)) return true;
  return near.some((each) => OF_REFERENCES.test(each)) && isTitle(text);
}

/** "See the screenshot: MFA is enforced" says something by itself. */
function pointsElsewhere({ text, folded }: Statement): boolean {
  if (FURTHER.test(folded)) return true;
  if (!POINTS.test(folded)) return false;
  const plain = text.replace(LINK, "[]");
  const at = plain.search(/[:;]\s|\s[–—-]\s/);
  return at < 0 || isTitle(plain.slice(at + 1).trim());
}

function isDefinition({ text, folded, kind, cells }: Statement): boolean {
  if (kind === "row") {
    const meaning = cells.at(-1)?.text ?? "";
    return cells.length <= 3 && meaning.split(/\s+/).length >= MEANING_WORDS_MIN && !SAYS_SO.test(meaning);
  }
  if (!FINITE.test(folded) && !TELLS.test(folded)) return true;
  const term = TERM.exec(text)?.[0];
  return term !== undefined && !SAYS_SO.test(text.slice(term.length));
}

/** Whether a line looks like the name of a text: capitals, numbers and links, or a clause or document in small letters. */
function isTitle(text: string): boolean {
  const named = text.replace(LINK, " ").replace(CODED, " ").replace(MARKS, " ").trim();
  const words = named.match(/(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}'’-]*/gu) ?? [];
  if (words.length > TITLE_WORDS_MAX) return false;
  if (words.every((word) => /\p{Lu}/u.test(word) || SMALL_WORD.test(word))) return true;
  const folded = foldWording(named).replace(/\W+$/, "");
  if (TELLS.test(folded) || /\b(?:the|its|their)\b/.test(folded) || /[.!?]\s*$/.test(named)) return false;
  return CODED.test(text) || NAMES_DOCUMENT.test(folded);
}

/** `within`: of the part that it is in for certain; `near`: also the one before, which may be above it or next to it. */
function listHeadings({ headings }: Statement): { near: readonly string[]; within: readonly string[] } {
  const last = headings.slice(-2);
  const [above, nearest] = last.map((heading) => /^\d+(?:\.\d+)*(?=\.?\s)/.exec(heading)?.[0]);
  const isLedIn = headings.at(-1)?.endsWith(":") === true;
  const isInner = isLedIn || (above !== undefined && nearest?.startsWith(`${above}.`) === true);
  const isBeside = !isInner && above !== undefined && nearest !== undefined;
  const read = last.map(readHeading);
  return { near: isBeside ? read.slice(-1) : read, within: isInner ? read : read.slice(-1) };
}

function readHeading(heading: string): string {
  return foldWording(heading.replace(NUMBERED, "")).replace(/^[^\w]+|[^\w)]+$/g, "");
}
