import type { AssessmentFlag, Citation } from "@assay/contract";
import { locateQuote } from "@assay/contract/locate-quote";
import type { FlaggedRange } from "@assay/db";
import { flagsOver } from "../documents/stages/flag-instructions.ts";

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
const QUOTES_MAX = 100;

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
