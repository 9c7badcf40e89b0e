import { foldQuote, foldText, type NormalisedText } from "@assay/contract/locate-quote";
import { flagsOver } from "../../documents/stages/flag-instructions.ts";
import type { VerifiablePassage } from "../verify-quotes.ts";

type Source = Pick<VerifiablePassage, "documentId" | "text" | "flaggedRanges">;

/** A quoted text in each form of quote marks; an apostrophe within a word or at its end is none. */
const QUOTED =
  /"([^"]*)"|＂([^＂]*)＂|“([^”“]*)[”“]|„([^“”]*)[“”]|‟([^”]*)”|«([^»]*)»|»([^«]*)«|‹([^›]*)›|「([^」]*)」|『([^』]*)』|(?<![\p{L}\p{N}])['‘‚‛`]((?:[^'‘’`\n]|(?<=[\p{L}\p{N}])['’](?=\p{L}))+)['’‘`](?![\p{L}\p{N}])/gu;
/** What is left of marks without a partner. */
const LONE = /["＂“”„‟«»‹›「」『』]/gu;
const ELLIPSIS = /\s*(?:\[\s*(?:…|\.{3,})\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,})\s*/u;
const END = /[\s.,;:!?]+$/u;

/**
 * Keeps quote marks around words that a source has, as the source has them, and takes all others away: words of an
 * assessor's own stand without. What is hidden or addresses a model is no quote.
 */
export function keepQuoteMarks(text: string, sources: readonly Source[]): string {
  const folded = new Map<Source, NormalisedText>();
  const fold = (source: Source) => {
    const known = folded.get(source) ?? foldText(source.text);
    folded.set(source, known);
    return known;
  };
  const keep = (written: string): string => {
    let kept = "";
    let at = 0;
    for (const match of written.matchAll(QUOTED)) {
      const inner = match.slice(1).find((group) => group !== undefined) ?? "";
      kept += written.slice(at, match.index).replace(LONE, "");
      kept += writeQuote(inner, sources, fold) ?? keep(inner);
      at = match.index + match[0].length;
    }
    return kept + written.slice(at).replace(LONE, "");
  };
  return keep(text);
}

type Fold = (source: Source) => NormalisedText;

/** The words in quote marks, as one document has them; each piece by itself where something is omitted between. */
function writeQuote(inner: string, sources: readonly Source[], fold: Fold): string | undefined {
  const pieces = inner.split(ELLIPSIS).filter((piece) => piece.trim() !== "");
  for (const documentId of new Set(sources.map((source) => source.documentId))) {
    const own = sources.filter((source) => source.documentId === documentId);
    const written = pieces.map((piece) => writePiece(piece, own, fold));
    if (written.length > 0 && written.every((piece) => piece !== undefined)) return written.join(" … ");
  }
  return undefined;
}

function writePiece(piece: string, sources: readonly Source[], fold: Fold): string | undefined {
  const end = END.exec(piece)?.[0] ?? "";
  const whole = findWords(piece, sources, fold);
  if (whole !== undefined) return `"${whole}"`;
  const cut = end === "" ? undefined : findWords(piece.slice(0, -end.length), sources, fold);
  return cut === undefined ? undefined : `"${cut}"${end.trimEnd()}`;
}

function findWords(words: string, sources: readonly Source[], fold: Fold): string | undefined {
  const wanted = foldQuote(words);
  if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined;
  for (const source of sources) {
    const { folded, positions } = fold(source);
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
      if (isWithinWord(folded, at) || isWithinWord(folded, at + wanted.length)) continue;
      const last = positions[at + wanted.length - 1]!;
      const [start, end] = [positions[at]!, last + String.fromCodePoint(source.text.codePointAt(last)!).length];
      if (flagsOver(source.flaggedRanges, start, end).size > 0) continue;
      return source.text.slice(start, end).replace(/\s+/g, " ").replace(LONE, "'");
    }
  }
  return undefined;
}

function isWithinWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") && /[\p{L}\p{N}]/u.test(text[at] ?? " ");
}
