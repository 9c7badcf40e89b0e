import { formatCost as formatUsd } from "../runs/format-cost.ts";
import { formatTokens as formatMany } from "../runs/format-tokens.ts";

const COUNT = new Intl.NumberFormat();

/** 0.4 → `0.4 ms`, 312 → `312 ms`, 3_420 → `3.42 s`, 125_000 → `2 min 5 s`. */
export function formatMs(ms: number): string {
  if (ms < 1) return ms <= 0 ? "0 ms" : `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1000).toPrecision(3))} s`;
  const seconds = Math.round(ms / 1000);
  const [h, min, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h} h ${min} min` : `${min} min ${s} s`;
}

export function formatCost(usd: number): string {
  return usd === 0 ? "–" : formatUsd(usd);
}

export function formatTokens(tokens: number): string {
  return tokens === 0 ? "–" : tokens < 10_000 ? COUNT.format(tokens) : formatMany(tokens);
}

/** In a sentence. */
export function describeUsage(tokens: number, usd: number): string {
  return tokens === 0 ? "no tokens" : `${formatTokens(tokens)} tokens${usd > 0 ? `, ${formatCost(usd)}` : ", no cost"}`;
}

export const formatWhole = (count: number) => COUNT.format(count);
