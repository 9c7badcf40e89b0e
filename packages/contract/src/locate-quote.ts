export const QUOTE_LENGTH_MIN = 20;
export const QUOTE_LENGTH_MAX = 1000;
/** White space longer than it parts words in every script. */
const GAP_MAX = 50;
const RAW_LENGTH_MAX = 4 * QUOTE_LENGTH_MAX;

/**
 * Where a quote is in a text, or undefined. Both sides are compared after one normalisation, which is undone for
 * the answer: Unicode compatibility forms and case are folded, typographic quotes and dashes made plain, invisible
 * characters, vowel points and end-of-line hyphens omitted, white space collapsed, and omitted between characters of
 * scripts that are written without it.
 */
export function locateQuote(text: string, quote: string): TextRange | undefined {
  return isQuotable(quote) ? locateNormalised(foldText(text), foldQuote(quote)) : undefined;
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
export function locateNormalised({ text, folded, positions }: NormalisedText, wanted: string): TextRange | undefined {
  if (wanted.length === 0 || isTooShort(wanted, folded)) return undefined;
  const at = folded.indexOf(wanted);
  if (at === -1) return undefined;
  const end = positions[at + wanted.length - 1]! + 1;
  return { start: positions[at]!, end: isLowSurrogate(text, end) ? end + 1 : end };
}

/** How much a folded quote says, in letters of an alphabet: a character of Chinese or Japanese counts as two. */
export function quoteLength(folded: string): number {
  return folded.length + (folded.match(DENSE)?.length ?? 0);
}

/** A short quote is the whole of a text or nothing. */
function isTooShort(wanted: string, folded: string): boolean {
  if (wanted.length >= QUOTE_LENGTH_MIN) return false;
  return quoteLength(wanted) < Math.min(QUOTE_LENGTH_MIN, quoteLength(folded.trim()));
}

/** A dash at either end is omitted: it may be a list's, or one that parts a word at the end of a line. */
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

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Scripts without spaces between words; those of Korean part words. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3001\u3002\u30fc\uff01-\uff0f\uff1a-\uff20\uff61-\uff9f\u300c-\u300f]/u;
/** Vowel points, accents and stretched lines of Hebrew and Arabic. */
const POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640]/gu;

export interface NormalisedText {
  /** As it was. */
  readonly text: string;
  readonly folded: string;
  /** Of each code unit of `folded`, the offset of the character that it comes from. */
  readonly positions: readonly number[];
}

const HYPHENS = "-\u2010\u00ad";

/** The normalisation that quotes are compared in, with the way back. */
export function foldText(text: string): NormalisedText {
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
    const isHyphen = HYPHENS.includes(character);
    const broken = isHyphen && at > 0 && /[\p{L}\p{M}]/u.test(text[at - 1]!) ? hyphenAtLineEnd.exec(text) : null;
    if (broken) {
      at += broken[0].length;
      continue;
    }
    if (character > " " && character < "\u007f") emit(character.toLowerCase(), at);
    // Before white space, to which JavaScript counts the byte-order mark.
    else if (!INVISIBLE.test(character)) {
      if (!/\s/.test(character))
        emit((PLAIN[character] ?? character.normalize("NFKD").replace(POINTS, "")).toLowerCase(), at);
      else if (!folded.endsWith(" ") && !isBetweenUnspaced(text, at)) emit(" ", at);
    }
    at += character.length;
  }
  return { text, folded, positions };
}

function isBetweenUnspaced(text: string, at: number): boolean {
  if (at === 0 || !/[^\p{ASCII}\s]/u.test(text[at - 1]!)) return false;
  const before = text.codePointAt(isLowSurrogate(text, at - 1) ? at - 2 : at - 1)!;
  const next = /\S/.exec(text.slice(at, at + GAP_MAX));
  if (!next || !UNSPACED.test(String.fromCodePoint(before))) return false;
  return UNSPACED.test(String.fromCodePoint(text.codePointAt(at + next.index)!));
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
