import type { AdminRun } from "@assay/client/admin";
import { describeTrigger } from "@assay/site/describe-trigger";
import { formatDateTime } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { Link } from "@assay/site/link";
import { RunBadge } from "@assay/site/run-status";
import { SignedMark } from "@assay/site/signed-mark";
import { CopyText } from "@assay/ui";
import { hrefTo } from "../app/tenant.ts";

/** What the run is, in two lines. */
export function RunLead({ run }: { run: AdminRun }) {
  const took = run.durationMs === null ? "" : `, took ${formatDuration(run.durationMs)}`;
  const origin =
    run.triggerType === "import"
      ? "Imported from an earlier system"
      : run.startedBy === "system"
        ? "Started by the service"
        : describeTrigger(run);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <RunBadge status={run.status} />
      <SignedMark run={run} />
      <span>
        <bdi>{run.packName}</bdi>
        {run.criteriaVersion !== null && `, version ${run.criteriaVersion}`}
      </span>
      <span>
        {origin} on {formatDateTime(run.createdAt)}
        {took}
        {run.reuse && ", reusing equal evaluations"}
        {run.continuedFromRunId && (
          <>
            , continuing{" "}
            <Link href={hrefTo(`/runs/${run.continuedFromRunId}`)} className="text-accent underline">
              a previous run
            </Link>
          </>
        )}
      </span>
      <CopyText text={run.id} what="the run's id" />
    </div>
  );
}
