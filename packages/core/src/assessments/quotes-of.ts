import type { Answer, Quote } from "../ports/assessor.ts";

/** All quotes of an answer: those of its parts first, one for each part, then the others. */
export function quotesOf({ parts = [], quotes }: Pick<Answer, "parts" | "quotes">): Quote[] {
  return [...parts.map(({ chunkId, quote }) => ({ chunkId, text: quote })), ...quotes];
}
