import type { ReviewCounts, RunDetails, RunDiff } from "../../generated/types.ts";
import type { Connection } from "../access/connect.ts";
import { loadResults, type Results } from "../load-results.ts";
import { countVerdicts, type Verdict, type VerdictCounts, verdictOf } from "../verdicts.ts";

export interface Report extends Results {
  readonly counts: VerdictCounts;
  /** Null where the run has no snapshot. */
  readonly snapshotHash: string | null;
  /** What changed from a previous run; null where there is none, or the run has not completed. */
  readonly changes: { readonly against: RunDetails; readonly diff: RunDiff } | null;
  /** What people say of the verdicts; null of a run that has not completed. */
  readonly reviews: ReviewCounts | null;
}

/** `compareWith` is the id of a run, `previous` or `none`. */
export async function loadReport(
  connection: Connection,
  run: RunDetails,
  { compareWith, signal }: { compareWith: string; signal: AbortSignal },
): Promise<Report> {
  const { assay } = connection;
  const [results, snapshotHash, against, reviews] = await Promise.all([
    loadResults(connection, run, signal),
    run.snapshotStatus === "CAPTURED" ? assay.runs.snapshotHash(run.id, { signal }) : null,
    run.status === "COMPLETED" ? findPrevious(connection, run, { compareWith, signal }) : null,
    run.status === "COMPLETED" ? assay.reviews.queue(run.id, { signal }) : null,
  ]);
  const changes = against && { against, diff: await assay.runs.diff(run.id, against.id, { signal }) };
  return { ...results, counts: countVerdicts(run), snapshotHash, changes, reviews: reviews?.counts ?? null };
}

async function findPrevious(
  { assay }: Connection,
  run: RunDetails,
  { compareWith, signal }: { compareWith: string; signal: AbortSignal },
): Promise<RunDetails | null> {
  if (compareWith === "none") return null;
  if (compareWith !== "previous") return assay.runs.get(compareWith, { signal });
  const previous = await assay.runs.previous(run, { signal });
  return previous ? assay.runs.get(previous.id, { signal }) : null;
}

type Change = RunDiff["requirements"][number];

/** The requirements whose verdict differs; what was not judged counts apart from what is missing. */
export function listVerdictChanges({ requirements }: RunDiff): Change[] {
  const verdictIn = (side: Change["before"]): Verdict | null => side && verdictOf(side);
  return requirements.filter(({ before, after }) => verdictIn(before) !== verdictIn(after));
}
