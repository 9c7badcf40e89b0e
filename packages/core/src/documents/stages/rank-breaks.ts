/** How good a place is to cut at, best last. */
export const BREAK_RANKS = ["word", "clause", "line", "sentence", "item", "paragraph"] as const;
type BreakRank = (typeof BREAK_RANKS)[number];

export interface Break {
  /** Where the next chunk would begin. */
  readonly at: number;
  /** Place in BREAK_RANKS. */
  readonly rank: number;
}

const BEFORE_LENGTH = 240;
const AFTER_LENGTH = 40;
const HEADING_LENGTH_MAX = 90;
/** A line this long that ends without an end mark was wrapped by the width of its page. */
const WRAPPED_LENGTH_MIN = 55;

const CLOSERS = String.raw`[\p{Pe}\p{Pf}"'*_\x60]*`;
const ENDS_SENTENCE = new RegExp(`[.!?…。！？．؟۔।॥။።։]${CLOSERS}$`, "u");
const ENDS_CLAUSE = new RegExp(`[;,:；，、：；،؛]${CLOSERS}$`, "u");
const LEADS_IN = new RegExp(`[:：]${CLOSERS}$`, "u");
/** Words that no sentence ends with, though a full stop follows. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|cf|etc|vs|viz|approx|incl|excl|resp|no|nos|nr|art|sec|sect|para|paras|cl|ch|fig|figs|tab|app|vol|ed|eds|p|pp|ref|refs|rev|ver|v|dr|mr|mrs|ms|prof|st|inc|ltd|co|corp|dept|est|max|min|tel|ca|bzw|usw|vgl|abs|ziff|bspw|ggf|inkl|evtl|sog|z\.\s?b|d\.\s?h|u\.\s?a|z\.\s?t|o\.\s?ä|m|mme|mlle|av|sr|sra|ej|núm|pág|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|[a-z]|\d+(?:\.\d+)*)\.$/i;
/** Such abbreviations are followed by what they stand before; a number at the end of a sentence is not told from them. */
const BEGINS_ITEM =
  /^(?:[-*•▪◦–—●○‣]\s|#{1,6}\s|[|>]|(?:\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivxlc]{1,5})[.)]|\d{1,3}(?:\.\d{1,3})+|§+\s?\d|(?:article|section|annex|appendix|clause|chapter|kapitel|artikel|abschnitt|anhang)\s\S{1,6}[.:]?)\s)/i;
const LEADS_ON =
  /(?:[-–—/&(]|\b(?:an?|the|and|or|nor|of|to|in|on|for|with|by|at|from|as|into|than|that|which|who|whose|its|their|this|these|those|our|your|is|are|be|been|was|were|must|shall|should|will|may|can|not|any|all|each|every|if|when|where|der|die|das|den|dem|des|und|oder|von|zu|mit|für|im|am|le|la|les|de|du|et|ou|pour|avec|el|los|las|y|en|con|para))$/i;
/** Scripts that put no space between words; in Thai and its kin a space parts phrases. */
const SPACELESS = /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u;
const PHRASED = /\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u;

const PLACES = /\s+|[。！？．][\p{Pe}\p{Pf}]*|[、，；：](?=\S)/gu;

/** All places between `from` and `to` at which a text may be cut. */
export function listBreaks(text: string, from: number, to: number): Break[] {
  const breaks: Break[] = [];
  // One step back, as a place may begin where the window does.
  PLACES.lastIndex = from;
  for (let match = PLACES.exec(text); match && match.index < to; match = PLACES.exec(text)) {
    const at = match.index + match[0].length;
    if (at > to) break;
    if (at <= from || (/\S$/.test(match[0]) && /^\s/.test(text.slice(at, at + 1)))) continue;
    breaks.push({ at, rank: BREAK_RANKS.indexOf(rankBreak(text, match.index, at)) });
  }
  return breaks;
}

/** `text.slice(start, at)` is the white space, or the mark of a script without spaces, that parts what is around it. */
function rankBreak(text: string, start: number, at: number): BreakRank {
  const gap = text.slice(start, at);
  const marked = gap.trim() !== "";
  const before = text.slice(Math.max(0, start - BEFORE_LENGTH), marked ? at : start);
  const after = text.slice(at, at + AFTER_LENGTH);
  const lineEnds = gap.split("\n").length - 1;
  const ended = ENDS_SENTENCE.test(before) && !ABBREVIATION.test(before) && !/^\p{Ll}/u.test(after);
  if (lineEnds === 0) {
    if (ended) return "sentence";
    if (ENDS_CLAUSE.test(before) || before.endsWith(" |")) return "clause";
    return PHRASED.test(before.slice(-1)) && PHRASED.test(after.slice(0, 1)) ? "sentence" : "word";
  }
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const begins = BEGINS_ITEM.test(after) || isRow(after.split("\n", 1)[0]!) || isRow(line);
  // What leads into a list, and what reads like a heading, stay with what they stand above.
  if (LEADS_IN.test(line) || (lineEnds === 1 && isHeading(text, start, line))) return "clause";
  const closed = ended || /[.!?…]\W*$/.test(line);
  if (lineEnds > 1) {
    if (begins || closed) return isHeading(text, start, line) ? "clause" : "paragraph";
    return leadsOn(line, after) ? "word" : isHeading(text, start, line) ? "clause" : "paragraph";
  }
  if (begins) return "item";
  if (ended) return "sentence";
  return leadsOn(line, after) || line.length >= WRAPPED_LENGTH_MIN ? "word" : "line";
}

function leadsOn(line: string, after: string): boolean {
  if (/^[\p{Ll}),;]/u.test(after) || LEADS_ON.test(line) || /[,;]$/.test(line)) return true;
  return SPACELESS.test(line.slice(-1)) && SPACELESS.test(after.slice(0, 1));
}

function isRow(line: string): boolean {
  return line.includes(" | ") || line.includes("\t") || line.startsWith("|");
}

/** A short line of its own, without an end mark, that is above something. */
function isHeading(text: string, end: number, line: string): boolean {
  if (line.length === 0 || line.length > HEADING_LENGTH_MAX || isRow(line)) return false;
  if (/[.!?…。！？;,]\W*$/u.test(line) || /^[\p{Ll}\-*•▪◦–—●○‣]/u.test(line)) return false;
  const above = text.slice(0, end - line.length).trimEnd();
  if (above === "" || /^#{1,6}\s/.test(line)) return true;
  const blankAbove = /\n\s*\n\s*$/.test(text.slice(Math.max(0, end - line.length - 8), end - line.length));
  return blankAbove || /^\d{1,2}(?:\.\d{1,2})*\.?\s+\p{Lu}/u.test(line);
}
