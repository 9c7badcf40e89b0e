import type { WeakReason } from "@assay/contract";
import { foldWording } from "@assay/language/text";

const HEADINGS: readonly (readonly [WeakReason, RegExp])[] = [
  [
    "PLANNED",
    /^(?:planned|future|upcoming|proposed|forthcoming|intended|desired|target|envisaged|potential|possible|recommended|suggested)\b(?! (?:changes?|maintenance|outage|downtime)).*|^(?:next steps|road ?map|outlook|to-?do(?: list)?|backlog|wish ?list|vision|what (?:comes|is) next|planning(?: for 20\d\d)?|recommendations?|improvement (?:plan|measures|opportunities|actions)|opportunities for improvement|(?:actions?|measures|improvements|controls|items|topics|points|steps|tasks|work) (?:planned|to be|still to|for (?:next|20\d\d)|outstanding|pending|to come|under way|to (?:do|implement|introduce))\b.*|.*\b(?:not yet (?:implemented|started|done|in place)|to be (?:implemented|done|introduced|decided|defined|addressed)|still to (?:be done|do|come)|under (?:development|consideration)|in (?:progress|planning|preparation)|yet to come))$|\b(?:we|it|they|company|team|management|board) (?:(?:also|now|still|further|currently) )*(?:plans?|intends?|aims?|will (?:introduce|implement|add|start))\b.*:$|\b(?:we|it|they|company|team|following|measures|controls)\b.*\b(?:(?:is|are) (?:planned|still to|to be|yet to|foreseen|scheduled|proposed|envisaged|outstanding))\b.*:$/,
  ],
  [
    "NEGATED",
    /^(?:(?:known |open |identified |remaining |main |audit |control |major |minor )*(?:gaps?|deficienc(?:y|ies)|shortcomings?|weaknesses|non-?conformit(?:y|ies)|non-?compliances?|deviations|issues|missing(?: \w+)*|open (?:points|items|issues)|not (?:implemented|done|in place|met|fulfilled|available|compliant|satisfied|covered|applicable|performed|started|observed|achieved))(?: (?:identified|found|noted|analysis results?|and (?:weaknesses|deficiencies|issues|limitations)))?|what (?:is missing|we (?:lack|do not (?:do|have))|does not (?:work|exist))|(?:accepted|residual) risks?|rejected(?: \w+)?|things we do not do|limitations|known limitations|failed(?: controls| tests| checks)?|unmet(?: requirements)?|absent)$|\b(?:missing|lacks?|lacking|absent|not (?:in place|implemented|done|yet|met|available|performed|fulfilled)|none of|fail(?:s|ed)? to|do(?:es)? not|did not|deficienc|shortcoming|non-?conformit|gaps)\b.*:$/,
  ],
  [
    "EXCLUSION",
    /^(?:(?:scope )?(?:exceptions?|exclusions?|exemptions?)(?: (?:and|to) .*)?|out of scope|not in scope|outside (?:the )?scope|not covered|what (?:this|the) (?:policy|standard|document) does not cover|excluded(?: \w+)*|exempt(?:ed)?(?: \w+)*|carve-?outs?|systems? not covered|limitations? of scope)$|\b(?:except|excluded|exempt|out of scope|not (?:apply|cover|covered|include)|exceptions|exclusions)\b.*:$/,
  ],
  [
    "PAST",
    /^(?:history|historical(?: \w+)*|archived?(?: \w+)*|former(?: \w+)*|previous (?:policy|practice|procedure|process|version|regime|arrangements?|controls?|measures?|system)s?|discontinued(?: \w+)*|retired(?: \w+)*|legacy (?:controls?|process(?:es)?|practices?)|past (?:practice|measures|controls)|background and history|how (?:it|things|we) (?:was|were|used to).*|until (?:19|20)\d\d|(?:19|20)\d\d ?[-–to]+ ?(?:19|20)\d\d|before the .*|withdrawn(?: \w+)*|obsolete(?: \w+)*|no longer .*)$/,
  ],
  [
    "OTHER_PARTY",
    /^(?:(?:customer|client|tenant|user entity|complementary user entity|subscriber|vendor|supplier|provider|partner|hosting provider|third[- ]party)(?:'s|s'|s)? (?:responsibilit(?:y|ies)|duties|obligations|controls|considerations|statements?|claims?|tasks)|(?:responsibilit(?:y|ies)|duties|obligations|controls|tasks) of (?:the )?(?:customers?|clients?|tenants?|vendors?|suppliers?|providers?|partners?)|competitors?|case stud(?:y|ies).*|what others do|industry (?:practice|examples?|benchmark)s?|best practices?|market overview|benchmark(?:ing)?|complementary (?:user|subservice)[- ].*|vendor brochure|references?|further reading|external guidance|guidance(?: from .*)?|what the standard (?:says|requires)|about (?:the|our) (?:vendor|supplier|provider|parent company).*)$/,
  ],
  [
    "QUESTION",
    /^(?:(?:\w+ ){0,3}(?:questionnaire|question list|questions?|checklist|interview guide|self-?assessment|test (?:steps|procedures?)|audit (?:steps|programme|program|procedures?|questions)|assessment (?:objectives?|procedures?|methods?))|questions? (?:for|to|about) .*|please (?:answer|describe|confirm).*|what (?:we|the auditor) (?:ask|check|look for)s?.*|evidence (?:requests?|to (?:collect|request|provide)|required)|request list|documents? requested)$/,
  ],
  [
    "TEMPLATE",
    /^(?:(?:sample|example|template|specimen|model)\b.*|.*\b(?:template|sample|specimen|example text|model clause)s?|instructions? for (?:use|completing).*|how to (?:use|complete|fill).*)$/,
  ],
  ["DRAFT", /^(?:draft\b.*|.*\(draft\)|.*[-–:] draft|proposed (?:text|wording)|consultation version)$/],
  ["SUPERSEDED", /^(?:superseded\b.*|.*\((?:superseded|withdrawn|obsolete|archived?)\))$/],
  [
    "STANDARD",
    /^(?:(?:control|requirement|criterion) (?:text|statement|description|wording)|text of the (?:standard|control|requirement)|(?:the )?requirements? (?:of|in|from) .*)$/,
  ],
];
const NUMBERED =
  /^(?:(?:section|chapter|annex|appendix|part)\s+)?(?:[\dA-Za-z]{1,3}[.)](?:\d+[.)]?)*|\d+(?:\.\d+)*)\s+/i;

/** Why what is under a heading, or in a list that is opened so, is no sound support; undefined where it may be. */
export function reasonOfHeading(heading: string): WeakReason | undefined {
  const folded = foldWording(heading.replace(/^#+\s*/, "").replace(NUMBERED, "")).replace(
    /^[^\w(["]+|[\s.*_–-]+$/g,
    "",
  );
  return HEADINGS.find(([, pattern]) => pattern.test(folded))?.[0];
}
