import type { StoredAnswer } from "@assay/db";
import type { Answer } from "../ports/assessor.ts";
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
    reasoning: cleanText(reasoning),
    remediation: remediation === null ? null : cleanText(remediation),
    ...(parts && {
      parts: parts.slice(0, QUOTES_MAX).map(({ part, verdict, why, chunkId, quote }) => ({
        part: cleanText(part),
        verdict,
        why: cleanText(why),
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
        about: cleanText(about),
      })),
    }),
    ...(missing && { missing: missing.slice(0, QUOTES_MAX).map((text) => cleanText(text)) }),
  };
}

/** Returns a text as the database can hold it: a model may answer with anything. */
export function cleanText(text: string, lengthMax = REASONING_LENGTH_MAX): string {
  return text.replaceAll("\0", "").toWellFormed().trim().slice(0, lengthMax).toWellFormed();
}
