import { formatCount, formatDateTime } from "@assay/site/format";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { RunBadge } from "@assay/site/run-status";
import { SignedMark } from "@assay/site/signed-mark";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Scope } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { describeUsage, formatMs } from "./format-time.ts";
import type { LoadedTrace } from "./load-trace.ts";

interface TraceHeaderProps {
  runId: string;
  loaded: LoadedTrace | undefined;
  actions?: ReactNode;
}

/** Which run's trace it is, and its sums. */
export function TraceHeader({ runId, loaded, actions }: TraceHeaderProps) {
  return (
    <header className="flex shrink-0 flex-col gap-1">
      <Link
        href={hrefTo(`/runs/${runId}`)}
        className="flex items-center gap-1 self-start text-xs text-muted hover:text-text"
      >
        <ChevronLeft size={13} aria-hidden />
        Run details
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 className="min-w-0 text-lg font-semibold tracking-tight break-words">
          {loaded ? `Trace of ${loaded.run.name ?? `the run of ${formatDateTime(loaded.run.createdAt)}`}` : "Trace"}
        </h1>
        {loaded && <RunBadge status={loaded.run.status} />}
        {loaded && <SignedMark run={loaded.run} />}
        <Scope scope="tenant" />
        {actions && <div className="ms-auto flex items-center gap-2">{actions}</div>}
      </div>
      {loaded && <Sums loaded={loaded} />}
    </header>
  );
}

function Sums({ loaded: { run, trace } }: { loaded: LoadedTrace }) {
  const tokens = trace.tokensIn[0]! + trace.tokensOut[0]!;
  const sums = [
    formatCount(trace.spanCount, "span"),
    formatMs(trace.durationMs),
    `${formatMs(trace.model[0]!)} with a model`,
    describeUsage(tokens, trace.costUsd[0]!),
    ...(isActive(run) ? ["reloaded while it runs"] : []),
  ];
  return (
    <p className="text-xs text-muted">
      {sums.join(" · ")}. A trace never contains evidence; quotes are in the verdicts.
    </p>
  );
}
