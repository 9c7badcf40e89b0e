import type { RunDetails } from "../../generated/types.ts";
import type { Connection } from "../access/connect.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { requirePinned } from "../find-run.ts";

interface Wanted {
  readonly against: string;
  /** The base pins a manifest of it. */
  readonly source: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The run to compare with; undefined where `previous` finds none. Throws CommandError for a run of another pack, one that has not
 * completed or pins no manifest of the source, and where none is signed.
 */
export async function findBase(
  { assay }: Connection,
  run: RunDetails,
  { against, source, signal }: Wanted,
): Promise<RunDetails | undefined> {
  if (against === "previous" || against === "signed") {
    const found = await assay.runs.previous(run, { signed: against === "signed", source, signal });
    if (found) return assay.runs.get(found.id, { signal });
    if (against === "previous") return undefined;
    throw new CommandError(
      "SERVICE",
      "No earlier run of the pack is approved",
      "Sign one in the portal, or use --against previous.",
    );
  }
  const base = await assay.runs.get(against, { signal });
  if (base.packId !== run.packId) throw usageError("--against is a run of another pack", "Name one of the same pack.");
  if (base.status !== "COMPLETED") throw usageError(`--against is a run that is ${base.status}: it is no base`);
  await requirePinned(assay, base, source, signal);
  return base;
}
