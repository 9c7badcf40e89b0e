import type { RunEstimate } from "@assay/client";
import { formatCount } from "@assay/site/format";

const TOKENS = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });
const USD = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });

/** What a run will cost, in a sentence. */
export function describeCost({ calls, tokensIn, tokensOut, costUsd }: RunEstimate): string {
  const tokens = `${TOKENS.format(tokensIn)} tokens in, ${TOKENS.format(tokensOut)} out`;
  const asked = `${formatCount(calls, "call")} of the model (${tokens})`;
  if (costUsd === null) return `It will take about ${asked}. The service does not know the price of this model.`;
  const cost = costUsd < 0.01 ? `less than ${USD.format(0.01)}` : `about ${USD.format(costUsd)}`;
  return `It will cost ${cost}: ${asked}.`;
}
