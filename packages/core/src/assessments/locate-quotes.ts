import {
  foldQuote,
  foldText,
  isQuotable,
  locateNormalised,
  locateQuote,
  type NormalisedText,
  QUOTE_LENGTH_MIN,
  quoteLength,
  type TextRange,
} from "@assay/contract/locate-quote";
import { UNSPACED } from "@assay/language/words";
import { type Aligned, alignQuote, SHARED_MIN, type Word, wordsOf } from "./align-quote.ts";

/** Where a text stops and continues: `…`, `...`, `[…]`, `(...)`. */
const ELLIPSIS = /\s*(?:\[\s*(?:…|\.{3,})\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,})\s*/u;
const ELLIPSES_AT_ENDS = new RegExp(`^${ELLIPSIS.source}|${ELLIPSIS.source}$`, "gu");
const PIECES_MAX = 6;
const WORDS_LENGTH_MIN = 8;
const UNSPACED_WORD = new RegExp(`[${UNSPACED}]`, "u");
/** What models put around a quote: quotation marks, emphasis, code, a Markdown quote or list mark. */
const DRESS: readonly RegExp[] = [
  /^(["'`“”„«»‘’‚])([\s\S]+)["'`“”«»‘’]$/u,
  /^(\*{1,3}|_{1,3}|`{1,3}|~~)([\s\S]+)\1$/u,
  /^([>•*-]\s+)([\s\S]+)$/u,
];

/** A text in which quotes are looked for: it is folded and parted into words once, and only where it has to be. */
export interface QuotedText {
  readonly text: string;
  readonly folded: () => NormalisedText;
  readonly words: () => readonly Word[];
  readonly vocabulary: () => ReadonlySet<string>;
}

/** A quote in all the forms in which it is looked for. */
export interface SoughtQuote {
  /** Folded: as it was given, and without what models put around it. */
  readonly forms: readonly string[];
  /** Where it leaves something out, what is left, in order. */
  readonly pieces: readonly string[];
  readonly words: readonly string[];
}

export function quotedText(text: string): QuotedText {
  const folded = once(() => foldText(text));
  const words = once(() => wordsOf(folded()));
  return { text, folded, words, vocabulary: once(() => new Set(words().map((word) => word.text))) };
}

export function soughtQuote(quote: string): SoughtQuote {
  const bare = undress(quote);
  const forms = [quote, bare, bare.replace(/\s*[.;,:]$/u, "")].filter(isQuotable).map(foldQuote);
  const pieces = bare.split(ELLIPSIS);
  const long = isQuotable(bare) && quoteLength(foldQuote(bare)) >= QUOTE_LENGTH_MIN;
  return {
    forms: [...new Set(forms)],
    pieces: pieces.length < 2 || pieces.length > PIECES_MAX ? [] : pieces,
    words: long ? wordsOf(foldText(bare)).map(({ text }) => text) : [],
  };
}

/**
 * Where a quote is in a text: as it was given; without what models put around it (quotation marks, emphasis, ellipses, a
 * stop at its end); or, where it leaves something out, each of its pieces. Every piece has to be found, after the one
 * before it, and to be long enough to prove something by itself or to continue with the same sentence. Returns none where the text does not have the quote.
 */
export function locateQuotes(text: QuotedText, { forms, pieces }: SoughtQuote): TextRange[] {
  for (const form of forms) {
    const range = locateNormalised(text.folded(), form);
    if (range) return [range];
  }
  return locatePieces(text, pieces);
}

/** The share of a quote's words that a text has; 0 where it cannot have the quote even with slips. */
export function sharedWords({ vocabulary }: QuotedText, { words }: SoughtQuote): number {
  const shared = words.filter((word) => vocabulary().has(word)).length / Math.max(1, words.length);
  return shared < SHARED_MIN ? 0 : shared;
}

/** Where a text nearly has a quote, with slips in single words. */
export function locateNearly(text: QuotedText, { words }: SoughtQuote): Aligned | undefined {
  return alignQuote(text.words(), words);
}

function undress(quote: string): string {
  const trimmed = quote.trim().replace(ELLIPSES_AT_ENDS, "");
  for (const dress of DRESS) {
    const inner = dress.exec(trimmed)?.[2];
    if (inner !== undefined) return undress(inner);
  }
  return trimmed;
}

function locatePieces({ text, folded }: QuotedText, pieces: readonly string[]): TextRange[] {
  if (pieces.some((piece) => !folded().folded.includes(foldQuote(piece)))) return [];
  const found: TextRange[] = [];
  let from = 0;
  for (const piece of pieces) {
    const rest = text.slice(from);
    const range = from > 0 && isShort(piece) ? locateInSentence(rest, piece) : locateQuote(rest, piece);
    if (!range) return [];
    found.push({ start: from + range.start, end: from + range.end });
    from += range.end;
  }
  return found;
}

function isShort(piece: string): boolean {
  return quoteLength(foldQuote(piece)) < QUOTE_LENGTH_MIN;
}

/** A few words, such as "every 90 days", continue with the sentence that the piece before them is of, or prove nothing. */
function locateInSentence(rest: string, piece: string): TextRange | undefined {
  const words = foldQuote(piece);
  if (quoteLength(words) < WORDS_LENGTH_MIN || !(words.includes(" ") || UNSPACED_WORD.test(words))) return undefined;
  const sentence = rest.slice(0, /[.!?؟۔]\s|[。！？]|\n\s*\n/.exec(rest)?.index ?? rest.length);
  const { folded, positions } = foldText(sentence);
  const at = folded.indexOf(words);
  return at === -1 ? undefined : { start: positions[at]!, end: positions[at + words.length - 1]! + 1 };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
