import type { DocumentState } from "@assay/contract";
import { foldWording, listStatements, type Statement } from "@assay/language/text";
import { isQuestion } from "./reasons/question.ts";
import { hasOpenPlaces } from "./reasons/template.ts";
import { shinglesOf } from "./shingles.ts";

/** What is known of a document when a run looks at it: its name, its beginning, and the passages that were found. */
export interface DescribedDocument {
  readonly title: string;
  readonly openingText: string;
  readonly passages: readonly string[];
  /** Shingles of the pack's requirements and of the guidance (`shinglesOfAll`). */
  readonly knownTexts: ReadonlySet<number>;
}

/** Most of the opening text that is read, in characters. */
export const OPENING_LENGTH = 3000;
const HEAD_LENGTH = 700;
/** Of a text's shingles, those that a standard shares with the pack or guidance. */
const COPIED = 0.5;
const SHINGLES_MIN = 12;
const STATEMENTS_MIN = 4;
const OPEN_SHARE = 0.2;
const OPEN_MIN = 2;
const ASKED_SHARE = 0.5;

const DRAFT_TITLE =
  /(?:^|[^a-z])draft(?:\d|[^a-z]|$)|\bwip\b|\bwork in progress\b|\bfor (?:comment|consultation|review|discussion|approval)\b|(?:^|[\s_(-])v?\.? ?0\.\d+(?:[\s_.)-]|$)/;
/** What may follow a mark that represents itself, and not before a noun that it describes. */
const MARK_END =
  "(?=\\s*(?:$|\\n|[-–—:;.,!)|\\]/*]|(?:on|by|since|as of|for|in|and|v\\.?|version|copy|edition|rev\\w*|of|not|no\\.?|\\d)\\b))";
const PAPER =
  "(?:document|policy|version|text|procedure|standard|plan|paper|guideline|edition|revision|page|directive|instruction|leaflet|manual|handbook|rules?|code|circular|order|regulations?|chapter|section|programme|program|protocol|notice|copy|sheet|file|wording|proposal)";
const THIS_PAPER = `(?:this|the present|the (?:following|attached|enclosed)|these|the|it|[\\w-]+ below) ?(?:\\w+ ){0,2}?(?:${PAPER})?(?: (?:below|above|here|as such|itself|in this \\w+))?`;
const DRAFT_MARK = new RegExp(
  [
    `(?:^|\\n)\\W*(?:(?:first|second|third|early|rough|working|consultation|discussion|exposure|review|internal|initial|preliminary|revised|final|latest) )*draft${MARK_END}`,
    `(?:^|\\n)\\W*(?:proposal|proposed (?:text|wording|version)|for (?:discussion|comment|consultation|review|approval|information and comment)|not for (?:release|distribution|use)|unapproved|unsigned|unreleased|preliminary)${MARK_END}`,
    `\\b(?:status|version|state|document status|classification|revision|rev\\.?|stage|edition|issue|release|sign-?off|approval|approved by|approved on|adopted|adopted by|signed by|released by|in force (?:since|from))\\s*[:|=\\t]\\s*(?:v?\\d[\\d.]*\\s*|rev\\.? ?\\w\\s*)?[([–|-]?\\s*(?:draft|work in progress|wip|not (?:yet )?\\w+|unapproved|for (?:comment|consultation|review|approval|discussion)|in review|under (?:review|revision|discussion)|pending|awaiting|proposed|proposal|preliminary|review copy|outstanding|open|missing|none|tb[acd]|n\\/a|-+|–|\\?+)(?=\\W|$)`,
    `\\b${THIS_PAPER} (?:is|are|remains?|constitutes?|represents?|has|have) (?:still |currently |only |but |not |yet |never )*(?:an? |in )?(?:(?:first|early|working|initial|discussion|consultation|preliminary) )*(?:draft|proposal|preliminary|(?:been )?(?:approved|adopted|signed|released|ratified)(?<=(?:not|never) (?:yet )?(?:been )?\\w+)|not (?:yet )?(?:in force|final|binding|official|in effect|effective)|to be (?:approved|adopted|signed)|unapproved|unsigned|work in progress|awaiting|pending|under (?:review|revision)|subject to (?:approval|change))`,
    "\\b(?:subject to|pending|awaiting|until) (?:\\w+ ){0,3}(?:approval|sign-?off|ratification|adoption)\\b",
    "\\b(?:working|review|discussion|unsigned|advance|editor's) copy\\b|\\((?:working|unsigned|draft|unapproved|not approved|provisional)\\b",
    "(?:^|\\n)\\W*(?:please (?:send|give|add) )?(?:your )?comments? (?:\\w+ ){0,5}(?:welcome|invited|requested|due|please|by \\w+)[^\\n]{0,30}(?:\\n|$)(?<!recorded[^\\n]*)",
  ].join("|"),
);
const SUPERSEDED_TITLE =
  /\b(?:superseded|obsolete|withdrawn|archived?|deprecated|outdated|retired|repealed|do[\s_-]not[\s_-]use)\b(?=\W*(?:$|copy|version|edition|\d|v\d|\)|do\b))|^(?:superseded|obsolete|withdrawn|old|outdated|archived?)[\s_-]+(?:version|policy|copy|\w+[\s_-]policy|\w+[\s_-]+v?\d)|\((?:superseded|obsolete|withdrawn|old|archived?|outdated|expired)\b[^)]*\)|[\s_-](?:old|obsolete|superseded)(?:\.\w{2,4})?$|do not use/;
