import type { Run } from "@assay/client";
import { describeTrigger } from "@assay/site/describe-trigger";
import { formatCount, formatMoment, formatPercent } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { NotSealedMark } from "@assay/site/not-sealed";
import { describeCounts, RUN_LABELS, RunState, VerdictBar } from "@assay/site/run-status";
import { SignedMark } from "@assay/site/signed-mark";
import { classNames } from "@assay/ui";
import { ShieldCheck } from "lucide-react";
import { RunUnreadDot } from "../comments/unread-dot.tsx";
import { nameOfRun } from "./name-of-run.ts";

export interface RunRowProps {
  run: Run;
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
      <div className="flex items-center gap-x-3">
        <Link
          href={hrefWith({ run: run.id, start: null })}
          aria-current={isSelected || undefined}
          title={`${nameOfRun(run)}. ${describeTrigger(run)}`}
          className="min-w-0 flex-1 text-sm font-medium break-words outline-offset-[-2px] after:absolute after:inset-0"
        >
          {run.name && (
            <>
              <bdi>{run.name}</bdi>{" "}
            </>
          )}
          <time dateTime={run.createdAt} className={run.name ? "sr-only" : undefined}>
            {formatMoment(run.createdAt)}
          </time>
        </Link>
        {!isOver && <RunState status={run.status} className="shrink-0" />}
        {isOver && (
          <span className="shrink-0 text-sm font-medium tabular-nums">
            {formatPercent(run.completeCount, run.totalRequirements)}
            <span className="sr-only"> complete</span>
          </span>
        )}
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-xs text-muted">
        {run.name && <span aria-hidden>{formatMoment(run.createdAt)} ·</span>}
        <bdi className="min-w-0 flex-1 break-words">{packName}</bdi>
        <NotSealedMark run={run} />
      </p>
      {isOver && <VerdictBar run={run} className="mt-1 h-1" />}
      <p className="mt-0.5 flex items-center gap-x-3 text-xs text-muted tabular-nums">
        {isOver && <span className="sr-only">{RUN_LABELS[run.status]}</span>}
        <SignedMark run={run} />
        <RunUnreadDot runId={run.id} />
        <span className="min-w-0 flex-1 truncate" title={run.failureReason ?? undefined}>
          {isActive(run)
            ? `${run.assessedCount} of ${run.totalRequirements} assessed`
            : (run.failureReason ?? describeCounts(run))}
        </span>
        {run.exceptionCount !== null && run.exceptionCount > 0 && (
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
