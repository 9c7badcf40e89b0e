import type { RunDetails } from "../generated/types.ts";
import type { Connection } from "./access/connect.ts";
import type { Argument } from "./command.ts";
import { CommandError } from "./exit-codes.ts";

export const RUN_ARGUMENT = {
  name: "run",
  says: "The id of a run; the newest by default.",
  optional: true,
} as const satisfies Argument;

/** The run of this id, or the newest one. Throws CommandError where there is none. */
export async function findRun(
  { assay }: Connection,
  runId: string | undefined,
  signal: AbortSignal,
): Promise<RunDetails> {
  if (runId !== undefined && runId !== "latest") return assay.runs.get(runId, { signal });
  const { items } = await assay.runs.list({ signal }).page({ limit: 1 });
  if (!items[0]) throw new CommandError("SERVICE", "There is no run yet", "Start one with `assay run`.");
  return assay.runs.get(items[0].id, { signal });
}

/** Where an ADMIN creates the link that is proposed. Nothing in it is secret. */
export function newLinkAddress(
  address: string,
  runId: string,
  { label, days, may }: { label: string; days: number; may?: string | undefined },
): string {
  const search = new URLSearchParams({ run: runId, link: "new", for: label, days: String(days), ...(may && { may }) });
  return `${address}/cm/runs?${search}`;
}

export function portalAddress(address: string, runId?: string): string {
  return `${address}/cm${runId === undefined ? "" : `?run=${runId}`}`;
}