const SUPERSEDED_MARK = new RegExp(
  [
    `(?:^|\\n)\\W*(?:superseded|obsolete|withdrawn|archived?(?: copy| version)?|deprecated|repealed|rescinded|no longer (?:in force|valid|current|maintained|in use|applicable)|out of (?:force|date)|retired|do not use|replaced|historical(?: version| copy)?|expired|(?:previous|former|earlier|old|superseded) (?:edition|version|issue|rules|policy))${MARK_END}`,
    `\\b(?:status|state|document status|lifecycle|validity)\\s*[:|=\\t]\\s*\\W*(?:superseded|obsolete|withdrawn|archived?|deprecated|repealed|retired|inactive|replaced|no longer valid|expired|cancell?ed|historical)\\b`,
    `\\b(?:this|the present|these|the) (?:\\w+ ){0,2}?${PAPER}(?: (?:below|above|here|itself|in this \\w+|[\\d.]+))* (?:(?:has|have) (?:since |now |meanwhile )?been|is|are|was|were) (?:now |hereby |since |being |therefore )?(?:superseded|replaced|withdrawn|retired|repealed|rescinded|archived|discontinued|revoked|overtaken|cancell?ed|supplanted|obsolete|no longer (?:in force|valid|current|applicable|in use|maintained|binding|effective|followed)|deprecated|out of (?:date|force)|outdated|void|not in force any)`,
    `\\b(?:this|the present) (?:\\w+ )?${PAPER} (?:no longer (?:applies|holds)|ceased to|lapsed|expired)\\b`,
    "(?:^|\\n|[(|:] ?)\\W*(?:superseded|replaced) by\\b",
    `\\b(?:takes?|took|taken) (?:over from|the place of) (?:this|the present|these) (?:\\w+ )?${PAPER}\\b`,
    "\\b(?:kept|retained|stored|archived) (?:only |solely )?(?:for (?:reference|historical purposes|the record|information)|as a record)(?: only)?\\b",
  ].join("|"),
);
const SUPERSEDES =
  /\b(?:supersedes|replaces|superseding|replacing|obsoletes|(?:earlier|prior|previous|other|former) (?:versions|editions|issues)|(?:change|revision|version|document) (?:log|history)|history of)\b/;
const TEMPLATE_TITLE =
  /(?:^|[^a-z])(?:template|specimen|boilerplate|muster)(?:[^a-z]|$)|(?:^|[^a-z])(?:sample|example|model) (?:\w+ ){0,4}(?:policy|procedure|plan|agreement|contract|clause|document|standard|programme|program)/;
const TEMPLATE_MARK =
  /\b(?:this|the) (?:document|policy|file|page|text|form|sample)? ?(?:is|serves as|provides|can be used as|may be used as|was designed as) (?:intended (?:as|to be) )?(?:only )?an? (?:\w+ )?(?:template|sample|example|model|starting point|specimen|boilerplate)\b|\b(?:how to use this (?:template|document|sample)|instructions for (?:using|completing) this|replace (?:the )?(?:text|words|placeholders?|everything|all) (?:in|between|with|marked)|customi[sz]e this|tailor this|adapt this (?:template|policy|document|text) to|delete this (?:page|section|text|box)|this (?:template|sample policy|model policy)|free (?:policy )?template|(?:policy|document|sample) template)\b/;
const QUESTIONNAIRE_TITLE =
  /\b(?:questionnaire|questions?|checklist|self-?assessment|caiq|sig lite|rfi|rfp|request for (?:information|proposal)|audit programme|audit program|interview guide|question list|request list)\b/;
