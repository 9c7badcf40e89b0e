import type { RunEstimate, StartRun } from "../generated/types.ts";
import type { Connection } from "./access/connect.ts";
import { ask } from "./terminal/ask.ts";
import type { Terminal } from "./terminal/terminal.ts";

const COUNT = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 2 });
const USD = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/**
 * Says what a run will need of a model that is paid for, and asks a person who can answer whether to start it. Returns
 * whether to start; where nobody can answer, the run starts.
 */
export async function agreeOnCost(
  { assay }: Connection,
  run: StartRun,
  { terminal, signal, yes }: { terminal: Terminal; signal: AbortSignal; yes: boolean },
): Promise<boolean> {
  const estimate = await assay.runs.estimate(run, { signal });
  if (estimate.calls === 0 || estimate.costUsd === 0) return true;
  terminal.note(describeEstimate(estimate));
  if (yes || terminal.stdin.isTTY !== true || !terminal.isInteractive) return true;
  return !/^no?$/i.test(await ask(terminal, "Start the run? [Y/n] ", { signal }));
}

/** Such as `About 25 calls of the model: 66,000 tokens in, 12,000 out, $0.19.` */
export function describeEstimate({ calls, tokensIn, tokensOut, costUsd }: RunEstimate): string {
  const asked = calls === 1 ? "1 call" : `${calls.toLocaleString("en-US")} calls`;
  return `About ${asked} of the model: ${COUNT.format(tokensIn)} tokens in, ${COUNT.format(tokensOut)} out, ${priceOf(costUsd)}.`;
}

function priceOf(costUsd: number | null): string {
  if (costUsd === null) return "and its price is not known to the service";
  return costUsd < 0.01 ? "less than $0.01" : USD.format(costUsd);
}
