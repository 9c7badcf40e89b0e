import { foldQuote, locateQuote, QUOTE_LENGTH_MIN } from "@assay/contract/locate-quote";

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a text stops and goes on: `…`, `...`, `[…]`, `(...)`. */
const ELLIPSIS = /\s*(?:\[\s*(?:…|\.{3,})\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,})\s*/u;
const ELLIPSES_AT_ENDS = new RegExp(`^${ELLIPSIS.source}|${ELLIPSIS.source}$`, "gu");
const PIECES_MAX = 6;
/** What models put around a quote: quotation marks, emphasis, code, a Markdown quote or list mark. */
const DRESS: readonly RegExp[] = [
  /^(["'`“”„«»‘’‚])([\s\S]+)["'`“”«»‘’]$/u,
  /^(\*{1,3}|_{1,3}|`{1,3}|~~)([\s\S]+)\1$/u,
  /^([>•*-]\s+)([\s\S]+)$/u,
];

/**
 * Where a quote is in a text: as it was given; without what models put around it (quotation marks, emphasis, ellipses, a
 * stop at its end); or, where it leaves something out, each of its pieces. Every piece has to be found, after the one
 * before it and long enough to prove something by itself. Returns none where the text does not have the quote.
 */
export function locateQuotes(text: string, quote: string): Range[] {
  for (const form of formsOf(quote)) {
    const range = locateQuote(text, form);
    if (range) return [range];
  }
  return locatePieces(text, undress(quote));
}

function formsOf(quote: string): Set<string> {
  const bare = undress(quote);
  return new Set([quote, bare, bare.replace(/\s*[.;,:]$/u, "")]);
}

function undress(quote: string): string {
  const trimmed = quote.trim().replace(ELLIPSES_AT_ENDS, "");
  for (const dress of DRESS) {
    const inner = dress.exec(trimmed)?.[2];
    if (inner !== undefined) return undress(inner);
  }
  return trimmed;
}

function locatePieces(text: string, quote: string): Range[] {
  const pieces = quote.split(ELLIPSIS);
  if (pieces.length < 2 || pieces.length > PIECES_MAX) return [];
  const found: Range[] = [];
  let from = 0;
  for (const piece of pieces) {
    const range = foldQuote(piece).length < QUOTE_LENGTH_MIN ? undefined : locateQuote(text.slice(from), piece);
    if (!range) return [];
    found.push({ start: from + range.start, end: from + range.end });
    from += range.end;
  }
  return found;
}