const OTHER_TITLE =
  /\b(?:case study|datasheet|data sheet|brochure|white ?paper|press release|competitor\w*|vendor (?:offer|proposal|marketing)|sales (?:deck|presentation)|product sheet|newsletter)\b/;
const OTHER_MARK =
  /\b(?:case study|all rights reserved\. [^.\n]{0,40}(?:datasheet|white paper)|contact our sales|request a (?:demo|quote)|our (?:customers|clients) (?:trust|choose|rely|benefit)|start your free trial|book a demo|trusted by (?:over )?[\d,]+ (?:customers|companies|organi[sz]ations))\b/;
const STANDARD_TITLE =
  /^(?:nist(?: sp)?[ -]?(?:800|csf|ir)|iso(?:[ /-]?iec)?[ -]?\d{4,5}|sp ?800-\d+|pci[ -]?dss|cis (?:critical|controls)|hipaa (?:security|privacy) rule|regulation \(eu\)|directive \(eu\)|45 cfr|cobit|soc ?2 (?:trust|criteria)|bsi[ -](?:standard|grundschutz)|owasp (?:asvs|top))/;

/** What a document is by its own words, so that no passage of it is taken for more. */
export function describeDocument(document: DescribedDocument): DocumentState {
  const title = foldWording(document.title.replace(/[_]+/g, " "));
  const opening = document.openingText.slice(0, OPENING_LENGTH);
  const head = foldLines(opening.slice(0, HEAD_LENGTH));
  if (isStandard(title, document)) return "STANDARD";
  if (isMarked(head, SUPERSEDED_MARK, SUPERSEDES) || (SUPERSEDED_TITLE.test(title) && !SUPERSEDES.test(title)))
    return "SUPERSEDED";
  if (DRAFT_TITLE.test(title) || isMarked(head, DRAFT_MARK, SUPERSEDES)) return "DRAFT";
  const statements = statementsOf([opening, ...document.passages]);
  if (TEMPLATE_TITLE.test(title) || TEMPLATE_MARK.test(head) || isOpen(statements))
    return isAboutTemplates(title) ? "IN_FORCE" : "TEMPLATE";
  if (isQuestionnaire(title, statements)) return "QUESTIONNAIRE";
  if (OTHER_TITLE.test(title) || OTHER_MARK.test(head)) return "OTHER_ORGANISATION";
  return "IN_FORCE";
}

/** Lines stay, as a mark often has a line of its own. */
function foldLines(text: string): string {
  return text
    .split("\n")
    .map((line) => foldWording(line.replace(/^#+\s*/, "")))
    .filter((line) => line !== "")
    .join("\n");
}

function isMarked(head: string, mark: RegExp, opposite: RegExp): boolean {
  return head.split("\n").some((line) => mark.test(line) && !opposite.test(line));
}

function isAboutTemplates(title: string): boolean {
  return /\btemplates? (?:management|control|library|policy|register)\b/.test(title);
}

/** Mostly the words of the pack or of the guidance: what is required, and not what is done. */
function isStandard(title: string, { openingText, passages, knownTexts }: DescribedDocument): boolean {
  if (STANDARD_TITLE.test(title)) return true;
  if (knownTexts.size === 0) return false;
  const shingles = new Set([openingText.slice(0, OPENING_LENGTH), ...passages].flatMap(shinglesOf));
  if (shingles.size < SHINGLES_MIN) return false;
  let known = 0;
  for (const hash of shingles) if (knownTexts.has(hash)) known++;
  return known / shingles.size >= COPIED;
}

function isOpen(statements: readonly Statement[]): boolean {
  const open = statements.filter(({ text }) => hasOpenPlaces(text)).length;
  return open >= OPEN_MIN && open / statements.length >= OPEN_SHARE;
}

function isQuestionnaire(title: string, statements: readonly Statement[]): boolean {
  const asked = statements.filter((statement) => isQuestion(statement)).length;
  const share = statements.length === 0 ? 0 : asked / statements.length;
  if (QUESTIONNAIRE_TITLE.test(title)) return share >= ASKED_SHARE / 2;
  return statements.length >= STATEMENTS_MIN && share >= ASKED_SHARE;
}

/** Each once: a passage may repeat the opening. */
function statementsOf(texts: readonly string[]): Statement[] {
  const stated = texts.flatMap(listStatements).filter(({ kind }) => kind !== "heading");
  return [...new Map(stated.map((statement) => [statement.text, statement])).values()];
}
