import type { Run } from "@assay/client";
import { classNames } from "@assay/ui";
import { formatDateTime } from "../app/format.ts";
import { Link } from "../app/link.tsx";
import { hrefWith } from "../app/location.ts";
import { isActive } from "../workspace/use-run.ts";
import { formatDuration } from "./format-duration.ts";
import { describeCounts, RunBadge, VerdictBar } from "./run-status.tsx";

export interface RunRowProps {
  run: Run;
  /** Left out where the tenant uses one pack. */
  packName: string | undefined;
  isSelected: boolean;
}

export function RunRow({ run, packName, isSelected }: RunRowProps) {
  return (
    <li
      className={classNames(
        "relative border-b border-line px-4 py-3 hover:bg-hover",
        isSelected && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      <div className="flex items-center gap-2">
        <Link
          href={hrefWith({ run: run.id, start: null })}
          aria-current={isSelected || undefined}
          className="min-w-0 flex-1 truncate text-sm font-medium after:absolute after:inset-0"
        >
          <time dateTime={run.createdAt}>{formatDateTime(run.createdAt)}</time>
          {run.name && (
            <bdi className="font-normal" title={run.name}>
              {" "}
              · {run.name}
            </bdi>
          )}
          {packName && <span className="font-normal text-muted"> · {packName}</span>}
        </Link>
        <RunBadge status={run.status} />
      </div>
      <VerdictBar run={run} className="mt-2" />
      <p className="mt-1.5 flex gap-x-3 text-xs text-muted tabular-nums">
        <span className="min-w-0 flex-1 truncate" title={run.failureReason ?? undefined}>
          {isActive(run)
            ? `${run.assessedCount} of ${run.totalRequirements} assessed`
            : (run.failureReason ?? describeCounts(run))}
        </span>
        {durationOf(run)}
      </p>
    </li>
  );
}

function durationOf({ startedAt, completedAt, failedAt }: Run): string | null {
  const endedAt = completedAt ?? failedAt;
  return startedAt && endedAt ? formatDuration(Date.parse(endedAt) - Date.parse(startedAt)) : null;
}
