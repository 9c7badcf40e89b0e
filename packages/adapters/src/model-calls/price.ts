import type { ModelUsage } from "@assay/core/ports";

/** US dollars per million tokens; what a model thinks counts as output. */
export interface ModelPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

const CHARACTERS_PER_TOKEN = 4;

/** What a call used and cost; a count that the vendor does not give is estimated from the text, four characters a token. */
export function usageOf(
  price: ModelPrice,
  counts: { readonly tokensIn?: number | undefined; readonly tokensOut?: number | undefined },
  texts: { readonly input: string; readonly output: string },
): ModelUsage {
  const tokensIn = counts.tokensIn ?? estimateTokens(texts.input);
  const tokensOut = counts.tokensOut ?? estimateTokens(texts.output);
  return { tokensIn, tokensOut, costUsd: costOf(price, tokensIn, tokensOut) };
}

/** As many tokens as a text has, about: four characters a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** What so many tokens cost. */
export function costOf(price: ModelPrice, tokensIn: number, tokensOut: number): number {
  return (tokensIn * price.inputUsd + tokensOut * price.outputUsd) / 1e6;
}
