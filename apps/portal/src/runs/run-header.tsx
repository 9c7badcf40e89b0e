import type { Run } from "@assay/client";
import { describeTrigger } from "@assay/site/describe-trigger";
import { formatDateTime, formatMoment } from "@assay/site/format";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { BASE, hrefWith, setSearch } from "@assay/site/location";
import { RunBadge } from "@assay/site/run-status";
import { SignedMark } from "@assay/site/signed-mark";
import { buttonClasses, IconButton } from "@assay/ui";
import { ArrowLeft, GitCompareArrows, PanelsTopLeft } from "lucide-react";
import { usePackName } from "./use-pack-name.ts";

/** Which run it is, who started it, and where to go from it. */
export function RunHeader({ run }: { run: Run }) {
  const packNameOf = usePackName();
  return (
    <header className="flex flex-wrap items-center gap-2">
      <IconButton
        label="Back to the history"
        icon={<ArrowLeft size={16} aria-hidden />}
        className="lg:hidden"
        onClick={() => setSearch({ run: null, tab: null })}
      />
      <h2 id="run-title" className="min-w-0 flex-1 text-base font-semibold">
        {run.name ? <bdi>{run.name}</bdi> : `Run of ${formatMoment(run.createdAt)}`}
      </h2>
      <RunBadge status={run.status} />
      <SignedMark run={run} />
      <p className="w-full text-sm break-words text-muted">
        <bdi>{packNameOf(run)}</bdi>. {run.name && `${formatDateTime(run.createdAt)}. `}
        {describeTrigger(run)}
        {run.continuedFromRunId && (
          <>
            . It continues{" "}
            <Link
              href={hrefWith({ run: run.continuedFromRunId, status: null, tab: null })}
              className="text-accent underline"
            >
              a previous run
            </Link>
          </>
        )}
      </p>
      <div className="flex w-full flex-wrap gap-2">
        <Link
          href={`${BASE}?run=${run.id}`}
          className={buttonClasses(run.status === "COMPLETED" ? "primary" : "secondary")}
        >
          <PanelsTopLeft size={14} aria-hidden />
          {isActive(run) ? "Verdicts so far" : "Open the verdicts"}
        </Link>
        {!isActive(run) && (
          <Link href={`${BASE}/runs/compare?run=${run.id}`} className={buttonClasses()}>
            <GitCompareArrows size={14} aria-hidden />
            Compare
          </Link>
        )}
      </div>
    </header>
  );
}
