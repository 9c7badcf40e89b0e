import type { ModelPrice } from "../model-calls/index.ts";

/** When the prices below were read from https://ai.google.dev/gemini-api/docs/pricing (paid tier, text, standard). */
export const GEMINI_PRICES_READ = "2026-10-07";

export interface GeminiModel {
  /** In order of the day from which they hold, ISO dates in UTC. */
  readonly prices: readonly (ModelPrice & { readonly from: string })[];
  readonly thinkingConfig: { readonly thinkingLevel: "LOW" } | { readonly thinkingBudget: number };
  /** Where the model knows it: from Gemini 3 on it should keep its default, from 3.6 on it is ignored, later refused. */
  readonly temperature?: 0;
}

const LOW_THINKING = { thinkingLevel: "LOW" } as const;
const INTRODUCED_AT_HALF_PRICE = [
  { from: "2026-07-01", inputUsd: 0.75, outputUsd: 3.75 },
  { from: "2027-01-01", inputUsd: 1.5, outputUsd: 7.5 },
];

/**
 * Generally available models that no shutdown is announced for within half a year. gemini-2.5-flash and -pro are not
 * among them: from 2026-12-01 Google answers for them with other models, at the prices of those.
 */
export const GEMINI_MODELS: Readonly<Record<string, GeminiModel>> = {
  "gemini-3.8-flash": { prices: INTRODUCED_AT_HALF_PRICE, thinkingConfig: LOW_THINKING },
  "gemini-3.7-flash": { prices: INTRODUCED_AT_HALF_PRICE, thinkingConfig: LOW_THINKING },
  "gemini-3.6-flash": { prices: INTRODUCED_AT_HALF_PRICE, thinkingConfig: LOW_THINKING },
  "gemini-3.5-flash": {
    prices: [{ from: "2026-05-19", inputUsd: 1.5, outputUsd: 9 }],
    thinkingConfig: LOW_THINKING,
  },
  "gemini-3.5-flash-lite": {
    prices: [{ from: "2026-07-21", inputUsd: 0.3, outputUsd: 2.5 }],
    thinkingConfig: LOW_THINKING,
  },
  "gemini-2.5-flash-lite": {
    prices: [{ from: "2025-07-22", inputUsd: 0.1, outputUsd: 0.4 }],
    thinkingConfig: { thinkingBudget: 1024 },
    temperature: 0,
  },
};

/** The price on a day. A model of ours always has one: the earliest also represents the days before it. */
export function priceOn({ prices }: GeminiModel, day: Date): ModelPrice {
  const today = day.toISOString().slice(0, 10);
  return prices.findLast(({ from }) => from <= today) ?? prices[0]!;
}
