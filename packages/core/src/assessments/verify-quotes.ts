import type { AssessmentFlag, Citation } from "@assay/contract";
import type { FlaggedRange } from "@assay/db";
import { flagsOver } from "../documents/flag-instructions.ts";

/** A retrieved chunk as it is stored. */
export interface VerifiablePassage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly pageNumber: number | null;
  readonly text: string;
  readonly flaggedRanges: readonly FlaggedRange[];
}

export const QUOTE_LENGTH_MIN = 20;
export const QUOTE_LENGTH_MAX = 1000;
const CITATIONS_MAX = 10;
/** A model that sends more quotes, or longer ones, has lost its way: what is beyond is not even looked up. */
const QUOTES_MAX = 100;
const RAW_LENGTH_MAX = 4 * QUOTE_LENGTH_MAX;

export interface VerifiedQuotes {
  readonly citations: Citation[];
  readonly flags: AssessmentFlag[];
}

/**
 * Keeps the quotes that stand in the passage they name, as the passage has them. A quote that is not found there, is
 * too short to prove anything, or overlaps text that is hidden or addresses a model is dropped and flagged.
 */
export function verifyQuotes(
  quotes: readonly { readonly chunkId: string; readonly text: string }[],
  passages: readonly VerifiablePassage[],
): VerifiedQuotes {
  const byId = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const flags = new Set<AssessmentFlag>(quotes.length > QUOTES_MAX ? ["UNVERIFIED_QUOTES_DROPPED"] : []);
  const citations: Citation[] = [];
  for (const quote of quotes.slice(0, QUOTES_MAX)) {
    const passage = byId.get(quote.chunkId);
    const range = passage && locateQuote(passage.text, quote.text);
    if (!passage || !range) {
      flags.add("UNVERIFIED_QUOTES_DROPPED");
      continue;
    }
    const reasons = flagsOver(passage.flaggedRanges, range.start, range.end);
    if (reasons.has("HIDDEN")) flags.add("HIDDEN_TEXT_EVIDENCE");
    if (reasons.has("INSTRUCTION")) flags.add("INSTRUCTION_LIKE_EVIDENCE");
    if (reasons.size > 0) continue;
    const text = passage.text.slice(range.start, range.end);
    const known = citations.some((citation) => citation.chunkId === passage.chunkId && citation.text === text);
    if (known || citations.length === CITATIONS_MAX) continue;
    citations.push({ documentId: passage.documentId, chunkId: passage.chunkId, text, pageNumber: passage.pageNumber });
  }
  return { citations, flags: [...flags].sort() };
}

/**
 * Where a quote stands in a text, or undefined. Both sides are compared after one normalisation, which is undone for
 * the answer: Unicode compatibility forms and case are folded, typographic quotes and dashes made plain, invisible
 * characters and end-of-line hyphens left out, white space collapsed.
 */
export function locateQuote(text: string, quote: string): { start: number; end: number } | undefined {
  if (quote.trim().length > QUOTE_LENGTH_MAX) return undefined;
  // A dash at either end may be a list's, or one that parts a word at the end of a line.
  if (quote.length > RAW_LENGTH_MAX) return undefined;
  const wanted = normalise(quote).folded.replace(/^[\s-]+|[\s-]+$/g, "");
  const { folded, positions } = normalise(text);
  if (wanted.length < Math.min(QUOTE_LENGTH_MIN, folded.trim().length) || wanted.length === 0) return undefined;
  const at = folded.indexOf(wanted);
  if (at === -1) return undefined;
  const end = positions[at + wanted.length - 1]! + 1;
  return { start: positions[at]!, end: isLowSurrogate(text, end) ? end + 1 : end };
}

const PLAIN: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": "'",
  "\u201b": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u00ab": '"',
  "\u00bb": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2015": "-",
  "\u2212": "-",
};
const INVISIBLE = /^[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]$/u;

/** Each folded code unit knows the offset of the character that it comes from. */
function normalise(text: string): { folded: string; positions: number[] } {
  let folded = "";
  const positions: number[] = [];
  const emit = (piece: string, at: number) => {
    folded += piece;
    for (let unit = 0; unit < piece.length; unit++) positions.push(at);
  };
  const hyphenAtLineEnd = /[-\u2010\u00ad][ \t]*\n\s*(?=\p{Ll})/uy;
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    hyphenAtLineEnd.lastIndex = at;
    const broken = at > 0 && /[\p{L}\p{M}]/u.test(text[at - 1]!) ? hyphenAtLineEnd.exec(text) : null;
    if (broken) {
      at += broken[0].length;
      continue;
    }
    // Before white space, to which JavaScript counts the byte-order mark.
    if (!INVISIBLE.test(character)) {
      if (!/\s/.test(character)) emit((PLAIN[character] ?? character.normalize("NFKD")).toLowerCase(), at);
      else if (!folded.endsWith(" ")) emit(" ", at);
    }
    at += character.length;
  }
  return { folded, positions };
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
