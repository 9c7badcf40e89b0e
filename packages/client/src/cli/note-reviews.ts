import type { RunDetails } from "../generated/types.ts";
import type { Connection } from "./access/connect.ts";
import { formatReviews } from "./format-reviews.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Says what people say of the verdicts, where somebody does. It decides nothing: gates count verdicts. */
export async function noteReviews(
  { assay }: Connection,
  run: RunDetails,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<void> {
  if (run.status !== "COMPLETED" || terminal.json) return;
  const { counts } = await assay.reviews.queue(run.id, { signal });
  if (counts.reviewed > 0) terminal.note(formatReviews(counts));
}
