import type { Answer, Quote } from "../ports/assessor.ts";

/** All quotes of an answer: those of its parts first, one for each part, empty ones too; then the others. */
export function quotesOf({ parts = [], quotes }: Pick<Answer, "parts" | "quotes">): Quote[] {
  const ofParts = parts.map(({ chunkId, quote }) => ({ chunkId, text: quote }));
  const isKnown = ({ chunkId, text }: Quote) => ofParts.some((each) => each.chunkId === chunkId && each.text === text);
  return [...ofParts, ...quotes.filter((quote) => !isKnown(quote))];
}
