import type { Trace } from "./trace.ts";

const USAGE = { tokensIn: "llm.tokens.in", tokensOut: "llm.tokens.out", costUsd: "llm.cost.usd" } as const;

/** Fills the columns of tokens and cost: what a span says of itself counts, the sum below where it says nothing. */
export function sumUsage(trace: Trace): void {
  for (const [column, key] of Object.entries(USAGE) as [keyof typeof USAGE, string][])
    sumColumn(trace, trace[column], key);
}

function sumColumn(trace: Trace, totals: Float64Array, key: string): void {
  const { count, parent, texts, attributeFrom, attributeKey, attributeNumber } = trace;
  const wanted = texts.indexOf(key);
  const below = new Float64Array(count);
  for (let row = count - 1; row >= 0; row--) {
    let said = Number.NaN;
    for (let pair = attributeFrom[row]!; pair < attributeFrom[row + 1]!; pair++)
      if (attributeKey[pair] === wanted) said = attributeNumber[pair]!;
    totals[row] = Number.isNaN(said) ? below[row]! : said;
    if (row > 0) below[parent[row]!]! += totals[row]!;
  }
}
