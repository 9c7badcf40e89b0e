import type { StoredAnswer } from "@assay/db";
import type { AssessmentAnswer } from "../ports/assessor.ts";
import { QUOTES_MAX } from "./verify-quotes.ts";

const REASONING_LENGTH_MAX = 8000;
const QUOTE_LENGTH_MAX = 8000;

/** Returns what is kept of an answer, so that another run can judge it anew. */
export function toStoredAnswer({ confidence, quotes, reasoning, remediation }: AssessmentAnswer): StoredAnswer {
  return {
    confidence,
    quotes: quotes
      .slice(0, QUOTES_MAX)
      .map(({ chunkId, text }) => ({ chunkId: cleanText(chunkId), text: cleanText(text, QUOTE_LENGTH_MAX) })),
    reasoning: cleanText(reasoning),
    remediation: remediation === null ? null : cleanText(remediation),
  };
}

/** Returns a text as the database can hold it: a model may answer with anything. */
export function cleanText(text: string, lengthMax = REASONING_LENGTH_MAX): string {
  return text.replaceAll("\0", "").toWellFormed().trim().slice(0, lengthMax).toWellFormed();
}
