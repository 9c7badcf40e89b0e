import type { StoredAnswer } from "@assay/db";
import type { Answer } from "../ports/assessor.ts";
import { neutraliseLinks } from "./neutralise-links.ts";
import { QUOTES_MAX } from "./verify-quotes.ts";

const REASONING_LENGTH_MAX = 8000;
const QUOTE_LENGTH_MAX = 8000;

/** Returns what is kept of an answer, so that another run can judge it again. */
export function toStoredAnswer(answer: Answer): StoredAnswer {
  const { confidence, quotes, reasoning, remediation, parts, documents, conflicts, missing } = answer;
  return {
    confidence,
    quotes: quotes
      .slice(0, QUOTES_MAX)
      .map(({ chunkId, text }) => ({ chunkId: cleanText(chunkId), text: cleanText(text, QUOTE_LENGTH_MAX) })),
    reasoning: cleanProse(reasoning),
    remediation: remediation === null ? null : cleanProse(remediation),
    ...(parts && {
      parts: parts.slice(0, QUOTES_MAX).map(({ part, verdict, why, chunkId, quote }) => ({
        part: cleanProse(part),
        verdict,
        why: cleanProse(why),
        chunkId: cleanText(chunkId),
        quote: cleanText(quote),
      })),
    }),
    ...(documents && {
      documents: documents.slice(0, QUOTES_MAX).map(({ chunkId, kind, state }) => ({
        chunkId: cleanText(chunkId),
        kind: cleanText(kind),
        state: cleanText(state),
      })),
    }),
    ...(conflicts && {
      conflicts: conflicts.slice(0, QUOTES_MAX).map(({ chunkIds, about }) => ({
        chunkIds: chunkIds.slice(0, QUOTES_MAX).map((id) => cleanText(id)),
        about: cleanProse(about),
      })),
    }),
    ...(missing && { missing: missing.slice(0, QUOTES_MAX).map((text) => cleanProse(text)) }),
  };
}

/** Returns what a model wrote of its own, as plain text. */
export function cleanProse(text: string, lengthMax?: number): string {
  // Bounded first, and again, as an address gets longer.
  return cleanText(neutraliseLinks(cleanText(text)), lengthMax);
}

/** Returns a text as the database can hold it: a model may answer with anything. */
function cleanText(text: string, lengthMax = REASONING_LENGTH_MAX): string {
  return text.replaceAll("\0", "").toWellFormed().trim().slice(0, lengthMax).toWellFormed();
}
