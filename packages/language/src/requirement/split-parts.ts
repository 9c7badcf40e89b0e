import { isProhibition } from "./is-prohibition.ts";
import { type Item, readItems } from "./read-items.ts";
import { CLEAR_THIRD_PERSONS, VERBS } from "./requirement-verbs.ts";
import { splitClauses } from "./split-clauses.ts";

/** One thing that a requirement asks for. */
export interface RequirementPart {
  /** Is by itself: what leads into an item is carried into it. */
  readonly text: string;
  /** The marks of its item (`a.1`), otherwise its number. */
  readonly label: string;
  readonly prohibition: boolean;
}

interface Piece {
  readonly marks: readonly string[];
  readonly lead: string;
  readonly text: string;
}

const SENTENCE_END =
  /(?<!\b(?:e\.g|i\.e|etc|cf|vs|no|art|sec|incl|[A-Z])\.)(?<=[.!?]["'”’)]?)\s+(?=["'“‘(]?\p{Lu})|;\s+(?:and\s+|or\s+)?|\n\s*\n/u;
const NAMES_A_LIST = /\bfollowing\b[^:]{0,60}:$/i;
const LEFT_OUT = /\s*\(and \d+ more\)\s*$/;
/** Where the text is from, down to a clause: "FAR Clause 52.204-21 b.1.ii", "NIST SP 800-171 Rev 2 3.1.2". */
const SOURCE_NOTE =
  /^(?:FAR|DFARS|NIST SP|ISO(?:\/IEC)?|\d+ CFR)(?: (?:[A-Z]|(?=\S*\d))[\w./():-]+)* (?:\d+\.|[A-Za-z]{1,2}[.-])(?=\S*\d)[\w.()-]+$/;
const SAYS_ALL = /[.!?]["'”’)]?\s*$/;
/** The last sentence before a list that belongs to it. */
const OPENS_A_LIST = /\b(?:following|follows|below|listed|these)\b[^.!?]*[.!?]\W*$/i;
const ENDS = /[\s;,.]+$|\s*[;,]?\s+(?:and|or)\s*$/;
const PREPOSITIONS = "at|by|in|on|to|for|from|with|within|before|after|upon|under|when|where|if|including|as|of";
const HAS_VERB = new RegExp(
  `\\b(?:is|are|was|were|be|has|have|must|shall|should|may|can|will|do|does|${CLEAR_THIRD_PERSONS.join("|")})\\b`,
  "i",
);
const STARTS_PREDICATE =
  /^(?:is|are|was|were|be|has|have|must|shall)\b|^(?:\w{3,}ed|kept|held|written|set)\s+(?:by|at|in|on|to|for|from|with|every|each|within|after|before|annually|and|or)\b/i;
const WORDS_OF_A_BARE_TITLE_MAX = 4;
const WORDS_OF_A_HEADING_MAX = 6;
const STARTS_LEAD_IN = new RegExp(`^(?:${PREPOSITIONS}|${VERBS.join("|")})\\b|\\b(?:${PREPOSITIONS}|that)\\s*:$`, "i");
const PLACEHOLDER = /\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]/g;

/**
 * The parts of a requirement in order, never none. Numbered items are parts as they are; other statements are split
 * where each side is by itself. Pure: the same statement gives the same parts.
 */
export function splitParts(requirement: {
  readonly title: string;
  readonly subcheckLabel: string | null;
  readonly criterionTitle: string;
}): readonly RequirementPart[] {
  const title = withoutSources(requirement.title.replace(LEFT_OUT, "")).trim();
  const held: string[] = [];
  const masked = title.replace(PLACEHOLDER, (placeholder) => `\uE000${held.push(placeholder) - 1}\uE001`);
  const shown = (text: string) => text.replace(/\uE000(\d+)\uE001/g, (_, at) => held[Number(at)] ?? "");
  const root = readItems(masked);
  const pieces = root.items.length > 0 ? listLeaves(root, [], "") : splitStatement(masked);
  const stated = pieces.map(({ marks, lead, text }) => ({ marks, text: joinLead(lead, tidy(text)) }));
  const parts = stated.filter(({ text }) => /\p{L}/u.test(text));
  const whole = parts.length > 0 ? parts : [{ marks: [], text: title }];
  return whole.map(({ marks, text }, at) => ({
    text: shown(withCriterion(text, requirement.criterionTitle, whole.length)),
    label: labelOf(marks, requirement.subcheckLabel, at, whole.length),
    prohibition: isProhibition(shown(text)),
  }));
}

/** Bullets are sources only where all of them are, after a statement that needs none. */
function withoutSources(title: string): string {
  const [stated = "", ...notes] = title.split(/[•▪]/);
  if (!SAYS_ALL.test(stated) || OPENS_A_LIST.test(stated)) return title;
  return notes.every((note) => SOURCE_NOTE.test(note.replace(/\s+/g, " ").trim())) ? stated : title;
}

function labelOf(marks: readonly string[], subcheckLabel: string | null, at: number, count: number): string {
  if (marks.some((mark) => mark !== "")) return marks.filter((mark) => mark !== "").join(".");
  return count === 1 && subcheckLabel ? subcheckLabel : String(at + 1);
}

/** The innermost items, each with what leads into it; an item that also states something of its own keeps it. */
function listLeaves(item: Item, marks: readonly string[], lead: string): Piece[] {
  const here = item.mark === "" && marks.length === 0 ? marks : [...marks, item.mark];
  const text = tidy(item.text);
  if (item.items.length === 0) return text === "" ? [] : [{ marks: here, lead, text }];
  const own = text === "" ? [] : leadsIn(item.text) ? [] : [{ marks: here, lead, text }];
  const carried = own.length > 0 ? lead : joinLead(lead, item.text.trim());
  return [...own, ...item.items.flatMap((inner) => listLeaves(inner, here, carried))];
}

/** "The organization:", "policy that:": words that need what follows. A whole sentence before a list is alone. */
function leadsIn(text: string): boolean {
  return !SAYS_ALL.test(text);
}

function splitStatement(statement: string): Piece[] {
  const [, lead = "", rest = statement] = /^([^.;]{3,200}:)\s+(.*;.*)$/s.exec(statement) ?? [];
  const chunks = rest.split(SENTENCE_END).flatMap((chunk) => (chunk.trim() === "" ? [] : [chunk.trim()]));
  const whole = lead === "" ? rejoinBare(chunks) : chunks;
  return whole.flatMap((chunk) => splitClauses(tidy(chunk)).map((text) => ({ marks: [], lead, text })));
}

/** After a semicolon a few words without a verb belong to what is before them. */
function rejoinBare(chunks: readonly string[]): string[] {
  const joined: string[] = [];
  for (const chunk of chunks) {
    const last = joined.at(-1);
    if (last !== undefined && !/[.!?]$/.test(last) && !HAS_VERB.test(chunk) && !startsLikeStatement(chunk))
      joined[joined.length - 1] = `${last}; ${chunk}`;
    else joined.push(chunk);
  }
  return joined;
}

function startsLikeStatement(chunk: string): boolean {
  return /^\p{Lu}\p{Ll}+\s/u.test(chunk) || /^(?:\uE000|[a-z]+s?\s+(?:the|an?|each|all|its|their)\b)/.test(chunk);
}

function tidy(text: string): string {
  let tidied = text.replace(/\s+/g, " ").trim();
  for (let before = ""; before !== tidied; ) {
    before = tidied;
    tidied = tidied.replace(ENDS, "");
  }
  return tidied.replace(/\s+([;,.])/g, "$1");
}

/** "Account Management: Assign managers" keeps its colon; "The organization: Assigns managers" reads as one sentence. */
function joinLead(lead: string, text: string): string {
  if (lead === "") return text;
  const before = lead.replace(/\s+/g, " ").trim();
  if (isHeading(before.split(/(?<=:)\s/).at(-1) ?? "") || NAMES_A_LIST.test(before)) return `${before} ${text}`;
  return `${before.replace(/\s*:\s*$/, "")} ${text.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase())}`;
}

function isHeading(lead: string): boolean {
  if (!lead.endsWith(":") || isSubject(lead)) return false;
  const words = lead.slice(0, -1).split(/\s+/);
  const written = words.filter((word) => /^\p{L}{4,}/u.test(word));
  if (written.length > 0 && written.every((word) => /^\p{Lu}/u.test(word))) return true;
  return words.length <= WORDS_OF_A_HEADING_MAX && !HAS_VERB.test(lead) && !STARTS_LEAD_IN.test(lead);
}

function isSubject(lead: string): boolean {
  return /^(?:the|an?)\s/i.test(lead) || (/^\w+:$/.test(lead) && !/(?:ing|ion|ment|s|ty|ance)s?:$/i.test(lead));
}

/** "Approved by management": the criterion names what is meant. */
function withCriterion(text: string, criterionTitle: string, count: number): string {
  const words = text.match(/\S+/g)?.length ?? 0;
  const isBare =
    STARTS_PREDICATE.test(text) || (count === 1 && words <= WORDS_OF_A_BARE_TITLE_MAX && !HAS_VERB.test(text));
  return isBare && criterionTitle.trim() !== "" ? `${criterionTitle.trim()}: ${text}` : text;
}
