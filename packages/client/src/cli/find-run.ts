import type { RunDetails } from "../generated/types.ts";
import type { Connection } from "./access/connect.ts";
import type { Argument } from "./command.ts";
import { CommandError, usageError } from "./exit-codes.ts";

export const RUN_ARGUMENT = {
  name: "run",
  says: "The id of a run; the newest by default.",
  optional: true,
} as const satisfies Argument;

/**
 * The run of this id, or the newest one; by default of those that pin a manifest of the source, unless a newer run is not done.
 * Throws CommandError where there is none, or where it pins no manifest of the source.
 */
export async function findRun(
  { assay }: Connection,
  runId: string | undefined,
  signal: AbortSignal,
  source?: string,
): Promise<RunDetails> {
  if (runId !== undefined && runId !== "latest") {
    const run = await assay.runs.get(runId, { signal });
    // Before it collects its evidence, a run pins none: the caller sees that it is not done.
    if (run.status === "COMPLETED") await requirePinned(assay, run, source, signal);
    return run;
  }
  if (source !== undefined) {
    const [newest] = (await assay.runs.list({ signal }).page({ limit: 1 })).items;
    if (newest && newest.status !== "COMPLETED") return assay.runs.get(newest.id, { signal });
  }
  const { items } = await assay.runs.list({ source, signal }).page({ limit: 1 });
  const pins = source === undefined ? "" : ` that pins a manifest of '${source}'`;
  if (!items[0]) throw new CommandError("SERVICE", `There is no run${pins} yet`, "Start one with `assay run`.");
  return assay.runs.get(items[0].id, { signal });
}

/** Throws CommandError for a run that began before the source was synced; any run is good without a source. */
export async function requirePinned(
  { runs }: Connection["assay"],
  { id }: RunDetails,
  source: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (source === undefined) return;
  const { manifests = [] } = await runs.configuration(id, { signal });
  if (manifests.some((each) => each.source === source)) return;
  throw usageError(`Run ${id} pins no manifest of '${source}'`, "Name a run that began after a sync of it.");
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
