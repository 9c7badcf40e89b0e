import { type EvidenceKind, type FileType, isMessage } from "@assay/contract";

export interface DescribedDocument {
  readonly filename: string;
  readonly fileType: FileType;
  /** Titles of its sections and sheets, in order. */
  readonly headings: readonly string[];
  /** How its text begins. */
  readonly opening: string;
  /** Text to judge its wording by; a part of a long document is enough. */
  readonly text: string;
  /** How many days it says something happened on. */
  readonly factCount: number;
  /** Whether it is an image that shows a clock, an address bar or who is signed in. */
  readonly isScreenshot?: boolean;
}

const DESIGN_NOUNS =
  "polic(?:y|ies)|standards?|procedures?|plans?|guidelines?|guidance|contracts?|agreements?|handbooks?|manuals?|charters?|playbooks?|runbooks?|sops?|dpas?|slas?|terms|codes?|framework|strategy|process(?:es)?|instructions?|rules|baselines?|specifications?|templates?|principles|methodology|isms|architecture|schedule";
const RECORD_NOUNS =
  "logs?|registers?|registry|minutes|tickets?|reports?|confirmations?|screenshots?|records?|evidence|attestations?|certificates?|results?|exports?|inventory|inventories|lists?|trail|reviews?|tests?|checklists?|statements?|findings|acknowledge?ments?|receipts?|e-?mails?|history|journal|tracker|protocols?|sign-?offs?|summary|attendance|scans?|audits?|drills?|exercises?";
const NOUN = new RegExp(`\\b(?:(${DESIGN_NOUNS})|(${RECORD_NOUNS}))\\b`, "giu");
/** What follows says what the thing before is about. */
const ABOUT = /\s(?:of|for|on|about|to|regarding|concerning|from|in|by|with|according)\s|\s[-–—:]\s|[:,(]/iu;

const RULE_WORDS =
  /\b(?:shall|must|is required to|are required to|should|may not|is responsible for|are responsible for|this (?:policy|procedure|standard|plan|agreement|document) (?:applies|defines|describes|sets|covers|establishes))\b/giu;
const RULE_SECTIONS =
  /^(?:\d+(?:\.\d+)*\.?\s+)?(?:purpose|scope|roles and responsibilities|responsibilities|policy(?: statements?)?|definitions?|enforcement|exceptions|compliance|review and maintenance|procedure|principles)\s*$/iu;
const RECORD_WORDS =
  /\b(?:attendees|present|apologies|in attendance|was (?:completed|performed|reviewed|tested|approved|held|closed|restored|confirmed)|were (?:completed|performed|reviewed|tested|approved|closed|restored|confirmed)|has been (?:completed|performed|reviewed|tested|approved|closed|confirmed)|ticket|status: (?:closed|done|resolved|completed)|resolved|signed by|confirmed that|result: (?:pass|passed|ok|successful)|outcome)\b/giu;

/** Text to look at for the wording of a document. */
export const KIND_TEXT_MAX = 40_000;

/**
 * Whether a document lays down a rule or records what was done: by its name, by its titles, else by its wording. A name
 * that the wording contradicts decides nothing.
 */
export function deriveEvidenceKind(document: DescribedDocument): EvidenceKind {
  const { filename, fileType, headings, opening, factCount, isScreenshot } = document;
  const byWording = judgeWording(document);
  // How a screenshot begins is its menu.
  const titles = isScreenshot ? [] : [...linesThatTitle(opening), ...headings.slice(0, 3)];
  const named = kindOfTitle(nameOf(filename)) ?? firstKind(titles);
  if (named === "RECORD" && byWording === "DESIGN" && factCount === 0) return "UNKNOWN";
  if (named !== undefined) return named;
  // A message or a log says what happened; what it is called says nothing.
  if (isMessage(fileType)) return "RECORD";
  return byWording ?? (isScreenshot ? "RECORD" : "UNKNOWN");
}

function nameOf(filename: string): string {
  return filename
    .slice(filename.lastIndexOf("/") + 1)
    .replace(/\.[a-z0-9]{1,5}$/iu, "")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.+~]+/gu, " ");
}

/** Of "Access review policy" the policy counts, of "Minutes of the policy board" the minutes. */
function kindOfTitle(title: string): EvidenceKind | undefined {
  for (const part of ` ${title} `.split(ABOUT)) {
    const last = [...part.matchAll(NOUN)].at(-1);
    if (last) return last[1] === undefined ? "RECORD" : "DESIGN";
  }
  return undefined;
}

function firstKind(titles: readonly string[]): EvidenceKind | undefined {
  for (const title of titles) {
    const kind = kindOfTitle(title);
    if (kind) return kind;
  }
  return undefined;
}

function linesThatTitle(opening: string): string[] {
  return opening
    .split("\n")
    .map((line) => line.replace(/^[#*_\s]+|[*_\s]+$/gu, ""))
    .filter((line) => line !== "")
    .slice(0, 2)
    .filter((line) => line.length <= 100 && !/[.;|]$/u.test(line) && !line.includes(" | "));
}

function judgeWording({ headings, text, factCount }: DescribedDocument): EvidenceKind | undefined {
  const looked = text.slice(0, KIND_TEXT_MAX);
  const perThousand = (count: number) => (count * 1000) / Math.max(looked.length, 400);
  const rules = perThousand([...looked.matchAll(RULE_WORDS)].length);
  const sections = headings.filter((heading) => RULE_SECTIONS.test(heading.trim())).length;
  const records = perThousand([...looked.matchAll(RECORD_WORDS)].length + factCount);
  const design = rules + sections;
  if (design >= 1 && design > records * 2) return "DESIGN";
  if (records >= 1 && records > design * 2) return "RECORD";
  return undefined;
}
