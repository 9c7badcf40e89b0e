import type { AssessmentFlag, Citation } from "@assay/contract";
import type { FlaggedRange } from "@assay/db";
import { flagsOver } from "../documents/stages/flag-instructions.ts";
import { locateQuotes, type Range } from "./locate-quotes.ts";

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

export interface VerifiedQuotes {
  readonly citations: Citation[];
  readonly flags: AssessmentFlag[];
}

/**
 * Keeps the quotes that are in the passage they name, as the passage has them. A quote that is not found there, is
 * too short to prove anything, or overlaps text that is hidden or addresses a model is dropped and flagged.
 */
export function verifyQuotes(
  quotes: readonly { readonly chunkId: string; readonly text: string }[],
  passages: readonly VerifiablePassage[],
): VerifiedQuotes {
  const flags = new Set<AssessmentFlag>(quotes.length > QUOTES_MAX ? ["UNVERIFIED_QUOTES_DROPPED"] : []);
  const citations: Citation[] = [];
  for (const quote of quotes.slice(0, QUOTES_MAX)) {
    const found = findQuote(quote, passages);
    if (!found) flags.add("UNVERIFIED_QUOTES_DROPPED");
    else if (!isDisqualified(found, flags))
      for (const { start, end } of found.ranges) addCitation(citations, found.passage, start, end);
  }
  return { citations, flags: [...flags].sort() };
}

interface Found {
  readonly passage: VerifiablePassage;
  readonly ranges: readonly Range[];
}

function findQuote(
  { chunkId, text }: { readonly chunkId: string; readonly text: string },
  passages: readonly VerifiablePassage[],
): Found | undefined {
  const passage = passages.find((each) => each.chunkId === chunkId);
  const ranges = passage ? locateQuotes(passage.text, text) : [];
  return passage && ranges.length > 0 ? { passage, ranges } : undefined;
}

/** One piece that must not count takes the whole quote with it. */
function isDisqualified({ passage, ranges }: Found, flags: Set<AssessmentFlag>): boolean {
  const reasons = ranges.flatMap(({ start, end }) => [...flagsOver(passage.flaggedRanges, start, end)]);
  if (reasons.includes("HIDDEN")) flags.add("HIDDEN_TEXT_EVIDENCE");
  if (reasons.includes("INSTRUCTION")) flags.add("INSTRUCTION_LIKE_EVIDENCE");
  return reasons.length > 0;
}

function addCitation(
  citations: Citation[],
  { documentId, chunkId, pageNumber, text: whole }: VerifiablePassage,
  start: number,
  end: number,
): void {
  const text = whole.slice(start, end);
  const known = citations.some((citation) => citation.chunkId === chunkId && citation.text === text);
  if (!known && citations.length < CITATIONS_MAX) citations.push({ documentId, chunkId, text, pageNumber });
}
