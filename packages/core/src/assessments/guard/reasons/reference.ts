import type { Requirement } from "@assay/language/requirement";
import { foldWording, type Statement } from "@assay/language/text";

/** What is required may be that texts are listed, or words explained. */
const ASKS_FOR_LIST =
  /\b(?:references?|referenc(?:ed|ing)|cross-?refer\w+|bibliograph\w+|table of contents|laws?|legal\w*|legislation|statut\w+|regulat\w+|list(?:s|ed|ing)? of|contractual|standards)\b/;
const ASKS_FOR_MEANING =
  /\b(?:(?:un)?defin\w+|mean(?:s|ing)|glossary|terms|terminology|vocabulary|includ\w+|categor\w+|classif\w+|criteri\w+|scope|consider\w+|treat\w+|deem\w+)\b/;
const NUMBERED = /^(?:#+\s*)?(?:(?:section|chapter|annex|appendix|part)\s+)?(?:[\dA-Z]{1,3}(?:\.\d+)*[.)]?\s+)?/i;
const OF_REFERENCES =
  /^(?:(?:applicable|related|relevant|associated|normative|informative|regulatory|governing|external|internal|mapped|source) (?:(?:and|or|&) \w+ )?(?:standards?|documents?|documentation|polic(?:y|ies)|procedures?|laws?|regulations?|references?|legislation|controls?|links|authorit(?:y|ies)|publications?)\b.*|(?:(?:normative|informative|key|policy|document|compliance|standards?|control|framework|regulatory) )?references?(?: (?:and|&|to|from) .*)?|bibliography|works cited|further reading|see also|(?:useful|related|additional|external|further) (?:links|reading|resources)|(?:links|resources) (?:and|&) \w+|(?:standards?|control|framework|compliance) (?:mappings?|crosswalk)|table of contents)$/;
const OF_DEFINITIONS =
  /^(?:(?:key |important )?(?:terms(?: (?:and|&) definitions)?|definitions(?: (?:and|&|of) .*)?|glossary(?: .*)?|acronyms(?: (?:and|&) \w+)?|abbreviations(?: (?:and|&) \w+)?))$/;
/** A line that says what is so, or has been done. */
const SAYS =
  /\b(?:is|are|was|were|be|been|being|has|have|had|must|shall|should|may|might|can|could|will|would|does|do|did|not|we|our|\w{3,}(?:ed|ned|pt|lt))\b/;
const BINDS = /\b(?:must|shall(?! mean)|should|require[sd]?|will|may not|(?:is|are) (?:to|not|prohibited))\b/;
/** A number of a law, standard or framework, and its title in capitals. */
const CLAUSE =
  /^\W*(?:(?:NIST|ISO(?:\/IEC)?|PCI(?: DSS)?|HIPAA|HITRUST|SOC ?2|CIS|COBIT|FIPS|GDPR|CCPA|OMB|RFC|TSC|CMMC|FedRAMP|SP)\b[\w .,/()-]{0,30}?|(?:\d+ )?(?:CFR|USC|C\.F\.R\.|U\.S\.C\.) ?[§\w .()-]{0,20}?|(?:Art(?:icle|\.)?|§+|Clause|Annex) ?[\w.()-]+|\d{1,3}\.\d{1,3}(?:\([\da-zA-Z]+\))*|\d{2}\.[a-z]{1,2}|[A-Z]{1,3}[.-]\d{1,2}(?:[.-]\d+)*(?:\(\d+\))*)(?:\s*[:|–—-]\s*|\s+)[A-Z][\w'’,&/-]*(?: (?:and|or|of|for|the|in|to|on|with|from|an?|[A-Z(][\w'’,&/()-]*)){0,12}\W*$/;
const CONTENTS = /(?:\.{4,}|…{2,}|\. \. \.|\t)\s*\d{1,3}\s*$/;
const LINK_ALONE = /^[\s\d.)*+-]*(?:\[[^\]]+\]\([^)]+\)|<?https?:\/\/\S+)[\s.;,]*$/;
const POINTS =
  /^\W*(?:(?:please|also|for (?:more|further|additional|full) [\w ]{3,40}|for details(?: (?:on|of|about) [\w ]{3,40})?),? )*(?:(?:see|refer to|consult)(?= (?:also|the|our|section|chapter|annex|appendix|page|figure|table|below|above)\b| ?[§[]| https?:)) (?!.*\b(?:must|shall|required)\b)|^\W*(?:further|additional|more|full) (?:information|details?|documentation|guidance)\b.*\b(?:is|are|can be) (?:\w+ )?(?:outlined|available|found|described|provided|given|in)\b/;
const DEFINES =
  /^[\s"“*_'\d.)-]*(?:the (?:term|word|expression) )?["“*_']*(?=[A-Z])[\w /&'-]{2,50}["”*_']*(?: \([^)]{1,30}\))? (?:means|shall mean|refers to|is defined as|stands for)\b/;
/** There a definition binds. */
const CONTRACT =
  /\b(?:agreement|contract|terms|nda|lease|addendum|licen[cs]e|statement of work|subscription|warranty|deed)\b/i;

/** Whether a sentence, item or row only names another text, or says what a word means: nothing is proved by that. */
export function isReference(statement: Statement, { title }: Requirement, documentTitle: string): boolean {
  const asked = foldWording(title);
  const headings = statement.headings.slice(-2).map(readHeading);
  const { text, folded, kind } = statement;
  if (
    !ASKS_FOR_MEANING.test(asked) &&
    !CONTRACT.test(documentTitle) &&
    !BINDS.test(folded) &&
    (DEFINES.test(text) || headings.some((each) => OF_DEFINITIONS.test(each)))
  )
    return true;
  if (ASKS_FOR_LIST.test(asked)) return false;
  if (POINTS.test(folded) || LINK_ALONE.test(text) || CONTENTS.test(text)) return true;
  if (SAYS.test(folded)) return false;
  return (kind !== "row" && CLAUSE.test(text)) || headings.some((each) => OF_REFERENCES.test(each));
}

function readHeading(heading: string): string {
  return foldWording(heading.replace(NUMBERED, "")).replace(/^[^\w]+|[^\w)]+$/g, "");
}
