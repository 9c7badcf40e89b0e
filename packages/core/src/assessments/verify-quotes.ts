import type { AssessmentFlag, Citation } from "@assay/contract";
import type { TextRange } from "@assay/contract/locate-quote";
import type { FlaggedRange } from "@assay/db";
import { flagsOver } from "../documents/stages/flag-instructions.ts";
import type { Quote } from "../ports/assessor.ts";
import {
  locateNearly,
  locateQuotes,
  type QuotedText,
  quotedText,
  type SoughtQuote,
  sharedWords,
  soughtQuote,
} from "./locate-quotes.ts";

/** A retrieved chunk as it is stored. */
export interface VerifiablePassage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly pageNumber: number | null;
  readonly text: string;
  readonly flaggedRanges: readonly FlaggedRange[];
}

const CITATIONS_MAX = 10;
/** A model that sends more quotes has lost its way: what is beyond is not even looked up. */
export const QUOTES_MAX = 100;
/** Quotes that are compared word by word, which takes longer. */
const NEAR_QUOTES_MAX = 20;
const NEAR_PASSAGES_MAX = 3;

export interface VerifiedQuotes {
  readonly citations: Citation[];
  readonly flags: AssessmentFlag[];
  /** Of each quote, the indexes of its citations; none for a quote that is empty or was dropped. */
  readonly places: readonly (readonly number[])[];
  /** Those that stand in no passage. */
  readonly lost: readonly Quote[];
}

/**
 * Keeps the quotes that are in a passage that was shown, as the passage has them: first in the one that they name, then in
 * the others, first word for word, then with slips. A quote that is found nowhere, is too short to prove anything, or
 * overlaps text that is hidden or addresses a model is dropped and flagged; so is one of a chunk that was not shown.
 */
export function verifyQuotes(
  quotes: readonly Quote[],
  passages: readonly VerifiablePassage[],
  citationsMax = CITATIONS_MAX,
): VerifiedQuotes {
  const flags = new Set<AssessmentFlag>(quotes.length > QUOTES_MAX ? ["UNVERIFIED_QUOTES_DROPPED"] : []);
  const texts = passages.map((passage) => ({ passage, text: quotedText(passage.text) }));
  const citations: Citation[] = [];
  const lost: Quote[] = [];
  const places = quotes.slice(0, QUOTES_MAX).map((quote) => {
    if (quote.text.trim() === "") return [];
    const found = findQuote(quote, texts, lost.length < NEAR_QUOTES_MAX);
    if (!found) {
      flags.add("UNVERIFIED_QUOTES_DROPPED");
      lost.push(quote);
      return [];
    }
    if (isDisqualified(found, flags)) return [];
    return found.ranges.flatMap((range) => addCitation(citations, found.passage, range, citationsMax));
  });
  return { citations, flags: [...flags].sort(), places, lost };
}

interface SearchedPassage {
  readonly passage: VerifiablePassage;
  readonly text: QuotedText;
}

interface Found {
  readonly passage: VerifiablePassage;
  readonly ranges: readonly TextRange[];
}

/** Models mix up the names of passages more often than they mix up words. */
function findQuote({ chunkId, text }: Quote, passages: readonly SearchedPassage[], near: boolean): Found | undefined {
  if (chunkId !== "" && !passages.some(({ passage }) => passage.chunkId === chunkId)) return undefined;
  const sought = soughtQuote(text);
  const inOrder = passages.toSorted(
    (left, right) => Number(right.passage.chunkId === chunkId) - Number(left.passage.chunkId === chunkId),
  );
  for (const { passage, text: quoted } of inOrder) {
    const ranges = locateQuotes(quoted, sought);
    if (ranges.length > 0) return { passage, ranges };
  }
  return near ? findNearly(sought, inOrder) : undefined;
}

function findNearly(sought: SoughtQuote, passages: readonly SearchedPassage[]): Found | undefined {
  const likely = passages
    .map((each) => ({ ...each, shared: sharedWords(each.text, sought) }))
    .filter(({ shared }) => shared > 0)
    .sort((left, right) => right.shared - left.shared)
    .slice(0, NEAR_PASSAGES_MAX);
  const [best] = likely
    .flatMap(({ passage, text }) => {
      const aligned = locateNearly(text, sought);
      return aligned ? [{ passage, ranges: [aligned], similarity: aligned.similarity }] : [];
    })
    .sort((left, right) => right.similarity - left.similarity);
  return best;
}

/** One piece that must not count takes the whole quote with it. */
function isDisqualified({ passage, ranges }: Found, flags: Set<AssessmentFlag>): boolean {
  const reasons = ranges.flatMap(({ start, end }) => [...flagsOver(passage.flaggedRanges, start, end)]);
  if (reasons.includes("HIDDEN")) flags.add("HIDDEN_TEXT_EVIDENCE");
  if (reasons.includes("STRUCK")) flags.add("STRUCK_TEXT_EVIDENCE");
  if (reasons.includes("QUOTED")) flags.add("QUOTED_HISTORY_EVIDENCE");
  if (reasons.includes("INSTRUCTION")) flags.add("INSTRUCTION_LIKE_EVIDENCE");
  return reasons.length > 0;
}

/** The index of the citation, new or known; none where there are enough. */
function addCitation(
  citations: Citation[],
  { documentId, chunkId, pageNumber, text: whole }: VerifiablePassage,
  { start, end }: TextRange,
  citationsMax: number,
): number[] {
  const text = whole.slice(start, end);
  const known = citations.findIndex((citation) => citation.chunkId === chunkId && citation.text === text);
  if (known !== -1) return [known];
  if (citations.length >= citationsMax) return [];
  citations.push({ documentId, chunkId, text, pageNumber });
  return [citations.length - 1];
}
