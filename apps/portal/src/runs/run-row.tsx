import type { Run } from "@assay/client";
import { describeStarter } from "@assay/site/describe-starter";
import { formatCount, formatDateTime, formatPercent } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { describeCounts, RUN_LABELS, RunState, VerdictBar } from "@assay/site/run-status";
import { SignedMark } from "@assay/site/signed-mark";
import { classNames } from "@assay/ui";
import { ShieldCheck } from "lucide-react";
import { RunUnreadDot } from "../comments/unread-dot.tsx";
import { nameOfRun } from "./name-of-run.ts";

export interface RunRowProps {
  run: Run;
  /** Left out where the tenant uses one pack. */
  packName: string | undefined;
  isSelected: boolean;
}

export function RunRow({ run, packName, isSelected }: RunRowProps) {
  const isOver = run.status === "COMPLETED";
  return (
    <li
      className={classNames(
        "relative border-b border-line px-4 py-2 transition-colors hover:bg-hover",
        isSelected && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_6rem_2.75rem] items-center gap-x-3">
        <Link
          href={hrefWith({ run: run.id, start: null })}
          aria-current={isSelected || undefined}
          title={`${nameOfRun(run)}. ${describeStarter(run)}`}
          className="truncate text-sm font-medium outline-offset-[-2px] after:absolute after:inset-0"
        >
          <time dateTime={run.createdAt}>{formatDateTime(run.createdAt)}</time>
          {run.name && <bdi className="font-normal"> · {run.name}</bdi>}
          {packName && <span className="font-normal text-muted"> · {packName}</span>}
        </Link>
        {isOver ? <VerdictBar run={run} className="h-1.5" /> : <RunState status={run.status} className="col-span-2" />}
        {isOver && (
          <span className="text-end text-sm font-medium tabular-nums">
            {formatPercent(run.completeCount, run.totalRequirements)}
            <span className="sr-only"> complete</span>
          </span>
        )}
      </div>
      <p className="mt-0.5 flex items-center gap-x-3 text-xs text-muted tabular-nums">
        {isOver && <span className="sr-only">{RUN_LABELS[run.status]}</span>}
        <SignedMark run={run} />
        <RunUnreadDot runId={run.id} />
        <span className="min-w-0 flex-1 truncate" title={run.failureReason ?? undefined}>
          {isActive(run)
            ? `${run.assessedCount} of ${run.totalRequirements} assessed`
            : (run.failureReason ?? describeCounts(run))}
        </span>
        {run.exceptionCount > 0 && (
          <span className="inline-flex shrink-0 items-center gap-1">
            <ShieldCheck size={12} aria-hidden />
            {formatCount(run.exceptionCount, "exception")}
          </span>
        )}
        {durationOf(run)}
      </p>
    </li>
  );
}

function durationOf({ startedAt, completedAt, failedAt }: Run): string | null {
  const endedAt = completedAt ?? failedAt;
  return startedAt && endedAt ? formatDuration(Date.parse(endedAt) - Date.parse(startedAt)) : null;
}
