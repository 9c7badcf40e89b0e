export const QUOTE_LENGTH_MIN = 20;
export const QUOTE_LENGTH_MAX = 1000;
const RAW_LENGTH_MAX = 4 * QUOTE_LENGTH_MAX;

/**
 * Where a quote is in a text, or undefined. Both sides are compared after one normalisation, which is undone for
 * the answer: Unicode compatibility forms and case are folded, typographic quotes and dashes made plain, invisible
 * characters and end-of-line hyphens left out, white space collapsed.
 */
export function locateQuote(text: string, quote: string): TextRange | undefined {
  return isQuotable(quote) ? locateFolded(foldText(text), foldQuote(quote)) : undefined;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Whether a quote has a length that is looked for at all. */
export function isQuotable(quote: string): boolean {
  return quote.trim().length <= QUOTE_LENGTH_MAX && quote.length <= RAW_LENGTH_MAX;
}

/** `locateQuote` with both sides folded already, for many quotes and many texts. */
export function locateFolded({ text, folded, positions }: FoldedText, wanted: string): TextRange | undefined {
  if (wanted.length < Math.min(QUOTE_LENGTH_MIN, folded.trim().length) || wanted.length === 0) return undefined;
  const at = folded.indexOf(wanted);
  if (at === -1) return undefined;
  const end = positions[at + wanted.length - 1]! + 1;
  return { start: positions[at]!, end: isLowSurrogate(text, end) ? end + 1 : end };
}

/** A dash at either end is left out: it may be a list's, or one that parts a word at the end of a line. */
export function foldQuote(quote: string): string {
  return foldText(quote).folded.replace(/^[\s-]+|[\s-]+$/g, "");
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

export interface FoldedText {
  /** As it was. */
  readonly text: string;
  readonly folded: string;
  /** Of each code unit of `folded`, the offset of the character that it comes from. */
  readonly positions: readonly number[];
}

/** The normalisation that quotes are compared in, with the way back. */
export function foldText(text: string): FoldedText {
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
  return { text, folded, positions };
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
