import type { SnapshotStatus } from "@assay/client";
import type { AdminRun } from "@assay/client/admin";
import { formatDateTime, formatMoment, formatWhen } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { NotSealedMark } from "@assay/site/not-sealed";
import { describeCounts, RunState, VerdictBar } from "@assay/site/run-status";
import { SignedMark } from "@assay/site/signed-mark";
import { type Column, ROW_LINK, StateLabel, type Tone } from "@assay/ui";
import { hrefTo } from "../app/tenant.ts";
import { formatCost } from "./format-cost.ts";
import { formatTokens } from "./format-tokens.ts";

export const SNAPSHOTS: Readonly<Record<SnapshotStatus, { label: string; tone: Tone }>> = {
  PENDING: { label: "Not taken yet", tone: "neutral" },
  CAPTURED: { label: "Captured", tone: "complete" },
  FAILED: { label: "None", tone: "failed" },
  LEGACY: { label: "Legacy", tone: "neutral" },
};

export const RUN_COLUMNS: readonly Column<AdminRun>[] = [
  { id: "run", header: "Run", cell: (run) => <Name run={run} />, className: "sm:min-w-52 sm:max-w-80" },
  { id: "status", header: "Status", sortBy: "status", cell: (run) => <Status run={run} /> },
  { id: "verdicts", header: "Verdicts", cell: (run) => <Verdicts run={run} />, className: "sm:max-w-48" },
  { id: "starter", header: "Started by", minor: true, cell: (run) => <Starter run={run} />, className: "sm:max-w-44" },
  {
    id: "created",
    header: "Created",
    sortBy: "createdAt",
    align: "end",
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatWhen(createdAt)}
      </time>
    ),
  },
  { id: "duration", header: "Duration", sortBy: "duration", align: "end", cell: (run) => <Duration run={run} /> },
  {
    id: "tokens",
    header: "Tokens",
    sortBy: "tokens",
    align: "end",
    minor: true,
    cell: ({ usage: { tokensIn, tokensOut } }) => (
      <span title={`${tokensIn.toLocaleString()} in, ${tokensOut.toLocaleString()} out`}>
        {formatTokens(tokensIn + tokensOut)}
      </span>
    ),
  },
  {
    id: "cost",
    header: "Cost",
    sortBy: "cost",
    align: "end",
    cell: ({ usage }) => formatCost(usage.costUsd),
  },
  {
    id: "snapshot",
    header: "Snapshot",
    cell: (run) => <Sealed run={run} />,
    className: "sm:max-w-40",
  },
];

function Name({ run }: { run: AdminRun }) {
  return (
    <div className="min-w-0">
      <Link href={hrefTo(`/runs/${run.id}`)} className={`${ROW_LINK} block break-words`}>
        <bdi>{run.name ?? run.packName}</bdi>
        <span className="sr-only">, {formatMoment(run.createdAt)}</span>
      </Link>
      <p className="text-xs break-words text-muted">
        {run.name && <bdi>{run.packName} · </bdi>}
        <code className="font-mono" title={run.id}>
          {run.id.slice(0, 13)}
        </code>
        {run.triggerType === "import" && " · imported"}
      </p>
    </div>
  );
}

function Status({ run }: { run: AdminRun }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <RunState status={run.status} />
      <SignedMark run={run} />
    </span>
  );
}

function Sealed({ run }: { run: AdminRun }) {
  return (
    <span className="flex flex-col items-start">
      <StateLabel {...SNAPSHOTS[run.snapshotStatus]} />
      <NotSealedMark run={run} />
    </span>
  );
}

function Verdicts({ run }: { run: AdminRun }) {
  const { totalRequirements: total, assessedCount, completeCount } = run;
  return (
    <div className="w-full min-w-0" title={describeCounts(run)}>
      <VerdictBar run={run} className="h-1.5" />
      <p className="mt-1 truncate text-xs text-muted tabular-nums">
        {isActive(run) ? `${assessedCount} of ${total} assessed` : `${completeCount} of ${total} complete`}
      </p>
    </div>
  );
}

function Starter({ run: { startedBy, startedByName } }: { run: AdminRun }) {
  const isKey = startedBy.startsWith("api-key:");
  const name = startedByName ?? (isKey ? "A removed key" : startedBy === "system" ? "The service" : "No member here");
  return (
    <p className="min-w-0 truncate" title={startedByName ?? startedBy}>
      {isKey && startedByName ? `Key ${name}` : name}
    </p>
  );
}

/** Of a run under way, how long it has been going. */
function Duration({ run }: { run: AdminRun }) {
  if (run.durationMs !== null) return formatDuration(run.durationMs);
  return (
    <span className="text-muted">
      {formatDuration(Math.max(0, Date.now() - Date.parse(run.startedAt ?? run.createdAt)))}
    </span>
  );
}
